import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * A run ends early in one way, whoever asks for it: one `AbortSignal` (`--max-time`, Ctrl-C, SIGTERM, a broken generator)
 * says that nothing new is begun. Calls that are on their way are still finished, and what was made is deleted.
 *
 * A computation that holds the thread hears neither timers nor Ctrl-C. So whatever computes for long asks this every 50 ms
 * or so, ends with what it has where the answer is no, and says that it is not all.
 */
export async function mayGoOn(signal: AbortSignal | undefined): Promise<boolean> {
  await nextTurn();
  return signal?.aborted !== true;
}

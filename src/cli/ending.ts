import { type Problem, problem } from "#base/problem";
import { type ExitCode, INTERRUPTED, type Interrupted } from "./exit-code.js";
import { watchMemory } from "./memory-watch.js";
import type { Terminal } from "./terminal.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs something that may be ended before it is done: its time is up, memory is short, or somebody interrupts it. The
 * signal is aborted with a `Problem` for its reason, which the run reports. After the first Ctrl-C or SIGTERM it finishes
 * its call, cleans up and reports, and its exit code says that it was interrupted; the second one stops the process.
 */
export async function withEnding(
  maxTime: number | undefined,
  terminal: Pick<Terminal, "err">,
  run: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const controller = new AbortController();
  const end = (reason: Problem) => controller.abort(reason);
  let interrupted: Interrupted | undefined;
  const interrupt = (signal: (typeof SIGNALS)[number]) => {
    if (interrupted !== undefined) process.exit(interrupted);
    interrupted = INTERRUPTED[signal];
    terminal.err(
      "Interrupted: finishing the call and cleaning up. Once more stops at once and leaves things behind, which the log of the run lists.",
    );
    end(stopped(`The run was interrupted (${signal}): what comes after was not tested.`, "Run it again."));
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const timer =
    maxTime === undefined ? undefined : setTimeout(() => end(timeIsUp(maxTime)), maxTime * 1_000).unref();
  const stopWatching = watchMemory((megabytes) => end(memoryIsShort(megabytes)));
  try {
    const code = await run(controller.signal);
    return interrupted ?? code;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    clearTimeout(timer);
    stopWatching();
  }
}

function timeIsUp(seconds: number): Problem {
  const message = `The run was stopped after ${seconds} s: what comes after was not tested.`;
  return stopped(message, "Give it more time with --max-time.");
}

function memoryIsShort(megabytes: number): Problem {
  const message = `The run was stopped because its memory (${megabytes} MB) is nearly used up: what comes after was not tested.`;
  const hint =
    "Test a part of the API with --include-path or --shard, or give more with NODE_OPTIONS=--max-old-space-size=4096.";
  return stopped(message, hint);
}

function stopped(message: string, hint: string): Problem {
  return problem("run-stopped", message, hint);
}

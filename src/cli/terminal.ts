import type { Paint } from "#report/paint";
import { PLAIN } from "#report/paint";

/** Where a command writes. Results go to `out`; progress and problems to `err`, so that pipes stay clean. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** A line that is overwritten by the next one; only where somebody watches. */
  readonly status: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

export async function openTerminal(
  streams: Streams,
  cwd: string,
  env: Terminal["env"],
  color: boolean,
): Promise<Terminal> {
  const watched = streams.stderr.isTTY === true && env.CI === undefined;
  let shown = false;
  const clear = () => {
    if (shown) streams.stderr.write("\r\u001b[2K");
    shown = false;
  };
  return {
    out: (text) => {
      clear();
      streams.stdout.write(`${text}\n`);
    },
    err: (text) => {
      clear();
      streams.stderr.write(`${text}\n`);
    },
    status: (text) => {
      if (!watched) return;
      clear();
      streams.stderr.write(text.slice(0, (streams.stderr.columns || 80) - 1));
      shown = text !== "";
    },
    paint: color && env.NO_COLOR === undefined && streams.stdout.isTTY === true ? await colours() : PLAIN,
    cwd,
    env,
  };
}

async function colours(): Promise<Paint> {
  const { default: picocolors } = await import("picocolors");
  const { bold, dim, green, yellow, red } = picocolors.createColors(true);
  return { bold, dim, good: green, warn: yellow, bad: red };
}

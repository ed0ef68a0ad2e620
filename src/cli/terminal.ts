import type { Redactor } from "#http/redactor";
import type { Paint } from "#report/paint";
import { PLAIN } from "#report/paint";

/**
 * Where a command writes. Results go to `out`; progress and problems to `err`, so that pipes stay clean. Files go through
 * `writeFiles`, which asks `redact` as well: nothing else in the house writes, so no secret leaves it.
 */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** A line that is overwritten by the next one; only where somebody watches. */
  readonly status: (text: string) => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** From here on nothing is written that this one knows as a secret. */
  readonly hide: (secrets: Pick<Redactor, "redact">) => void;
  /** The text as it may be written. */
  readonly redact: (text: string) => string;
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
  const hidden: Pick<Redactor, "redact">[] = [];
  const redact = (text: string) => hidden.reduce((rest, secrets) => secrets.redact(rest), text);
  const clear = () => {
    if (shown) streams.stderr.write("\r\u001b[2K");
    shown = false;
  };
  return {
    out: (text) => {
      clear();
      streams.stdout.write(`${redact(text)}\n`);
    },
    err: (text) => {
      clear();
      streams.stderr.write(`${redact(text)}\n`);
    },
    status: (text) => {
      if (!watched) return;
      clear();
      streams.stderr.write(redact(text).slice(0, (streams.stderr.columns || 80) - 1));
      shown = text !== "";
    },
    paint: color && env.NO_COLOR === undefined && streams.stdout.isTTY === true ? await colours() : PLAIN,
    cwd,
    env,
    hide: (secrets) => void hidden.push(secrets),
    redact,
  };
}

async function colours(): Promise<Paint> {
  const { default: picocolors } = await import("picocolors");
  const { bold, dim, green, yellow, red } = picocolors.createColors(true);
  return { bold, dim, good: green, warn: yellow, bad: red };
}

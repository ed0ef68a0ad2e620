import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { RunEvent } from "#calls/run-event";
import { REPORT_DIR } from "./fault-files.js";
import type { Terminal } from "./terminal.js";

/**
 * The log of a run, written line by line while it goes on and without a buffer of its own: whoever ends the run at any
 * moment keeps all that was told before. A log that cannot be written is told once, and the run goes on.
 */
export class RunLog {
  #file: number | undefined;

  constructor(
    readonly path: string,
    private readonly terminal: Pick<Terminal, "cwd" | "err" | "redact">,
  ) {
    const place = resolve(terminal.cwd, path);
    this.#attempt(() => {
      mkdirSync(dirname(place), { recursive: true });
      this.#file = openSync(place, "w");
    });
  }

  write(event: RunEvent): void {
    const file = this.#file;
    if (file !== undefined)
      this.#attempt(() => writeSync(file, `${this.terminal.redact(JSON.stringify(event))}\n`));
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) this.#attempt(() => closeSync(file));
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#file = undefined;
      this.terminal.err(
        `The log ${this.path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
  }
}

/** `.piolet/runs/2026-01-31T12-00-00-000Z-4217.ndjson`. */
export function logPath(reportDir: string | undefined, time: string, seed: number): string {
  return join(reportDir ?? REPORT_DIR, "runs", `${time.replaceAll(/[:.]/g, "-")}-${seed}.ndjson`);
}

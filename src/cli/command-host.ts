import type { ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** What a command needs of the program around it. */
export interface CommandHost {
  readonly version: string;
  readonly terminal: Terminal;
  readonly setExitCode: (code: ExitCode) => void;
}

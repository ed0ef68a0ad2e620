import type { Problem } from "#base/problem";
import type { Api } from "#openapi/api";

/** What is known around a file that somebody edits. */
export interface Knowledge {
  /** Undefined where the document cannot be found or read; `problem` then says why. */
  readonly api?: Api;
  /** The file or URL of the document. */
  readonly document?: string;
  /** Names of the config file's generators and functions. */
  readonly generators: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  readonly problem?: Problem;
}

export const NOTHING_KNOWN: Knowledge = { generators: new Set(), functions: new Set() };

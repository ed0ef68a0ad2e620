/** What a bench came to. */
export interface BenchResult {
  /** In one line, for the summary. */
  readonly says: string;
  /** The numbers behind it, as they are written with `--json`. */
  readonly numbers: object;
}

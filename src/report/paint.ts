/** Colours by meaning; the command line gives real ones on a terminal, and everyone else plain text. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly bad: (text: string) => string;
}

const same = (text: string): string => text;

export const PLAIN: Paint = { bold: same, dim: same, good: same, warn: same, bad: same };

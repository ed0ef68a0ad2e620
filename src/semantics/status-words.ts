import { nameWords } from "#values/name-words";

/** How sentences name certain statuses, as parts of expressions. */
export class StatusWords {
  /** One status, in any spelling: `checked_in`, `checked in`, `CheckedIn`. */
  readonly one: string;
  /** Several: `draft, submitted or in status paid`. */
  readonly list: string;

  constructor(private readonly statuses: readonly string[]) {
    const longestFirst = [...statuses].sort((a, b) => b.length - a.length);
    this.one = `(?<![\\w-])(?:${longestFirst.map(spelled).join("|")})(?![\\w-])`;
    this.list = `${this.one}(?:(?:,? (?:or|and|nor) |, ?| ?[/|] ?)(?:in (?:status|state) |an? |the |to )?${this.one})*`;
  }

  /** Those that a text names. */
  named(text: string): readonly string[] {
    return this.statuses.filter((status) =>
      new RegExp(`(?<![\\w-])${spelled(status)}(?![\\w-])`, "i").test(text),
    );
  }
}

/** Between two statuses. */
export const ARROW = " ?(?:-{1,2}>|=>|→|⇒|➔) ?";

const MOST_READ = 2_000;

export function sentencesIn(text: string | undefined): readonly string[] {
  const plain = (text ?? "").slice(0, MOST_READ).replace(/[`"'*“”‘’]/g, "");
  return plain
    .split(/(?<=[.;!?])\s+|\n\s*\n|\n\s*-\s+/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "");
}

/** A name in any spelling. Its words are letters and digits only, so that nothing in them means anything to an expression. */
export function spelled(name: string): string {
  return `${nameWords(name).join("[ _-]?")}s?`;
}

import { looksLikeDate } from "#base/looks-like-date";
import type { Fresh } from "#calls/template";
import type { FreshValues } from "./world.js";

/** Shorter texts may stand in what others have, too. */
const LEAST_LENGTH = 8;

/** Texts that were drawn for this run and that nobody else would think of: what shows one is of its making. */
export class OwnMarks {
  readonly #drawn = new Set<string>();

  /** The same values, remembered. */
  noting(fresh: FreshValues): FreshValues {
    return (wanted) => {
      const value = fresh(wanted);
      if (typeof value === "string" && isMark(value, wanted)) this.#drawn.add(value);
      return value;
    };
  }

  isIn(text: string): boolean {
    if (text.length < LEAST_LENGTH) return false;
    if (this.#drawn.has(text)) return true;
    for (const mark of this.#drawn) if (text.includes(mark)) return true;
    return false;
  }
}

function isMark(value: string, { form, generator }: Fresh): boolean {
  if (form === "short" || form === "span" || form === "later" || generator !== undefined) return false;
  return value.length >= LEAST_LENGTH && !looksLikeDate(value);
}

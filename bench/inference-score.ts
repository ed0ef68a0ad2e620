import { isArray, type Json, property, stringProperty } from "#base/json";
import type { Truth } from "#services/truth";

/** How often something was concluded rightly, wrongly, or not at all. */
export interface Counts {
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
}

export const NONE: Counts = { right: 0, wrong: 0, open: 0 };

export function add(a: Counts, b: Counts): Counts {
  return { right: a.right + b.right, wrong: a.wrong + b.wrong, open: a.open + b.open };
}

export interface Scores {
  readonly precision: number;
  readonly recall: number;
  readonly accuracy: number;
  readonly f1: number;
}

export function scoresOf({ right, wrong, open }: Counts): Scores {
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const [precision, recall] = [share(right, right + wrong), share(right, right + open)];
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, accuracy: share(right, right + wrong + open), f1 };
}

/** Operations by their labels; a conclusion counts only where it is confirmed. */
export function countOperations(learned: Json, { operations }: Truth): Counts {
  const known = property(learned, "operations");
  return Object.entries(operations).reduce((counts, [key, truth]) => {
    const said = property(known, key);
    if (property(said, "confirmed") !== true) return add(counts, { ...NONE, open: 1 });
    const isRight = [truth, ...(truth.orElse ?? [])].some(
      ({ semantics, resource }) =>
        stringProperty(said, "semantics") === semantics && stringProperty(said, "resource") === resource,
    );
    return add(counts, isRight ? { ...NONE, right: 1 } : { ...NONE, wrong: 1 });
  }, NONE);
}

/** Relations by child, parent and the name of the link; what becomes of children is told apart. */
export function countRelations(learned: Json, { relations }: Truth): Counts {
  const known = property(learned, "relations");
  const found = isArray(known) ? known : [];
  return relations.reduce((counts, { child, parent, via }) => {
    const isFound = found.some(
      (relation) =>
        stringProperty(relation, "child") === child &&
        stringProperty(relation, "parent") === parent &&
        stringProperty(relation, "via") === via,
    );
    return add(counts, isFound ? { ...NONE, right: 1 } : { ...NONE, open: 1 });
  }, NONE);
}

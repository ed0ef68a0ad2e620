import type { Field } from "./model.js";
import { LIFE, referencesOf, type Thing, TRASHED } from "./thing.js";

/** What the model keeps of each thing. */
export function fieldsOf(thing: Thing): Field[] {
  const references = referencesOf(thing).flatMap(({ field: name, type }) =>
    name === undefined ? [] : [{ name, type }],
  );
  const numbers = thing.numbers.map(({ name, type }) => ({ name, type }));
  const trashed: Field[] = thing.trashes ? [{ name: TRASHED, type: { kind: "flag" } }] : [];
  const life: Field[] =
    thing.life === undefined ? [] : [{ name: LIFE, type: { kind: "choice", options: thing.life.statuses } }];
  return [...references, ...numbers, ...trashed, ...life];
}

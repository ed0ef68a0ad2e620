import type { Model } from "./model.js";

/**
 * Names that TLA+ accepts, one for each name of the model and no two alike. Names come from somebody's document, so
 * they may hold anything; what is no letter or digit is dropped, and a number is added where two then agree.
 */
export interface TlaNames {
  readonly module: string;
  readonly sort: (name: string) => string;
  readonly slot: (sort: string, slot: number) => string;
  readonly map: (name: string) => string;
  readonly field: (name: string) => string;
  readonly action: (name: string) => string;
  readonly variable: (name: string) => string;
}

/** Words of the language, of the modules that are used, and of the printed module itself. */
const TAKEN = [
  "ASSUME ASSUMPTION AXIOM BOOLEAN CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS FALSE IF IN",
  "INSTANCE LET LOCAL MODULE OTHER SF_ STRING SUBSET THEN THEOREM TRUE UNCHANGED UNION VARIABLE VARIABLES WF_ WITH",
  "Nat Int Cardinality IsFiniteSet Absent Present None Init Next TypeOK vars key1 key2 key3 key4",
].join(" ");

export function tlaNames(model: Model): TlaNames {
  const taken = new Set(TAKEN.split(" "));
  // A record's fields are named apart from everything else.
  const fields = new Set(TAKEN.split(" "));
  const known = new Map<string, string>();
  const name = (
    kind: string,
    original: string,
    shape: (plain: string) => string = (plain) => plain,
    others = taken,
  ): string => {
    const found = known.get(`${kind} ${original}`);
    if (found !== undefined) return found;
    const plain = shape(identifier(original));
    let chosen = plain;
    for (let number = 2; others.has(chosen); number++) chosen = `${plain}_${number}`;
    others.add(chosen);
    known.set(`${kind} ${original}`, chosen);
    return chosen;
  };
  const module = name("module", model.name);
  const sort = (original: string): string => name("sort", original, capitalised);
  const slot = (sortName: string, number: number): string => name("slot", `${sortName} ${number + 1}`);
  const map = (original: string): string => name("map", original);
  const action = (original: string): string => name("action", original);
  // Claimed in this order, so that what a reader meets first keeps the plainest name.
  for (const { name: original } of model.sorts) sort(original);
  for (const { name: original } of model.maps) map(original);
  for (const { name: original } of model.actions) action(original);
  for (const { name: original, slots } of model.sorts) {
    for (let number = 0; number < slots; number++) slot(original, number);
  }
  const variable = (original: string): string => name("variable", original);
  const field = (original: string): string => name("field", original, (plain) => plain, fields);
  return { module, sort, slot, map, field, action, variable };
}

function identifier(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9_]/g, "").slice(0, 60);
  return /^[A-Za-z]/.test(plain) ? plain : `x${plain}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

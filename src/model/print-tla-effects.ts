import { unreachable } from "#base/unreachable";
import type { Bound, Formula, Term } from "./formula.js";
import type { Effect, FieldType, Model } from "./model.js";
import { definedness, printTlaFormula, printTlaTerm, printTlaType, ranges } from "./print-tla-formula.js";
import { fieldNamed, type Scope, scopeOf, typeOfTerm, withBound, withParameters } from "./scope.js";
import type { TlaNames } from "./tla-names.js";

type Write = Exclude<Effect, { kind: "each" }>;

interface FlatWrite {
  readonly bound: readonly Bound[];
  readonly where: readonly Formula[];
  readonly write: Write;
}

/**
 * The conjuncts of an action that say what it changes: for each map one function of the state before. Writes are
 * applied one after the other, by EXCEPT where one entry is written and as a new function where many are.
 */
export function printTlaEffects(
  effects: readonly Effect[],
  parameters: Model["actions"][number]["parameters"],
  model: Model,
  names: TlaNames,
): string[] {
  const scope = withParameters(scopeOf(model), parameters);
  const steps = new Map<string, string[]>();
  const conditions: string[] = [];
  for (const flat of effects.flatMap((effect) => flatten(effect, [], []))) {
    const own = steps.get(flat.write.map) ?? [];
    const before = own.length === 0 ? names.map(flat.write.map) : stepName(flat.write.map, own.length, names);
    const inside = withBound(scope, flat.bound);
    const tests = fitConditions(flat, before, inside, names);
    conditions.push(...tests.map((test) => `${definitions(flat.write.map, own, names)}${test}`));
    steps.set(flat.write.map, [...own, printWrite(flat, before, model, names)]);
  }
  const changes = [...steps].map(
    ([map, texts]) => `${names.map(map)}' = ${definitions(map, texts.slice(0, -1), names)}${texts.at(-1)}`,
  );
  const same = model.maps.filter(({ name }) => !steps.has(name)).map(({ name }) => names.map(name));
  return [...conditions, ...changes, ...(same.length === 0 ? [] : [`UNCHANGED <<${same.join(", ")}>>`])];
}

/** TLA+ lets no bound name hide another, so what earlier writes left has a name instead of being nested. */
function definitions(map: string, texts: readonly string[], names: TlaNames): string {
  if (texts.length === 0) return "";
  const all = texts.map((text, index) => `${stepName(map, index + 1, names)} == ${text}`);
  return `LET ${all.join(" ")} IN `;
}

function stepName(map: string, number: number, names: TlaNames): string {
  return names.variable(`${map} after ${number}`);
}

function flatten(effect: Effect, bound: readonly Bound[], where: readonly Formula[]): FlatWrite[] {
  if (effect.kind !== "each") return [{ bound, where, write: effect }];
  const [allBound, allWhere] = [
    [...bound, ...effect.variables],
    [...where, effect.where],
  ];
  return effect.effects.flatMap((one) => flatten(one, allBound, allWhere));
}

function printWrite(
  { bound, where, write }: FlatWrite,
  before: string,
  model: Model,
  names: TlaNames,
): string {
  if (bound.length === 0) {
    const key = write.key.map((name) => names.variable(name)).join(", ");
    const value =
      write.kind === "set" ? `IF @ = Absent THEN @ ELSE ${changed("@", write, names)}` : stored(write, names);
    const tests = where.map((formula) => printTlaFormula(formula, names));
    const chosen = tests.length === 0 ? value : `IF ${tests.join(" /\\ ")} THEN ${value} ELSE @`;
    return `[${before} EXCEPT ![${key}] = ${chosen}]`;
  }
  const sorts = model.maps.find(({ name }) => name === write.map)?.keys ?? [];
  const own = write.key.map((name, index) => {
    const isFirst = write.key.indexOf(name) === index;
    return isFirst && bound.some((one) => one.name === name) ? names.variable(name) : `key${index + 1}`;
  });
  const sameKey = own.flatMap((name, index) => {
    const wanted = names.variable(write.key[index] ?? "");
    return name === wanted ? [] : [`${name} = ${wanted}`];
  });
  const old = `${before}[${own.join(", ")}]`;
  const present = write.kind === "set" ? [`${old} # Absent`] : [];
  const condition = [...sameKey, ...where.map((formula) => printTlaFormula(formula, names)), ...present].join(
    " /\\ ",
  );
  const domain = own.map((name, index) => `${name} \\in ${names.sort(sorts[index] ?? "")}`).join(", ");
  const value = write.kind === "set" ? changed(old, write, names) : stored(write, names);
  return `[${domain} |-> IF ${condition} THEN ${value} ELSE ${old}]`;
}

function changed(old: string, write: Extract<Write, { kind: "set" }>, names: TlaNames): string {
  return `[${old} EXCEPT !.${names.field(write.field)} = ${printTlaTerm(write.value, names)}]`;
}

function stored(write: Exclude<Write, { kind: "set" }>, names: TlaNames): string {
  if (write.kind === "remove") return "Absent";
  const members = Object.entries(write.record).map(
    ([name, term]) => `${names.field(name)} |-> ${printTlaTerm(term, names)}`,
  );
  return members.length === 0 ? "Present" : `[${members.join(", ")}]`;
}

/** What makes an action not enabled: a value that its field cannot hold. Left out where none can occur. */
function fitConditions(
  { bound, where, write }: FlatWrite,
  before: string,
  scope: Scope,
  names: TlaNames,
): string[] {
  const map = scope.maps.get(write.map);
  const values = write.kind === "set" ? [[write.field, write.value] as const] : recordOf(write);
  const tests = values.flatMap(([name, term]) => {
    const type = fieldNamed(map, name)?.type;
    if (type === undefined || alwaysFits(term, type, scope)) return [];
    return [...definedness(term, names), `${printTlaTerm(term, names)} \\in ${printTlaType(type, names)}`];
  });
  if (tests.length === 0) return [];
  const key = write.key.map((name) => names.variable(name)).join(", ");
  const conditions = where.map((formula) => printTlaFormula(formula, names));
  if (write.kind === "set") conditions.push(`${before}[${key}] # Absent`);
  const test = `(${tests.join(" /\\ ")})`;
  const implied = conditions.length === 0 ? test : `((${conditions.join(" /\\ ")}) => ${test})`;
  return [bound.length === 0 ? implied : `\\A ${ranges(bound, names)} : ${implied}`];
}

function recordOf(write: Write): (readonly [string, Term])[] {
  switch (write.kind) {
    case "put":
      return Object.entries(write.record);
    case "remove":
    case "set":
      return [];
    default:
      return unreachable(write);
  }
}

function alwaysFits(term: Term, type: FieldType, scope: Scope): boolean {
  if (term.kind === "none") return type.kind === "slot" && type.optional === true;
  if (term.kind === "option" || term.kind === "flag") return true;
  if (term.kind === "field") return false;
  const own = typeOfTerm(term, scope);
  if (own?.kind === "integer" && type.kind === "integer") return own.from >= type.from && own.to <= type.to;
  if (own?.kind === "slot" && type.kind === "slot") return own.optional !== true || type.optional === true;
  return own?.kind === type.kind;
}

import type { Formula } from "./formula.js";
import type { Action, Model, ResourceMap } from "./model.js";
import { printTlaEffects } from "./print-tla-effects.js";
import { printTlaFormula, printTlaType } from "./print-tla-formula.js";
import { type TlaNames, tlaNames } from "./tla-names.js";

export interface TlaModule {
  readonly name: string;
  readonly module: string;
  readonly config: string;
}

/**
 * The model as a TLA+ module and the configuration to check it with TLC (`-deadlock`: a state without calls is no
 * error here). Maps are total functions in which unused entries are `Absent`: TLC then prints every entry of every
 * state, which is what reading its graph back needs.
 */
export function printTla(model: Model): TlaModule {
  const names = tlaNames(model);
  const variables = model.maps.map(({ name }) => names.map(name));
  const sorts = model.sorts.map(({ name }) => names.sort(name));
  const invariants = model.invariants.map((_, index) => `Invariant${index + 1}`);
  const module = [
    `---- MODULE ${names.module} ----`,
    "EXTENDS Integers, FiniteSets",
    "",
    `CONSTANTS ${[...sorts, "Absent", "Present", "None"].join(", ")}`,
    `VARIABLES ${variables.join(", ")}`,
    "",
    `vars == <<${variables.join(", ")}>>`,
    "",
    "TypeOK ==",
    ...model.maps.map(
      (map) => `  /\\ ${names.map(map.name)} \\in [${domain(map, names)} -> ${records(map, names)}]`,
    ),
    "",
    "Init ==",
    ...model.maps.map((map) => `  /\\ ${names.map(map.name)} = [x \\in ${domain(map, names)} |-> Absent]`),
    ...model.actions.flatMap((action) => ["", ...printAction(action, model, names)]),
    "",
    "Next ==",
    ...(model.actions.length === 0 ? ["  UNCHANGED vars"] : []),
    ...model.actions.map((action) => `  \\/ ${printCalls(action, names)}`),
    ...model.invariants.flatMap(({ formula }, index) => [
      "",
      `${invariants[index]} == ${printTlaFormula(formula, names)}`,
    ]),
    "",
    "====",
    "",
  ];
  const config = [
    "CONSTANTS",
    ...model.sorts.map(({ name, slots }) => {
      const members = Array.from({ length: slots }, (_, slot) => names.slot(name, slot));
      return `  ${names.sort(name)} = {${members.join(", ")}}`;
    }),
    ...["Absent", "Present", "None"].map((name) => `  ${name} = ${name}`),
    "INIT Init",
    "NEXT Next",
    ...["TypeOK", ...invariants].map((name) => `INVARIANT ${name}`),
    "",
  ];
  return { name: names.module, module: module.join("\n"), config: config.join("\n") };
}

function domain({ keys }: ResourceMap, names: TlaNames): string {
  return keys.map((sort) => names.sort(sort)).join(" \\X ");
}

function records({ fields }: ResourceMap, names: TlaNames): string {
  const types = fields.map(({ name, type }) => `${names.field(name)}: ${printTlaType(type, names)}`);
  return types.length === 0 ? "{Present, Absent}" : `([${types.join(", ")}] \\cup {Absent})`;
}

function printAction(action: Action, model: Model, names: TlaNames): string[] {
  const parameters = action.parameters.map(({ name }) => names.variable(name));
  const head = parameters.length === 0 ? "" : `(${parameters.join(", ")})`;
  const guards = action.guard.kind === "and" ? action.guard.parts : [action.guard];
  return [
    `\\* ${comment(action)}`,
    `${names.action(action.name)}${head} ==`,
    ...guards.map((guard) => `  /\\ ${printGuard(guard, names)}`),
    ...printTlaEffects(action.effects, action.parameters, model, names).map(
      (conjunct) => `  /\\ ${conjunct}`,
    ),
  ];
}

/**
 * TLC takes each witness of an `exists` and each side of an `or` in an action for a step of its own. Compared with
 * TRUE it is a value, and the action one step.
 */
function printGuard(guard: Formula, names: TlaNames): string {
  const text = printTlaFormula(guard, names);
  return guard.kind === "exists" || guard.kind === "or" || guard.kind === "and" ? `${text} = TRUE` : text;
}

function printCalls({ name, parameters }: Action, names: TlaNames): string {
  if (parameters.length === 0) return names.action(name);
  const bound = parameters.map((one) => `${names.variable(one.name)} \\in ${printTlaType(one.type, names)}`);
  const values = parameters.map((one) => names.variable(one.name));
  return `\\E ${bound.join(", ")} : ${names.action(name)}(${values.join(", ")})`;
}

/** What a document says goes into a comment only, and cannot end it: one line, plain characters. */
function comment({ operation, outcome }: Action): string {
  const text = outcome.kind === "refusal" ? `${operation}, refused: ${outcome.reason}` : operation;
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}

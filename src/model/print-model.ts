import { unreachable } from "#base/unreachable";
import type { Bound, Formula, Term } from "./formula.js";
import type { Action, Effect, FieldType, Model, SubsetType } from "./model.js";

/** A model for people: one line per map, action and invariant, and one per effect. */
export function printModel(model: Model): string {
  return [
    `model ${model.name}`,
    ...model.sorts.map(({ name, slots }) => `  sort ${name}: ${slots}`),
    ...model.maps.map(({ name, keys, fields }) => {
      const record = fields.map((field) => `${field.name}: ${printType(field.type)}`).join(", ");
      return `  map ${name}[${keys.join(", ")}]${record === "" ? "" : `: {${record}}`}`;
    }),
    ...model.actions.flatMap(printAction),
    ...model.invariants.map(({ text, formula }) => `  invariant ${text}: ${printFormula(formula)}`),
    "",
  ].join("\n");
}

function printAction({ name, operation, outcome, parameters, guard, effects }: Action): string[] {
  const list = parameters.map((parameter) => `${parameter.name}: ${printType(parameter.type)}`).join(", ");
  const suffix = outcome.kind === "refusal" ? `refused: ${outcome.reason}` : outcome.kind;
  return [
    `  action ${name}(${list})  ${operation}  ${suffix}`,
    `    when ${printFormula(guard)}`,
    ...effects.map((effect) => `    ${printEffect(effect)}`),
  ];
}

function printType(type: FieldType | SubsetType): string {
  switch (type.kind) {
    case "slot":
      return type.optional === true ? `${type.sort}?` : type.sort;
    case "subset":
      return `set of ${type.sort}`;
    case "integer":
      return `${type.from}..${type.to}`;
    case "flag":
      return "flag";
    case "choice":
      return type.options.join(" | ");
    default:
      return unreachable(type);
  }
}

export function printFormula(formula: Formula): string {
  switch (formula.kind) {
    case "always":
    case "never":
      return formula.kind;
    case "present":
      return `${formula.map}[${formula.key.join(", ")}] exists`;
    case "compare":
      return `${printTerm(formula.left)} ${formula.operator} ${printTerm(formula.right)}`;
    case "member":
      return `${formula.slot} in ${formula.subset}`;
    case "and":
    case "or":
      return formula.parts.length === 1 && formula.parts[0] !== undefined
        ? printFormula(formula.parts[0])
        : `(${formula.parts.map(printFormula).join(` ${formula.kind} `)})`;
    case "not":
      return `not (${printFormula(formula.part)})`;
    case "forall":
      return `for all ${printBound(formula.variables)}: ${printFormula(formula.where)}`;
    case "exists":
      return `some ${printBound(formula.variables)}: ${printFormula(formula.where)}`;
    default:
      return unreachable(formula);
  }
}

function printTerm(term: Term): string {
  switch (term.kind) {
    case "integer":
    case "flag":
    case "option":
      return String(term.value);
    case "none":
      return "none";
    case "variable":
      return term.name;
    case "field":
      return `${term.map}[${term.key.join(", ")}].${term.field}`;
    case "count":
      return `#(${printBound(term.variables)}: ${printFormula(term.where)})`;
    case "plus":
      return `(${printTerm(term.left)} + ${printTerm(term.right)})`;
    default:
      return unreachable(term);
  }
}

function printEffect(effect: Effect): string {
  switch (effect.kind) {
    case "put": {
      const record = Object.entries(effect.record).map(([name, term]) => `${name}: ${printTerm(term)}`);
      return `put ${effect.map}[${effect.key.join(", ")}] = {${record.join(", ")}}`;
    }
    case "remove":
      return `remove ${effect.map}[${effect.key.join(", ")}]`;
    case "set":
      return `set ${effect.map}[${effect.key.join(", ")}].${effect.field} = ${printTerm(effect.value)}`;
    case "each":
      return `for each ${printBound(effect.variables)} where ${printFormula(effect.where)}: ${effect.effects
        .map(printEffect)
        .join("; ")}`;
    default:
      return unreachable(effect);
  }
}

function printBound(bound: readonly Bound[]): string {
  return bound.map(({ name, sort }) => `${name} in ${sort}`).join(", ");
}

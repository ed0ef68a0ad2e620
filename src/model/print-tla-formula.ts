import { unreachable } from "#base/unreachable";
import type { Bound, Comparison, Formula, Term } from "./formula.js";
import type { FieldType, SubsetType } from "./model.js";
import type { TlaNames } from "./tla-names.js";

const OPERATORS: Readonly<Record<Comparison, string>> = {
  "=": "=",
  "!=": "#",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

export function printTlaFormula(formula: Formula, names: TlaNames): string {
  const print = (part: Formula): string => printTlaFormula(part, names);
  switch (formula.kind) {
    case "always":
      return "TRUE";
    case "never":
      return "FALSE";
    case "present":
      return `${entry(formula.map, formula.key, names)} # Absent`;
    case "compare": {
      const { left, right, operator } = formula;
      const test = `${printTlaTerm(left, names)} ${OPERATORS[operator]} ${printTlaTerm(right, names)}`;
      const defined = [...definedness(left, names), ...definedness(right, names)];
      return defined.length === 0 ? test : `(${[...defined, test].join(" /\\ ")})`;
    }
    case "member":
      return `${names.variable(formula.slot)} \\in ${names.variable(formula.subset)}`;
    case "and":
      return formula.parts.length === 0 ? "TRUE" : `(${formula.parts.map(print).join(" /\\ ")})`;
    case "or":
      return formula.parts.length === 0 ? "FALSE" : `(${formula.parts.map(print).join(" \\/ ")})`;
    case "not":
      return `~(${print(formula.part)})`;
    case "forall":
      return `(\\A ${ranges(formula.variables, names)} : ${print(formula.where)})`;
    case "exists":
      return `(\\E ${ranges(formula.variables, names)} : ${print(formula.where)})`;
    default:
      return unreachable(formula);
  }
}

export function printTlaTerm(term: Term, names: TlaNames): string {
  switch (term.kind) {
    case "integer":
      return term.value < 0 ? `(${term.value})` : String(term.value);
    case "flag":
      return term.value ? "TRUE" : "FALSE";
    case "option":
      return tlaString(term.value);
    case "none":
      return "None";
    case "variable":
      return names.variable(term.name);
    case "field":
      return `${entry(term.map, term.key, names)}.${names.field(term.field)}`;
    case "count": {
      const bound = term.variables.map(({ name }) => names.variable(name));
      const sorts = term.variables.map(({ sort }) => names.sort(sort));
      const pattern = bound.length === 1 ? (bound[0] ?? "") : `<<${bound.join(", ")}>>`;
      return `Cardinality({${pattern} \\in ${sorts.join(" \\X ")} : ${printTlaFormula(term.where, names)}})`;
    }
    case "plus":
      return `(${printTlaTerm(term.left, names)} + ${printTlaTerm(term.right, names)})`;
    default:
      return unreachable(term);
  }
}

/** The entries that must be there for a term to have a value. */
export function definedness(term: Term, names: TlaNames): string[] {
  if (term.kind === "plus") return [...definedness(term.left, names), ...definedness(term.right, names)];
  return term.kind === "field" ? [`${entry(term.map, term.key, names)} # Absent`] : [];
}

export function entry(map: string, key: readonly string[], names: TlaNames): string {
  return `${names.map(map)}[${key.map((name) => names.variable(name)).join(", ")}]`;
}

export function ranges(bound: readonly Bound[], names: TlaNames): string {
  return bound.map(({ name, sort }) => `${names.variable(name)} \\in ${names.sort(sort)}`).join(", ");
}

export function printTlaType(type: FieldType | SubsetType, names: TlaNames): string {
  switch (type.kind) {
    case "slot":
      return type.optional === true ? `(${names.sort(type.sort)} \\cup {None})` : names.sort(type.sort);
    case "subset":
      return `SUBSET ${names.sort(type.sort)}`;
    case "integer":
      return `(${type.from})..(${type.to})`.replace(/\((\d+)\)/g, "$1");
    case "flag":
      return "BOOLEAN";
    case "choice":
      return `{${type.options.map(tlaString).join(", ")}}`;
    default:
      return unreachable(type);
  }
}

/** Strings of TLA+ know few characters; what is outside becomes its code, so that options stay apart. */
export function tlaString(text: string): string {
  return `"${text.replace(/[^A-Za-z0-9 .,:;_-]/g, (character) => `<${character.codePointAt(0)}>`)}"`;
}

import { unreachable } from "#base/unreachable";
import type { Comparison } from "#model/formula";
import { compareValues } from "./interpret-model.js";
import { isDefined, type Layout, type MapLayout, UNDEFINED } from "./layout.js";
import type { LowBound, LowFormula, LowTerm } from "./lower-model.js";

/** A piece of JavaScript, or the value itself where it is known while generating. */
export type NumberCode = number | string;
export type TruthCode = boolean | string;

/** What variables stand for: a number where loops are unrolled, the name of a loop variable where not. */
export type Environment = readonly NumberCode[];

/** How the generated function reads the state. */
export interface CellAccess {
  digit(cell: NumberCode): string;
  fieldOf(map: number, field: number, cell: NumberCode): string;
}

const OPERATORS: Readonly<Record<Comparison, string>> = {
  "=": "===",
  "!=": "!==",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

/** Formulas as JavaScript expressions: quantifiers unrolled, constants folded. Holds numbers and own names only. */
export class FormulaEmitter {
  readonly #layout: Layout;
  readonly #access: CellAccess;

  constructor(layout: Layout, access: CellAccess) {
    this.#layout = layout;
    this.#access = access;
  }

  truth(formula: LowFormula, env: Environment): TruthCode {
    switch (formula.kind) {
      case "truth":
        return formula.value;
      case "present":
        return `${this.#access.digit(this.cell(formula.map, formula.key, env))}!==0`;
      case "compare":
        return this.#compare(formula.operator, formula.left, formula.right, env);
      case "member": {
        const [slot, subset] = [env[formula.slot] ?? 0, env[formula.subset] ?? 0];
        if (typeof slot === "number" && typeof subset === "number") return ((subset >> slot) & 1) === 1;
        return `((${subset}>>${slot})&1)===1`;
      }
      case "and":
        return conjunction(formula.parts.map((part) => this.truth(part, env)));
      case "or":
        return disjunction(formula.parts.map((part) => this.truth(part, env)));
      case "not":
        return negation(this.truth(formula.part, env));
      case "forall":
        return conjunction(
          assignments(formula.bound, env).map((inside) => this.truth(formula.where, inside)),
        );
      case "exists":
        return disjunction(
          assignments(formula.bound, env).map((inside) => this.truth(formula.where, inside)),
        );
      default:
        return unreachable(formula);
    }
  }

  number(term: LowTerm, env: Environment): NumberCode {
    switch (term.kind) {
      case "constant":
        return term.value;
      case "variable":
        return env[term.variable] ?? 0;
      case "field":
        return this.#access.fieldOf(term.map, term.field, this.cell(term.map, term.key, env));
      case "count": {
        const cases = assignments(term.bound, env).map((inside) => this.truth(term.where, inside));
        const certain = cases.filter((one) => one === true).length;
        const possible = cases.filter((one) => typeof one === "string").map((one) => `(${one}?1:0)`);
        return possible.length === 0 ? certain : `(${[certain, ...possible].join("+")})`;
      }
      case "plus": {
        const [left, right] = [this.number(term.left, env), this.number(term.right, env)];
        return typeof left === "number" && typeof right === "number" ? left + right : `(${left}+${right})`;
      }
      default:
        return unreachable(term);
    }
  }

  cell(map: number, key: readonly number[], env: Environment): NumberCode {
    const { firstCell, keyStrides } = this.map(map);
    let known = firstCell;
    const rest: string[] = [];
    for (const [index, variable] of key.entries()) {
      const slot = env[variable] ?? 0;
      const stride = keyStrides[index] ?? 0;
      if (typeof slot === "number") known += slot * stride;
      else rest.push(`${slot}*${stride}`);
    }
    return rest.length === 0 ? known : `${known}+${rest.join("+")}`;
  }

  map(index: number): MapLayout {
    const map = this.#layout.maps[index];
    if (map === undefined) throw new Error(`no map ${index}: the model was not checked`);
    return map;
  }

  #compare(operator: Comparison, leftTerm: LowTerm, rightTerm: LowTerm, env: Environment): TruthCode {
    const [left, right] = [this.number(leftTerm, env), this.number(rightTerm, env)];
    if (typeof left === "number" && typeof right === "number") return compareValues(operator, left, right);
    const tests = [`${left}${OPERATORS[operator]}${right}`];
    // UNDEFINED is smaller than every value, so some operators are false without a test of their own.
    const safeLeft = !mayBeUndefined(leftTerm) || operator === ">" || operator === ">=";
    const safeRight = !mayBeUndefined(rightTerm) || operator === "<" || operator === "<=";
    const impliedByOther = operator === "=" && (!mayBeUndefined(leftTerm) || !mayBeUndefined(rightTerm));
    if (!safeLeft && !impliedByOther) tests.push(`${left}>${UNDEFINED / 2}`);
    if (!safeRight && !impliedByOther) tests.push(`${right}>${UNDEFINED / 2}`);
    return conjunction(tests);
  }
}

function mayBeUndefined(term: LowTerm): boolean {
  if (term.kind === "plus") return mayBeUndefined(term.left) || mayBeUndefined(term.right);
  return term.kind === "field" || (term.kind === "constant" && !isDefined(term.value));
}

export function assignments(bound: readonly LowBound[], env: Environment): Environment[] {
  let all: NumberCode[][] = [[...env]];
  for (const { variable, slots } of bound) {
    all = all.flatMap((one) => Array.from({ length: slots }, (_, slot) => withValue(one, variable, slot)));
  }
  return all;
}

function withValue(env: Environment, variable: number, value: number): NumberCode[] {
  const copy = [...env];
  copy[variable] = value;
  return copy;
}

export function conjunction(parts: readonly TruthCode[]): TruthCode {
  if (parts.includes(false)) return false;
  const open = parts.filter((part) => typeof part === "string");
  return open.length === 0 ? true : open.length === 1 ? (open[0] ?? true) : `(${open.join("&&")})`;
}

function disjunction(parts: readonly TruthCode[]): TruthCode {
  return negation(conjunction(parts.map(negation)));
}

function negation(part: TruthCode): TruthCode {
  return typeof part === "boolean" ? !part : `!(${part})`;
}

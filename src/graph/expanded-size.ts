import { unreachable } from "#base/unreachable";
import type { LowBound, LowEffect, LowFormula, LowModel, LowTerm, LowWrite } from "./lower-model.js";

/** How many nodes the model has when quantifiers are unrolled, and calls too where there are few of them. */
export function expandedSize(low: LowModel, mostUnrolledCalls: number): number {
  const unrolled = low.calls <= mostUnrolledCalls;
  const actions = low.actions.map(
    ({ guard, effects, callCount }) =>
      (sizeOfFormula(guard) + sum(effects.map(sizeOfEffect)) + 1) * (unrolled ? callCount : 1),
  );
  // A record's decode table has one number per digit, which also has to be made before the first state.
  const tables = low.layout.maps.map(({ radix, fields }) => (radix * fields.length) / 16);
  return sum([...actions, ...tables, ...low.invariants.map(sizeOfFormula)]);
}

function sizeOfFormula(formula: LowFormula): number {
  switch (formula.kind) {
    case "truth":
    case "present":
    case "member":
      return 1;
    case "compare":
      return 1 + sizeOfTerm(formula.left) + sizeOfTerm(formula.right);
    case "and":
    case "or":
      return 1 + sum(formula.parts.map(sizeOfFormula));
    case "not":
      return 1 + sizeOfFormula(formula.part);
    case "forall":
    case "exists":
      return 1 + assignmentsOf(formula.bound) * sizeOfFormula(formula.where);
    default:
      return unreachable(formula);
  }
}

function sizeOfTerm(term: LowTerm): number {
  switch (term.kind) {
    case "constant":
    case "variable":
    case "field":
      return 1;
    case "count":
      return 1 + assignmentsOf(term.bound) * sizeOfFormula(term.where);
    case "plus":
      return 1 + sizeOfTerm(term.left) + sizeOfTerm(term.right);
    default:
      return unreachable(term);
  }
}

function sizeOfEffect({ bound, where, write }: LowEffect): number {
  return assignmentsOf(bound) * (sizeOfFormula(where) + sizeOfWrite(write));
}

function sizeOfWrite(write: LowWrite): number {
  switch (write.kind) {
    case "put":
      return 2 + sum(write.values.map(sizeOfTerm));
    case "remove":
      return 1;
    case "set":
      return 2 + sizeOfTerm(write.value);
    default:
      return unreachable(write);
  }
}

function assignmentsOf(bound: readonly LowBound[]): number {
  return bound.reduce((product, { slots }) => product * slots, 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

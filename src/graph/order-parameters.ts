import { unreachable } from "#base/unreachable";
import type { LowAction, LowFormula, LowTerm } from "./lower-model.js";

export interface ParameterOrder {
  /** Parameters, the outermost loop first. */
  readonly order: readonly number[];
  /** conjuncts[i] can be decided when the first i parameters of the order have values. */
  readonly conjuncts: readonly (readonly LowFormula[])[];
}

/**
 * In which order the arguments of an action are tried. The parameter that decides most of the guard comes first,
 * so that most combinations fail before they are formed: an enrolment asks for a tournament with a free seat
 * before it looks at players and ids. Both engines follow it, so that both write the same graph.
 */
export function orderParameters(action: LowAction): ParameterOrder {
  let open = conjunctsOf(action.guard).map((formula) => ({ formula, needs: parametersIn(formula, action) }));
  const order: number[] = [];
  const conjuncts: LowFormula[][] = [];
  const left = new Set(action.parameters.keys());

  const settle = (): void => {
    conjuncts.push(open.filter(({ needs }) => isSettled(needs, left)).map(({ formula }) => formula));
    open = open.filter(({ needs }) => !isSettled(needs, left));
  };
  settle();
  while (left.size > 0) {
    const next = [...left].reduce((best, candidate) => (gain(candidate) > gain(best) ? candidate : best));
    left.delete(next);
    order.push(next);
    settle();
  }
  return { order, conjuncts };

  /** How much of the guard a parameter decides now; ties go to the one that the rest of the guard speaks of. */
  function gain(parameter: number): number {
    const others = new Set([...left].filter((other) => other !== parameter));
    const decided = open.filter(({ needs }) => isSettled(needs, others)).length;
    return decided * 1_000 + open.filter(({ needs }) => needs.has(parameter)).length;
  }
}

function isSettled(needs: ReadonlySet<number>, left: ReadonlySet<number>): boolean {
  return [...needs].every((parameter) => !left.has(parameter));
}

function conjunctsOf(formula: LowFormula): readonly LowFormula[] {
  return formula.kind === "and" ? formula.parts.flatMap(conjunctsOf) : [formula];
}

function parametersIn(formula: LowFormula, action: LowAction): Set<number> {
  const found = new Set<number>();
  visitFormula(formula, (variable) => {
    if (variable < action.parameters.length) found.add(variable);
  });
  return found;
}

function visitFormula(formula: LowFormula, visit: (variable: number) => void): void {
  switch (formula.kind) {
    case "truth":
      return;
    case "present":
      formula.key.forEach(visit);
      return;
    case "compare":
      visitTerm(formula.left, visit);
      visitTerm(formula.right, visit);
      return;
    case "member":
      visit(formula.slot);
      visit(formula.subset);
      return;
    case "and":
    case "or":
      for (const part of formula.parts) visitFormula(part, visit);
      return;
    case "not":
      visitFormula(formula.part, visit);
      return;
    case "forall":
    case "exists":
      visitFormula(formula.where, visit);
      return;
    default:
      unreachable(formula);
  }
}

function visitTerm(term: LowTerm, visit: (variable: number) => void): void {
  switch (term.kind) {
    case "constant":
      return;
    case "variable":
      visit(term.variable);
      return;
    case "field":
      term.key.forEach(visit);
      return;
    case "count":
      visitFormula(term.where, visit);
      return;
    case "plus":
      visitTerm(term.left, visit);
      visitTerm(term.right, visit);
      return;
    default:
      unreachable(term);
  }
}

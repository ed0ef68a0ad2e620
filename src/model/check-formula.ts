import { didYouMean } from "#base/did-you-mean";
import type { ProblemCode } from "#base/problem-codes";
import { unreachable } from "#base/unreachable";
import type { Bound, Formula, Term } from "./formula.js";
import type { FieldType, ResourceMap, SubsetType } from "./model.js";
import { fieldNamed, type Scope, typeOfTerm, withBound } from "./scope.js";

export type Report = (code: ProblemCode, message: string, hint: string) => void;

/** More than any formula that a person could read. */
const MOST_VARIABLES = 32;
/** Nested quantifiers multiply: twelve over three slots take seconds per state, and say nothing that fewer cannot. */
const MOST_ASSIGNMENTS = 65_536;

export function checkFormula(formula: Formula, place: string, scope: Scope, report: Report): void {
  switch (formula.kind) {
    case "always":
    case "never":
      return;
    case "present":
      checkEntry(formula.map, formula.key, place, scope, report);
      return;
    case "compare": {
      checkTerm(formula.left, place, scope, report);
      checkTerm(formula.right, place, scope, report);
      const ordered = formula.operator !== "=" && formula.operator !== "!=";
      checkPair(formula.left, formula.right, ordered, place, scope, report);
      return;
    }
    case "member": {
      const [slot, subset] = [scope.variables.get(formula.slot), scope.variables.get(formula.subset)];
      if (slot?.kind !== "slot" || subset?.kind !== "subset" || slot.sort !== subset.sort) {
        report(
          "model-type",
          `${place}: ${formula.slot} cannot be a member of ${formula.subset}.`,
          "Use a slot and a subset of the same sort.",
        );
      }
      return;
    }
    case "and":
    case "or":
      for (const part of formula.parts) checkFormula(part, place, scope, report);
      return;
    case "not":
      checkFormula(formula.part, place, scope, report);
      return;
    case "forall":
    case "exists":
      checkFormula(formula.where, place, bindChecked(formula.variables, place, scope, report), report);
      return;
    default:
      unreachable(formula);
  }
}

/** Binds variables, and says where one has no sort or hides another: such a formula is read wrongly by people. */
export function bindChecked(bound: readonly Bound[], place: string, scope: Scope, report: Report): Scope {
  let inside = scope;
  for (const one of bound) {
    if (!scope.sorts.has(one.sort)) {
      report(
        "model-name",
        `${place} names a sort ${one.sort} that is not there.`,
        didYouMean(one.sort, [...scope.sorts.keys()]),
      );
    }
    if (inside.variables.has(one.name)) {
      report("model-name", `${place} binds the name ${one.name} twice.`, "Rename one of the variables.");
    }
    inside = withBound(inside, [one]);
  }
  if (inside.assignments > MOST_ASSIGNMENTS) {
    const hint = "Nest fewer quantifiers, or use fewer slots.";
    report("model-too-large", `${place} tries ${inside.assignments} assignments of slots.`, hint);
  }
  if (inside.variables.size > MOST_VARIABLES) {
    report(
      "model-too-large",
      `${place} binds ${inside.variables.size} variables.`,
      `Use up to ${MOST_VARIABLES}.`,
    );
  }
  return inside;
}

/** The map of an entry; a problem where there is none or its key does not fit. */
export function checkEntry(
  name: string,
  key: readonly string[],
  place: string,
  scope: Scope,
  report: Report,
): ResourceMap | undefined {
  const map = scope.maps.get(name);
  if (map === undefined) {
    report(
      "model-name",
      `${place} names a map ${name} that is not there.`,
      didYouMean(name, [...scope.maps.keys()]),
    );
    return undefined;
  }
  const fits = map.keys.length === key.length && map.keys.every((sort, index) => slotOf(key[index]) === sort);
  if (!fits) {
    report(
      "model-type",
      `${place}: ${name}[${key.join(", ")}] has the wrong key.`,
      `The key is made of: ${map.keys.join(", ")}.`,
    );
  }
  return map;

  function slotOf(variable: string | undefined): string | undefined {
    const type = variable === undefined ? undefined : scope.variables.get(variable);
    return type?.kind === "slot" && type.optional !== true ? type.sort : undefined;
  }
}

export function checkTerm(term: Term, place: string, scope: Scope, report: Report): void {
  switch (term.kind) {
    case "variable":
      if (!scope.variables.has(term.name)) {
        const hint = didYouMean(term.name, [...scope.variables.keys()]);
        report("model-name", `${place} uses ${term.name}, which stands for nothing.`, hint);
      }
      return;
    case "field": {
      const map = checkEntry(term.map, term.key, place, scope, report);
      if (map !== undefined && fieldNamed(map, term.field) === undefined) {
        const known = map.fields.map((field) => field.name);
        report(
          "model-name",
          `${place}: ${term.map} has no field ${term.field}.`,
          didYouMean(term.field, known),
        );
      }
      return;
    }
    case "count":
      checkFormula(term.where, place, bindChecked(term.variables, place, scope, report), report);
      return;
    case "plus":
      for (const side of [term.left, term.right]) {
        checkTerm(side, place, scope, report);
        if (typeOfTerm(side, scope)?.kind !== "integer") {
          report("model-type", `${place} adds something that is no number.`, "Add integers only.");
        }
      }
      return;
    case "integer":
      if (!Number.isSafeInteger(term.value)) {
        report("model-type", `${place} uses ${term.value}.`, "Use whole numbers.");
      }
      return;
    case "flag":
    case "option":
    case "none":
      return;
    default:
      unreachable(term);
  }
}

function checkPair(
  left: Term,
  right: Term,
  ordered: boolean,
  place: string,
  scope: Scope,
  report: Report,
): void {
  const type = typeOfTerm(left, scope) ?? typeOfTerm(right, scope);
  const fits = type !== undefined && termFits(left, type, scope) && termFits(right, type, scope);
  if (!fits || type.kind === "subset" || (ordered && type.kind !== "integer")) {
    report(
      "model-type",
      `${place} compares what cannot be compared.`,
      "Compare values of one type; order integers.",
    );
  }
}

/** Whether a term can stand where a value of this type is expected, ranges aside. */
export function termFits(term: Term, type: FieldType | SubsetType, scope: Scope): boolean {
  if (term.kind === "none") return type.kind === "slot";
  if (term.kind === "option") return type.kind === "choice" && type.options.includes(term.value);
  const own = typeOfTerm(term, scope);
  if (own?.kind !== type.kind) return false;
  if (own.kind === "slot" && type.kind === "slot") return own.sort === type.sort;
  if (own.kind === "choice" && type.kind === "choice")
    return own.options.join("\n") === type.options.join("\n");
  return own.kind !== "subset";
}

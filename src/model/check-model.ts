import { didYouMean } from "#base/did-you-mean";
import { type Problem, problem } from "#base/problem";
import { checkEffect } from "./check-effect.js";
import { checkFormula, type Report } from "./check-formula.js";
import type { Action, FieldType, Model, SubsetType } from "./model.js";
import { type Scope, scopeOf, withParameters } from "./scope.js";

/** Beyond these a model is a mistake, not an API: 4,096 entries alone have more states than can be counted. */
const MOST_SLOTS = 64;
const MOST_SUBSET_SLOTS = 12;
const MOST_PARAMETERS = 30;
const MOST_ENTRIES = 4_096;
const MOST_CALLS = 1_000_000;
const LARGEST_INTEGER = 1_000_000;
/** An entry's records are numbered in one 30-bit digit. */
const MOST_RECORDS = 2 ** 30 - 1;

/** Whether a model means something: names lead somewhere, types fit, and its size can be numbered. */
export function checkModel(model: Model): Problem[] {
  const problems: Problem[] = [];
  const scope = scopeOf(model);
  const report: Report = (code, message, hint) => problems.push(problem(code, message, hint));

  reportDuplicates("sort", model.sorts, report);
  reportDuplicates("map", model.maps, report);
  reportDuplicates("action", model.actions, report);
  for (const { name, slots } of model.sorts) {
    if (!Number.isInteger(slots) || slots < 1 || slots > MOST_SLOTS) {
      report("model-too-large", `Sort ${name} has ${slots} slots.`, `Use 1 to ${MOST_SLOTS}.`);
    }
  }
  for (const map of model.maps) {
    reportDuplicates(`field of ${map.name}`, map.fields, report);
    for (const key of map.keys) checkSort(key, `map ${map.name}`, scope, report);
    for (const field of map.fields) checkType(field.type, `${map.name}.${field.name}`, scope, report);
  }
  for (const action of model.actions) checkAction(action, scope, report);
  for (const { text, formula } of model.invariants)
    checkFormula(formula, `invariant "${text}"`, scope, report);
  if (problems.length === 0) checkSize(model, scope, report);
  return problems;
}

function checkAction(action: Action, scope: Scope, report: Report): void {
  const place = `action ${action.name}`;
  reportDuplicates(`parameter of ${place}`, action.parameters, report);
  for (const { name, type } of action.parameters)
    checkType(type, `parameter ${name} of ${place}`, scope, report);
  if (action.parameters.length > MOST_PARAMETERS) {
    report("model-too-large", `${place} has too many parameters.`, `Use up to ${MOST_PARAMETERS}.`);
  }
  const inside = withParameters(scope, action.parameters);
  checkFormula(action.guard, place, inside, report);
  for (const effect of action.effects) checkEffect(effect, place, inside, report);
  if (action.outcome.kind !== "effect" && action.effects.length > 0) {
    report(
      "model-type",
      `${place} is a ${action.outcome.kind} and yet changes the state.`,
      'Give it the outcome "effect", or no effects.',
    );
  }
}

function checkType(type: FieldType | SubsetType, place: string, scope: Scope, report: Report): void {
  if (type.kind === "slot" || type.kind === "subset") {
    checkSort(type.sort, place, scope, report);
    const slots = scope.sorts.get(type.sort)?.slots ?? 0;
    if (type.kind === "subset" && slots > MOST_SUBSET_SLOTS) {
      report(
        "model-too-large",
        `${place} has 2^${slots} subsets.`,
        `Use at most ${MOST_SUBSET_SLOTS} slots.`,
      );
    }
  }
  if (type.kind === "integer") {
    const whole = Number.isInteger(type.from) && Number.isInteger(type.to);
    const small = Math.max(Math.abs(type.from), Math.abs(type.to)) <= LARGEST_INTEGER;
    if (!whole || !small || type.from > type.to) {
      report(
        "model-type",
        `${place} has no range of small whole numbers: ${type.from} to ${type.to}.`,
        `Use whole numbers up to ${LARGEST_INTEGER}, the smaller one first.`,
      );
    }
  }
  if (
    type.kind === "choice" &&
    (type.options.length === 0 || new Set(type.options).size < type.options.length)
  ) {
    report("model-type", `${place} has no options, or one twice.`, "Name each option once.");
  }
}

function checkSort(name: string, place: string, scope: Scope, report: Report): void {
  if (scope.sorts.has(name)) return;
  report(
    "model-name",
    `${place} names a sort ${name} that is not there.`,
    didYouMean(name, [...scope.sorts.keys()]),
  );
}

function reportDuplicates(what: string, things: readonly { readonly name: string }[], report: Report): void {
  const seen = new Set<string>();
  for (const { name } of things) {
    if (seen.has(name)) report("model-name", `There are two of ${what} ${name}.`, "Rename one of them.");
    seen.add(name);
  }
}

function checkSize(model: Model, scope: Scope, report: Report): void {
  const slotsOf = (sort: string): number => scope.sorts.get(sort)?.slots ?? 0;
  const valuesOf = (type: FieldType | SubsetType): number => countValues(type, slotsOf);
  const entries = sum(model.maps.map((map) => product(map.keys.map(slotsOf))));
  const calls = sum(
    model.actions.map((action) => product(action.parameters.map(({ type }) => valuesOf(type)))),
  );
  const hint = "Use fewer slots or smaller ranges.";
  if (entries > MOST_ENTRIES) report("model-too-large", `The model has ${entries} entries.`, hint);
  if (calls > MOST_CALLS) report("model-too-large", `The model has ${calls} different calls.`, hint);
  for (const { name, fields } of model.maps) {
    const records = product(fields.map(({ type }) => valuesOf(type)));
    if (records >= MOST_RECORDS) {
      report("model-too-large", `An entry of ${name} has ${records} different records.`, hint);
    }
  }
}

/** How many values a type has. */
export function countValues(type: FieldType | SubsetType, slotsOf: (sort: string) => number): number {
  switch (type.kind) {
    case "slot":
      return slotsOf(type.sort) + (type.optional === true ? 1 : 0);
    case "subset":
      return 2 ** slotsOf(type.sort);
    case "integer":
      return type.to - type.from + 1;
    case "flag":
      return 2;
    case "choice":
      return type.options.length;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total * number, 1);
}

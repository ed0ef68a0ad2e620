import { isArray } from "#base/json";
import type { Expression, Quantified } from "./formula.js";
import { printFormula } from "./print-formula.js";
import { sampleIndexes } from "./sample.js";
import { bind, type Polarity, type Scope } from "./scope.js";
import {
  asTruth,
  known,
  PENDING,
  partOf,
  typeName,
  type Undefined,
  undefinedBecause,
  type Value,
} from "./value.js";
import { freeNames, someNode, urlValues } from "./walk-formula.js";

/** `exists` mostly finds its element early, so it asks for a few reads at a time; `for` needs them all. */
const EXISTS_AT_A_TIME = 8;

type Evaluate = (node: Expression, scope: Scope, polarity?: Polarity) => Value;

export function evaluateQuantified(
  node: Quantified,
  scope: Scope,
  polarity: Polarity,
  evaluate: Evaluate,
): Value {
  const universal = node.quantifier === "for";
  let undefinedValue: Undefined | undefined;
  let pending = 0;
  let decided = false;
  const complete = forEachTuple(node, scope, evaluate, (inner, value) => {
    const truth = value ?? asTruth(evaluate(node.body, inner, polarity), node.body);
    if (truth.kind === "pending") pending++;
    else if (truth.kind === "undefined") undefinedValue ??= truth;
    else if (truth.json !== universal) decided = true;
    return !decided && (universal || pending < EXISTS_AT_A_TIME);
  });
  if (decided) return known(!universal);
  if (pending > 0) return PENDING;
  if (undefinedValue) return undefinedValue;
  const lenient = polarity === (universal ? "positive" : "negative");
  if (complete || lenient) return known(universal);
  return undefinedBecause("only a sample of the elements was looked at", node.span.start);
}

/**
 * Calls back for every choice of elements, until told to stop; with a value instead, where a collection is
 * not known. Variables of one quantifier that share a collection take distinct elements, told apart by
 * position: `for p, q in players :- p.id != q.id` says that no id occurs twice. Returns whether all elements
 * were looked at.
 */
export function forEachTuple(
  node: Quantified,
  scope: Scope,
  evaluate: Evaluate,
  visit: (inner: Scope, value: Value | undefined) => boolean,
): boolean {
  const limit = scope.pass.sampleSize(node.variables.length);
  const rivals = rivalsOf(node);
  const isChoosy = node.quantifier === "for" && someNode(node.body, readsEach);
  const chosen: number[] = [];
  let complete = true;
  const choose = (depth: number, inner: Scope): boolean => {
    const variable = node.variables[depth];
    if (!variable) return visit(inner, undefined);
    const collection = asList(evaluate(variable.in, inner), variable.in);
    if (collection.kind !== "known" || !isArray(collection.json)) return visit(inner, collection);
    const total = collection.json.length;
    const items = isChoosy ? collection.json.filter((item) => scope.pass.concerns(item)) : collection.json;
    const indexes = sampleIndexes(items.length, limit);
    if (indexes.length < total) {
      complete = false;
      scope.pass.noteSample(printFormula(variable.in), indexes.length, total);
    }
    for (const index of indexes) {
      if (rivals[depth]?.some((rival) => chosen[rival] === index)) continue;
      if (!scope.pass.step())
        return visit(inner, undefinedBecause("the formula takes too many steps", node.span.start));
      chosen[depth] = index;
      const item = items[index];
      if (item === undefined) continue;
      if (!choose(depth + 1, bind(inner, variable.name, partOf(collection, item)))) return false;
    }
    return true;
  };
  choose(0, scope);
  return complete;
}

/** A read of its own for each element. */
function readsEach(node: Expression): boolean {
  return node.kind === "message" && node.of.kind === "read" && urlValues(node.of).length > 0;
}

function asList(value: Value, node: Expression): Value {
  if (value.kind !== "known" || isArray(value.json)) return value;
  const why = value.refused === undefined ? "" : `, but an answer of ${value.refused}`;
  return undefinedBecause(`${typeName(value.json)} is not a list${why}`, node.span.start);
}

const rivalsCache = new WeakMap<Quantified, readonly (readonly number[])[]>();

/** For each variable, the earlier ones that range over the same collection. */
function rivalsOf(node: Quantified): readonly (readonly number[])[] {
  const cached = rivalsCache.get(node);
  if (cached) return cached;
  const printed = node.variables.map((variable) => printFormula(variable.in));
  const rivals = node.variables.map((variable, index) => {
    const free = freeNames(variable.in);
    return printed.slice(0, index).flatMap((text, earlier) => {
      // `x in y.items, y in …` may print alike and yet mean another y.
      const rebound = node.variables.slice(earlier, index).some((other) => free.has(other.name));
      return text === printed[index] && !rebound ? [earlier] : [];
    });
  });
  rivalsCache.set(node, rivals);
  return rivals;
}

import { type Json, property } from "#base/json";
import type { Clause } from "#glacier/clause";
import type { Truth } from "#glacier/evaluate";
import { findViolations, type Violation, type Violations } from "#glacier/find-violations";
import type { Observer } from "#glacier/observation-point";
import type { PassOptions } from "#glacier/run-passes";
import type { Resource } from "#semantics/semantics";
import type { Judged } from "./contract-finding.js";

/** For which elements a stated invariant is broken at one moment. */
export function violationsOf(
  { formula }: Clause,
  observer: Observer,
  resources: readonly Resource[],
  options: Pick<PassOptions, "limits" | "concerns"> = {},
): Promise<Violations> {
  return findViolations(formula, { observer, ...options }, identityIn(resources));
}

/** An element of a list is the same thing as long as its ids are, whatever else of it changes. */
export function identityIn(resources: readonly Resource[]): (element: Json) => string {
  const fields = new Set(resources.flatMap(({ idFields }) => idFields));
  return (element) => {
    const ids = [...fields].flatMap((field) => {
      const value = property(element, field);
      return typeof value === "string" || typeof value === "number" ? [[field, value]] : [];
    });
    return JSON.stringify(ids.length === 0 ? element : ids);
  };
}

/** Whether an element is about something that the sequence made. */
export type IsOwn = (element: Json) => boolean;

/**
 * What a clause is worth after a call, with everything left aside that broke it before: the call is not to blame for that.
 * Undefined where nothing else is left to judge it by.
 */
export function judgedSince(
  clause: Clause,
  before: Violations,
  after: Violations,
  isOwn: IsOwn,
): Judged | undefined {
  const fresh = newSince(before, after, isOwn);
  const truth: Truth = fresh.length > 0 ? "false" : after.isOpen ? "unknown" : "true";
  if (truth === "true" && after.found.length > 0 && after.held === 0) return undefined;
  const because = fresh.slice(0, MOST_EXPLAINED).flatMap(({ explain }) => explain());
  return { clause, truth, because, sampled: [], reads: 0 };
}

const MOST_EXPLAINED = 5;

/** What was not looked at before may have been broken before; that of our own things was not there then. */
function newSince(before: Violations, after: Violations, isOwn: IsOwn): readonly Violation[] {
  const isPartial = before.isOpen || before.isSampled;
  const left = new Map<string, number>();
  for (const { key } of before.found) left.set(key, (left.get(key) ?? 0) + 1);
  return after.found.filter(({ key, elements }) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0 && (!isPartial || elements.length === 0 || elements.some(isOwn));
  });
}

import type { OperationKey } from "#openapi/api";
import { type Lifecycle, lifecycleOf } from "./lifecycles.js";
import type { Rule, Status } from "./rule.js";

/**
 * The fewest actions that bring a new thing into a status in which an operation is accepted, as far as the rules tell:
 * an order is submitted before it can be paid. Undefined where none is known; empty where nothing forbids it.
 */
export function wayTo(
  rules: readonly Rule[],
  resource: string,
  operation: OperationKey,
): readonly OperationKey[] | undefined {
  const life = lifecycleOf(rules, resource);
  if (life === undefined) return [];
  return [...waysThrough(life)].find(([status]) => isAllowed(life, operation, status))?.[1];
}

/** Every status that a new thing can be brought into, nearest first, each with the fewest actions that do it. */
export function waysThrough(life: Lifecycle): ReadonlyMap<Status, readonly OperationKey[]> {
  const ways = new Map<Status, readonly OperationKey[]>([[life.initial, []]]);
  for (const [status, way] of ways) {
    for (const [step, to] of life.leads) {
      if (isAllowed(life, step, status) && !ways.has(to)) ways.set(to, [...way, step]);
    }
  }
  return ways;
}

function isAllowed({ allowed }: Lifecycle, operation: OperationKey, status: Status): boolean {
  return allowed.get(operation)?.includes(status) ?? true;
}

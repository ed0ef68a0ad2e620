import type { OperationKey } from "#openapi/api";
import { lifecycleOf } from "./lifecycles.js";
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
  const isAllowed = (key: OperationKey, status: Status) => life.allowed.get(key)?.includes(status) ?? true;
  const ways = new Map<Status, readonly OperationKey[]>([[life.initial, []]]);
  for (const [status, way] of ways) {
    if (isAllowed(operation, status)) return way;
    for (const [step, to] of life.leads) {
      if (isAllowed(step, status) && !ways.has(to)) ways.set(to, [...way, step]);
    }
  }
  return undefined;
}

import type { OperationKey } from "#openapi/api";
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
  const begins = rules.find((rule) => rule.kind === "begins" && rule.resource === resource);
  const leads = rules.filter((rule) => rule.kind === "leads-to" && rule.resource === resource);
  const isAllowed = (key: OperationKey, status: Status) => {
    const rule = rules.find((one) => one.kind === "allowed-in" && one.operation === key);
    return rule?.kind !== "allowed-in" || rule.statuses.includes(status);
  };
  if (begins?.kind !== "begins") return [];
  const ways = new Map<Status, readonly OperationKey[]>([[begins.status, []]]);
  for (const [status, way] of ways) {
    if (isAllowed(operation, status)) return way;
    for (const rule of leads) {
      if (rule.kind === "leads-to" && isAllowed(rule.operation, status) && !ways.has(rule.status))
        ways.set(rule.status, [...way, rule.operation]);
    }
  }
  return undefined;
}

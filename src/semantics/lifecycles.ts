import type { OperationKey } from "#openapi/api";
import type { Rule, Status } from "./rule.js";

/** The life of the things of a resource, put together from its rules. */
export interface Lifecycle {
  readonly resource: string;
  /** The member of a thing that says where it stands. */
  readonly field: string;
  readonly initial: Status;
  /** Every status that is known of, the first one first. */
  readonly statuses: readonly Status[];
  /** Operations that are accepted in these statuses only; what is not here nothing forbids. */
  readonly allowed: ReadonlyMap<OperationKey, readonly Status[]>;
  /** Operations after which a thing has this status. */
  readonly leads: ReadonlyMap<OperationKey, Status>;
}

export function lifecyclesIn(rules: readonly Rule[]): readonly Lifecycle[] {
  return rules.flatMap((begins): Lifecycle[] => {
    if (begins.kind !== "begins") return [];
    const { resource, field, status: initial } = begins;
    const own = rules.flatMap((rule) =>
      (rule.kind === "allowed-in" || rule.kind === "leads-to") &&
      rule.resource === resource &&
      rule.field === field
        ? [rule]
        : [],
    );
    const leads = new Map(
      own.flatMap((rule) => (rule.kind === "leads-to" ? [[rule.operation, rule.status] as const] : [])),
    );
    const allowed = new Map(
      own.flatMap((rule) => (rule.kind === "allowed-in" ? [[rule.operation, rule.statuses] as const] : [])),
    );
    const statuses = new Set([initial, ...leads.values(), ...[...allowed.values()].flat()]);
    return [{ resource, field, initial, statuses: [...statuses], allowed, leads }];
  });
}

export function lifecycleOf(rules: readonly Rule[], resource: string): Lifecycle | undefined {
  return lifecyclesIn(rules).find((life) => life.resource === resource);
}

import type { OperationKey } from "#openapi/api";
import type { Rule, Status } from "./rule.js";

/** The life of the things of a resource, put together from its rules. */
export interface Lifecycle {
  readonly resource: string;
  readonly field: string;
  readonly initial: Status;
  readonly transitions: readonly {
    readonly operation: OperationKey;
    /** Where it is accepted; all statuses where nothing forbids it. */
    readonly from: readonly Status[];
    readonly to: Status;
  }[];
}

export function lifecyclesIn(rules: readonly Rule[]): readonly Lifecycle[] {
  return rules.flatMap((begins): Lifecycle[] => {
    if (begins.kind !== "begins") return [];
    const { resource, field, status: initial } = begins;
    const leads = rules.flatMap((rule) =>
      rule.kind === "leads-to" && rule.resource === resource ? [rule] : [],
    );
    const all = [...new Set([initial, ...leads.map(({ status }) => status)])];
    const transitions = leads.map(({ operation, status }) => {
      const allowed = rules.find((rule) => rule.kind === "allowed-in" && rule.operation === operation);
      return { operation, from: allowed?.kind === "allowed-in" ? allowed.statuses : all, to: status };
    });
    return [{ resource, field, initial, transitions }];
  });
}

import type { Rule } from "#semantics/rule";
import type { Life } from "./thing.js";

/** How the things of a resource live, where it is known what they begin with and that something changes it. */
export function planLife(resource: string, rules: readonly Rule[]): Life | undefined {
  const begins = rules.find((rule) => rule.kind === "begins" && rule.resource === resource);
  if (begins?.kind !== "begins") return undefined;
  const own = rules.flatMap((rule) =>
    (rule.kind === "allowed-in" || rule.kind === "leads-to") &&
    rule.resource === resource &&
    rule.field === begins.field
      ? [rule]
      : [],
  );
  const leads = own.flatMap((rule) =>
    rule.kind === "leads-to" ? [[rule.operation, String(rule.status)] as const] : [],
  );
  if (leads.length === 0) return undefined;
  const allowed = own.flatMap((rule) =>
    rule.kind === "allowed-in" ? [[rule.operation, rule.statuses.map(String)] as const] : [],
  );
  const statuses = new Set([
    String(begins.status),
    ...leads.map(([, status]) => status),
    ...allowed.flatMap(([, some]) => some),
  ]);
  return {
    member: begins.field,
    statuses: [...statuses],
    allowed: new Map(allowed),
    leads: new Map(leads),
  };
}

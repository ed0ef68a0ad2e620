import { lifecycleOf } from "#semantics/lifecycles";
import type { Rule } from "#semantics/rule";
import type { Life } from "./thing.js";

/** How the things of a resource live, where it is known what they begin with and that something changes it. */
export function planLife(resource: string, rules: readonly Rule[]): Life | undefined {
  const life = lifecycleOf(rules, resource);
  if (life === undefined || life.leads.size === 0) return undefined;
  return {
    member: life.field,
    statuses: life.statuses.map(String),
    allowed: new Map([...life.allowed].map(([key, statuses]) => [key, statuses.map(String)])),
    leads: new Map([...life.leads].map(([key, status]) => [key, String(status)])),
  };
}

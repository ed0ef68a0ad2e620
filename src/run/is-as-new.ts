import type { Thing } from "#cover/tour";
import type { Rule } from "#semantics/rule";

/**
 * Nothing has moved it since it was made. Rules were mostly seen with new things: a list need not show what is archived,
 * and a booking that was cancelled need not be in anybody's way.
 */
export function isAsNew({ resource, acted, life }: Thing, rules: readonly Rule[]): boolean {
  const begins = rules.find((rule) => rule.kind === "begins" && rule.resource === resource);
  const initial = begins?.kind === "begins" ? String(begins.status) : undefined;
  return acted !== true && (life === undefined || life.status === initial);
}

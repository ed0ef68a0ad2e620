import type { Rule } from "#semantics/rule";
import type { Ground } from "./oracle.js";
import type { Kind } from "./situation.js";

/** That a parent cannot be deleted while something belongs to it. */
export type Restriction = Extract<Rule, { kind: "parent-delete" }>;

/** The parents whose deletes were seen to be refused while things of this kind belong to them. */
export function restrictionsBy({ rules }: Ground, { resource }: Kind): readonly Restriction[] {
  return rules.flatMap((rule) =>
    rule.kind === "parent-delete" && rule.effect === "restrict" && rule.child === resource.name ? [rule] : [],
  );
}

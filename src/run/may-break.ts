import type { Clause } from "#glacier/clause";
import type { OperationKey } from "#openapi/api";
import type { Rule } from "#semantics/rule";
import { resourceNamed, type Semantics } from "#semantics/semantics";

/**
 * Whether a call may have a say in what a learned rule says is always so. Such an invariant reads things one by one; around
 * calls that have nothing to do with it those would be most of the requests of a run. What a user has stated is judged
 * around every call, as it is meant.
 */
export function mayBreak(clause: Clause, operation: OperationKey, semantics: Semantics): boolean {
  const { kind, rule } = clause;
  if (kind !== "invariant" || rule === undefined || isStated(clause)) return true;
  const meaning = semantics.operations[operation];
  // Nobody knows what it does.
  if (meaning === undefined || meaning.resource === null) return true;
  const own = meaning.resource;
  // A new parent takes nothing from anybody.
  if (meaning.semantics === "CREATE") return heldBy(rule).includes(own);
  if (aboutIn(rule).includes(own)) return true;
  // What is deleted takes along what stands below it.
  return meaning.semantics === "DELETE" && aboutIn(rule).some((name) => standsIn(name, own, semantics));
}

/** Written by the user, as a clause or as a rule. */
export function isStated({ rule, generated }: Clause): boolean {
  return rule === undefined ? generated !== true : rule.source === "declared";
}

/** The kinds whose things are held to it, one by one. */
function heldBy(rule: Rule): readonly string[] {
  return "child" in rule ? [rule.child] : "resource" in rule ? [rule.resource] : [];
}

function aboutIn(rule: Rule): readonly string[] {
  return [...heldBy(rule), ...("parent" in rule ? [rule.parent] : [])];
}

function standsIn(
  name: string,
  above: string,
  semantics: Semantics,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (seen.has(name)) return false;
  const parents = resourceNamed(semantics, name)?.parents ?? [];
  return parents.some(
    ({ resource }) => resource === above || standsIn(resource, above, semantics, new Set([...seen, name])),
  );
}

import { linkName, type Rule } from "#semantics/rule";
import type { ParentLink, Resource } from "#semantics/semantics";

/** The rules that speak of a child naming a parent. */
export type LinkRule = Extract<Rule, { kind: "dangling" | "parent-delete" | "capacity" }>;

export function isLinkRule(rule: Rule): rule is LinkRule {
  return rule.kind === "dangling" || rule.kind === "parent-delete" || rule.kind === "capacity";
}

export function sameVia(a: ParentLink["via"], b: ParentLink["via"]): boolean {
  return a.kind === b.kind && linkName(a) === linkName(b);
}

/**
 * The ways in which a resource needs others: those that the document shows, and those that were seen or are
 * declared only.
 */
export function linksOf(resource: Resource, rules: readonly Rule[]): readonly ParentLink[] {
  const links = [...resource.parents];
  for (const rule of rules.filter(isLinkRule)) {
    if (rule.child !== resource.name || rule.source === "hypothesis") continue;
    const known = links.some((link) => link.resource === rule.parent && sameVia(link.via, rule.via));
    if (!known) links.push({ resource: rule.parent, via: rule.via });
  }
  // What is made for a thing alone is none of those that the model knows.
  return links.filter(({ apart }) => apart !== true);
}

/** What the rules say of one link; of two the later, as rules come settled. */
export function rulesAbout(
  child: string,
  { resource: parent, via }: ParentLink,
  rules: readonly Rule[],
): readonly LinkRule[] {
  return rules
    .filter(isLinkRule)
    .filter((rule) => rule.child === child && rule.parent === parent && sameVia(rule.via, via));
}

import type { Api } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import type { RuleContent } from "#semantics/rule";
import { resourceNamed, type Semantics } from "#semantics/semantics";
import { type ResourceView, viewOf } from "./resource-view.js";

/** What writing and reading formulas needs to know of an API. */
export interface ContractContext {
  readonly api: Api;
  readonly semantics: Semantics;
  /** Everything that is believed: one rule may decide whether another can be said. */
  readonly rules: readonly RuleContent[];
  /** The identities that were seen to work; without it they are taken from the schemas. */
  readonly book: RecipeBook | undefined;
  /** How a resource can be looked at; undefined for a name that is no resource. */
  view(resource: string): ResourceView | undefined;
}

export function contextOf(
  api: Api,
  semantics: Semantics,
  rules: readonly RuleContent[],
  book?: RecipeBook,
): ContractContext {
  const views = new Map<string, ResourceView | undefined>();
  const view = (name: string): ResourceView | undefined => {
    if (!views.has(name)) {
      const resource = resourceNamed(semantics, name);
      const identity = book?.creates.get(name)?.identity;
      const seen = rules.find((rule) => rule.kind === "removes" && rule.resource === name);
      const absentAs = seen?.kind === "removes" ? seen.absentAs : undefined;
      views.set(name, resource === undefined ? undefined : viewOf(api, resource, identity, absentAs));
    }
    return views.get(name);
  };
  return { api, semantics, rules, book, view };
}

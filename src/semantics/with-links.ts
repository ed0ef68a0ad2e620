import type { RecipeBook } from "./find-recipes.js";
import { linkName } from "./rule.js";
import type { ParentLink, Resource, Semantics } from "./semantics.js";

/** With what only refusals have told of. */
export function withLinks(semantics: Semantics, { links }: RecipeBook): Semantics {
  const isKnown = (resource: Resource, { via }: ParentLink) =>
    resource.parents.some((link) => linkName(link.via) === linkName(via));
  const resources = semantics.resources.map((resource): Resource => {
    const told = (links?.get(resource.name) ?? []).filter((link) => !isKnown(resource, link));
    return told.length === 0 ? resource : { ...resource, parents: [...resource.parents, ...told] };
  });
  return { ...semantics, resources };
}

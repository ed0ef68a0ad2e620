import type { RecipeBook } from "./find-recipes.js";
import { linkName } from "./rule.js";
import type { ParentLink, Resource, Semantics } from "./semantics.js";

/** With what only refusals have told of. */
export function withLinks(
  semantics: Semantics,
  { links, seenIn }: Pick<RecipeBook, "links" | "seenIn">,
): Semantics {
  const resources = semantics.resources.map((resource) => {
    const shown = seenIn?.get(resource.name);
    const linked = linkedBy(resource, links?.get(resource.name) ?? []);
    return shown === undefined ? linked : { ...linked, seenIn: shown };
  });
  return { ...semantics, resources };
}

/** A link that is there already may only now be known to lead to another thing. */
export function linkedBy(resource: Resource, told: readonly ParentLink[]): Resource {
  if (told.length === 0) return resource;
  const named = (link: ParentLink) => `${link.resource} ${linkName(link.via)}`;
  const parents = new Map(resource.parents.map((link) => [named(link), link]));
  for (const link of told) parents.set(named(link), { ...parents.get(named(link)), ...link });
  return { ...resource, parents: [...parents.values()] };
}

import { appendToPointer, formatPointer, parsePointer } from "#base/json-pointer";
import { referencesOf } from "#calls/references";
import type { ReferenceSource } from "#calls/template";
import type { Deed } from "#model/derived-model";
import { clientIdField } from "#semantics/identity-names";
import { type CallRecipe, type CreateRecipe, SELF } from "#semantics/recipe";
import { resourceNamed, type Semantics } from "#semantics/semantics";

/** Where an update says which thing it means. */
export function placeOfOwnId({ operation, inputs }: CallRecipe): ReferenceSource | undefined {
  const own = referencesOf({ id: "", operation, ...inputs }).find(({ reference }) => reference.call === SELF);
  if (own === undefined) return undefined;
  const [where, ...rest] = parsePointer(own.input);
  if (where === "body") return { in: "request body", pointer: formatPointer(rest) };
  const [name = ""] = rest;
  return where === "path" ? { in: "request parameter", place: "path", name } : undefined;
}

/** Where the id of one of several things stands: in the list that was sent, since the client chose it. */
export function identityInList(
  recipe: CreateRecipe,
  deed: Deed,
  semantics: Semantics,
  index: number,
): ReferenceSource | undefined {
  const resource = resourceNamed(semantics, deed.resource);
  const content = recipe.inputs.body?.content;
  const members = content?.kind === "object" ? Object.keys(content.members) : [];
  const field = clientIdField(resource?.idParameter, deed.resource, members);
  return field === undefined ? undefined : { in: "request body", pointer: appendToPointer("", index, field) };
}

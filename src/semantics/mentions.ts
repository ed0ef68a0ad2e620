import { isObject, type Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { RecipeBook } from "./find-recipes.js";
import { wholeList } from "./guess-rules.js";
import { idFieldsOf } from "./id-fields.js";
import { listItems } from "./list-items.js";
import { resourceOfParameter } from "./parent-links.js";
import { collectionsAlong } from "./path-template.js";
import type { ParentLink, Resource, Semantics } from "./semantics.js";

/** A word that is an id somewhere and a value here by chance is short, or a number. */
const LEAST_LENGTH = 4;

/**
 * References that the service itself puts into a thing, such as its owner: a text that nobody sent and that is, in every
 * look at such a thing, the id of something that another list shows.
 */
export function withMentions(
  semantics: Semantics,
  book: RecipeBook,
  exchanges: readonly Exchange[],
): Semantics {
  const seen = exchanges.filter(succeeded);
  const known = semantics.resources.map((resource) => ({ resource, ids: idsListed(resource, book, seen) }));
  const resources = semantics.resources.map((resource): Resource => {
    const found = fieldsOf(resource, book, seen).flatMap(([name, values]): ParentLink[] => {
      const parent = known.find(
        ({ resource: other, ids }) => other !== resource && values.every((value) => ids.has(value)),
      );
      const isKnown = resource.parents.some((link) => link.resource === parent?.resource.name);
      if (parent === undefined || isKnown) return [];
      const via = { kind: "body", pointer: formatPointer([name]), required: false } as const;
      return [{ resource: parent.resource.name, via }];
    });
    const mentions = [...(resource.mentions ?? []), ...found];
    return mentions.length === 0 ? resource : { ...resource, mentions };
  });
  return { ...semantics, resources };
}

function idsListed(resource: Resource, book: RecipeBook, seen: readonly Exchange[]): ReadonlySet<string> {
  const list = wholeList(resource);
  const fields = idFieldsOf(resource, book.creates.get(resource.name)?.identity);
  return new Set(
    seen.flatMap((exchange) => {
      if (exchange.call.operation !== list) return [];
      return (listItems(bodyOf(exchange)) ?? []).flatMap((item) => {
        const field = isObject(item) ? fields.find((name) => Object.hasOwn(item, name)) : undefined;
        const id = field === undefined || !isObject(item) ? item : item[field];
        return typeof id === "string" ? [id] : [];
      });
    }),
  );
}

/** Texts of the things that were read, by field: those that every look has, and that no create was sent. */
function fieldsOf(
  resource: Resource,
  book: RecipeBook,
  seen: readonly Exchange[],
): readonly (readonly [string, readonly string[]])[] {
  const bodies = seen
    .filter(({ call }) => resource.read.includes(call.operation))
    .map(bodyOf)
    .filter(isObject);
  const recipe = book.creates.get(resource.name);
  const sent = recipe?.inputs.body?.content.kind === "object" ? recipe.inputs.body.content.members : {};
  const ids = new Set(idFieldsOf(resource, recipe?.identity));
  const names = Object.keys(bodies[0] ?? {}).filter((name) => !Object.hasOwn(sent, name) && !ids.has(name));
  return names.flatMap((name) => {
    const values = bodies.map((body) => body[name]).filter(isTelling);
    return bodies.length > 1 && values.length === bodies.length ? [[name, values] as const] : [];
  });
}

function isTelling(value: Json | undefined): value is string {
  return typeof value === "string" && value.length >= LEAST_LENGTH && !/^\d+$/.test(value);
}

function bodyOf({ outcome }: Exchange): Json | undefined {
  return outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
}

/** Things that nobody can create are listed under others where they belong to those: `/categories/{name}/products`. */
export function listedUnder(
  api: Api,
  resource: Resource,
  { operations, resources }: Semantics,
): readonly ParentLink[] {
  if (resource.create.length > 0) return [];
  const lists = Object.values(operations).filter(
    ({ semantics, resource: own, kind, proof }) =>
      semantics === "READ_MULTI" && own === resource.name && kind !== "search" && proof?.confirmed === true,
  );
  return lists.flatMap(({ operation }) =>
    collectionsAlong(operationOf(api, operation).path).flatMap(({ collection, parameter }): ParentLink[] => {
      const parent = resourceOfParameter(collection, parameter, resources);
      const isOther = parent !== undefined && parent.name !== resource.name;
      return isOther ? [{ resource: parent.name, via: { kind: "path", parameter } }] : [];
    }),
  );
}

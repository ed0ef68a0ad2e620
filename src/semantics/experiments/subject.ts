import { parsePointer } from "#base/json-pointer";
import { referencesOf } from "#calls/references";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { bindInputs } from "../bind-inputs.js";
import { createOrder } from "../create-order.js";
import type { RecipeBook } from "../find-recipes.js";
import { wholeList } from "../guess-rules.js";
import type { Probe } from "../probe.js";
import type { CallRecipe, CreateRecipe } from "../recipe.js";
import { roleOf } from "../role.js";
import type { ParentLink, Resource } from "../semantics.js";

/** A resource that experiments can be made with: it is known how to create its things. */
export interface Subject {
  readonly resource: Resource;
  readonly recipe: CreateRecipe;
  readonly update?: CallRecipe;
  /** The list that shows all of them, or all under what one of them stands in. */
  readonly list?: OperationKey;
}

export function subjectNamed(
  known: Pick<Probe, "api" | "semantics">,
  book: RecipeBook,
  name: string,
): Subject | undefined {
  const resource = known.semantics.resources.find((candidate) => candidate.name === name);
  const recipe = book.creates.get(name);
  if (resource === undefined || recipe === undefined) return undefined;
  const update = book.updates.get(name);
  const field = "pointer" in recipe.identity ? parsePointer(recipe.identity.pointer).at(-1) : undefined;
  // The field that was seen to hold the id comes before those that may.
  const idFields = [...(field === undefined ? [] : [field]), ...resource.idFields];
  const list = listOf(known, resource, recipe) ?? resource.seenIn;
  return {
    resource: { ...resource, idFields },
    recipe,
    ...(update === undefined ? {} : { update }),
    ...(list === undefined ? {} : { list }),
  };
}

/** The list of the whole collection; else one under things that a create of it names as well. */
export function listOf(
  { api, semantics }: Pick<Probe, "api" | "semantics">,
  resource: Resource,
  { needs }: Pick<CreateRecipe, "needs">,
): OperationKey | undefined {
  const named = new Set(needs.map((need) => need.resource));
  return (
    wholeList(resource) ??
    resource.list.find((key) => {
      const operation = operationOf(api, key);
      const bind = bindInputs(operation, resource, semantics.resources, "reference");
      return operation.parameters.every(({ in: place, name, schema, required }) => {
        const bound = place === "path" ? bind("path", name, schema, []) : undefined;
        return place === "path" ? bound?.kind === "reference" && named.has(bound.call) : !required;
      });
    })
  );
}

/** The resources to study, parents first: those that can be made. */
export function subjectsOf(known: Pick<Probe, "api" | "semantics">, book: RecipeBook): readonly Subject[] {
  return createOrder(known.semantics.resources).flatMap(({ name }) => {
    const subject = subjectNamed(known, book, name);
    return subject === undefined || subject.recipe.found ? [] : [subject];
  });
}

/** How one thing can be looked at: by its own read, else as an item of the collection's list. */
export function wayToSee({
  resource,
  list,
}: Subject): { readonly operation: OperationKey; readonly kind: "read" | "list" } | undefined {
  const read = resource.read[0];
  if (read !== undefined) return { operation: read, kind: "read" };
  return list === undefined ? undefined : { operation: list, kind: "list" };
}

/** The links that the recipe really uses: an optional reference may have been left out for it to work. */
export function linksOf({ resource, recipe }: Subject): readonly ParentLink[] {
  const used = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs });
  return resource.parents.filter((link) => {
    const { via } = link;
    const role = roleOf(link, resource);
    return used.some(({ reference, input }) => {
      if (reference.call !== role) return false;
      if (via.kind === "body") return input === `/body${via.pointer}`;
      return via.kind === "id" || input.startsWith("/path/");
    });
  });
}

/** Its id is that of another thing: it joins that to something. */
export function borrowsId(subject: Subject): boolean {
  return linksOf(subject).some(({ via }) => via.kind === "id");
}

/** Whether the document promises this status for an operation. */
export function declares(api: Probe["api"], key: OperationKey, status: string): boolean {
  return operationOf(api, key).responses.some((response) => response.status === status);
}

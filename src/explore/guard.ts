import { isObject, type Json } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { ResolvedInputs } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { value } from "#calls/template";
import { operationOf } from "#openapi/operation-of";
import { sightInList, sightInRead } from "#semantics/experiments/sight";
import { wholeList } from "#semantics/guess-rules";
import { clientIdField } from "#semantics/identity-names";
import { hasId, listItems, sameId } from "#semantics/list-items";
import { resourceOfParameter } from "#semantics/parent-links";
import { collectionsAlong } from "#semantics/path-template";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { kindOfRole } from "#semantics/role";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { type Card, type Ground, mayWrite } from "./ground.js";
import type { Ask } from "./look-around.js";
import type { State } from "./observation.js";

/** What a guard knows when a call is about to be made. */
export interface Situation {
  /** What the run has made so far, by resource. */
  readonly made: Made;
  /** The ids of all that the candidate has made, by resource. */
  readonly own: readonly { readonly resource: string; readonly id: Json }[];
  /** What was there before the candidate began. */
  readonly before: State;
  readonly ask: Ask;
}

/**
 * Whether a call can only touch what is ours. A write may name a thing that this candidate made, or one that is seen not
 * to be there; a create may choose an id that is seen to be free. What cannot be seen is not free.
 */
export async function isHarmless(
  card: Card,
  inputs: ResolvedInputs,
  ground: Ground,
  situation: Situation,
): Promise<boolean> {
  if (!mayWrite(card)) return true;
  const { resources } = ground.world.semantics;
  for (const { collection, parameter } of collectionsAlong(card.operation.path)) {
    const id = Object.hasOwn(inputs.path, parameter) ? inputs.path[parameter] : undefined;
    const resource = resourceOfParameter(collection, parameter, resources);
    if (id === undefined) continue;
    if (resource === undefined) return false;
    if (isFound(resource, card, ground)) continue;
    if (!(await isOurs(resource, id, ground, situation))) return false;
  }
  for (const { resource, id } of namedInBody(card, inputs, ground)) {
    if (!(await isOurs(resource, id, ground, situation))) return false;
  }
  const chosen = card.semantics === "CREATE" ? chosenIn(card.resource, inputs) : undefined;
  return chosen === undefined || isOurs(card.resource, chosen, ground, situation);
}

/** The things that a body names, at the places where it is known to name some. */
function namedInBody(
  card: Card,
  { body }: ResolvedInputs,
  ground: Ground,
): readonly { readonly resource: Resource; readonly id: Json }[] {
  const places = referencesOf({ id: "", operation: card.operation.key, ...card.inputs });
  return places.flatMap(({ reference, input }) => {
    const name = reference.call === SELF ? card.resource.name : kindOfRole(reference.call);
    const resource = resourceNamed(ground.world.semantics, name);
    const id = input.startsWith(BODY) ? getAtPointer(body?.content, input.slice(BODY.length)) : undefined;
    if (id === undefined || resource === undefined || isFound(resource, card, ground)) return [];
    return [{ resource, id }];
  });
}

const BODY = "/body";

/** Where things cannot be made, something may be created below one that was there. */
function isFound(resource: Resource, card: Card, { book }: Ground): boolean {
  return (
    card.semantics === "CREATE" &&
    resource.name !== card.resource.name &&
    book.creates.get(resource.name)?.found === true
  );
}

function chosenIn(resource: Resource, { body }: ResolvedInputs): Json | undefined {
  if (!isObject(body?.content)) return undefined;
  const field = chosenIdField(resource, Object.keys(body.content));
  return field === undefined ? undefined : body.content[field];
}

/** The member of a create's body by which the client chooses the id; undefined where the service does. */
export function chosenIdField(resource: Resource, members: Iterable<string>): string | undefined {
  if (resource.idSource !== "client") return undefined;
  return clientIdField(resource.idParameter, resource.name, [...members]);
}

async function isOurs(resource: Resource, id: Json, ground: Ground, situation: Situation): Promise<boolean> {
  const { own, made } = situation;
  if (own.some((thing) => thing.resource === resource.name && sameId(thing.id, id))) return true;
  // Below a thing of ours there is nothing of anybody else.
  const standsInOurs = resource.parents.some(
    ({ resource: parent, via }) =>
      via.kind === "path" && made.has(parent) && ground.book.creates.get(parent)?.found !== true,
  );
  return standsInOurs || isAbsent(resource, id, ground, situation);
}

async function isAbsent(
  resource: Resource,
  id: Json,
  { world, book }: Ground,
  { before, ask, made }: Situation,
): Promise<boolean> {
  // What cannot stand in a path could not be deleted again.
  if (typeof id !== "number" && (typeof id !== "string" || /^\.{0,2}$/.test(id))) return false;
  const identity = book.creates.get(resource.name)?.identity;
  const field =
    identity !== undefined && "pointer" in identity ? identity.pointer.split("/").at(-1) : undefined;
  const idFields = field === undefined ? resource.idFields : [field, ...resource.idFields];
  const list = wholeList(resource);
  const known = before.find((look) => look.operation === list && look.isWhole);
  const items = known?.body === undefined ? undefined : listItems(known.body);
  if (items !== undefined) return !items.some((item) => hasId(item, id, idFields));
  const key = resource.read[0] ?? list;
  if (key === undefined) return false;
  const recipe = plainRecipe(world, operationOf(world.api, key), resource);
  const exchange = await ask(callFromRecipe(`look for ${resource.name}`, recipe, made, value(id)));
  const see = key === list ? sightInList : sightInRead;
  return see(exchange, { id, idFields }).kind === "absent";
}

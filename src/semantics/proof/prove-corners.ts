import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { Operation, OperationKey } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import { type AccountRecipe, type Somebody, somebody } from "../access/account-recipe.js";
import { namedIn, type OwnCorner, ownCorners } from "../access/own-corner.js";
import type { Lab } from "../experiments/lab.js";
import { findAccepted, MOST_ATTEMPTS } from "../find-accepted.js";
import { sameId } from "../list-items.js";
import { type CallRecipe, SELF } from "../recipe.js";
import { NO_RESOURCE, type OperationMeaning, type Resource, resourceNamed } from "../semantics.js";
import { gatherThings } from "./gather-things.js";
import type { Tried } from "./tried.js";

export interface ProvenCorners {
  readonly tried: readonly Tried[];
  /** How what everybody has one of is changed, by whoever has it. */
  readonly corners: ReadonlyMap<OperationKey, CallRecipe>;
}

/**
 * Tries what changes a thing that everybody has one of, as somebody who was registered for that: their cart is nobody
 * else's, so nothing of anybody else can change. What comes of a call is seen in the views of the corner; where there
 * is none, the answer itself must show what was named.
 */
export async function proveCorners(
  lab: Lab,
  account: AccountRecipe,
  wanted: (meaning: OperationMeaning) => boolean,
): Promise<ProvenCorners> {
  const { api, semantics } = lab.bench;
  const isOpen = ({ key }: Operation) => {
    const meaning = semantics.operations[key];
    return meaning !== undefined && wanted(meaning);
  };
  const tried: Tried[] = [];
  const corners = new Map<OperationKey, CallRecipe>();
  const open = ownCorners(api).filter(({ writes }) => writes.some(isOpen));
  const person = open.length === 0 ? undefined : await enter(lab, account);
  for (const corner of person === undefined ? [] : open)
    for (const operation of corner.writes.filter(isOpen)) {
      const meaning = semantics.operations[operation.key];
      if (meaning === undefined || person === undefined || lab.isOver) continue;
      const found = await tryOne(lab, person, corner, operation, meaning);
      if (found === undefined) continue;
      tried.push(found);
      if (found.verdict.confirmed && found.inputs !== undefined)
        corners.set(operation.key, {
          resource: meaning.resource ?? "",
          operation: operation.key,
          inputs: found.inputs,
        });
    }
  return { tried, corners };
}

async function enter(lab: Lab, account: AccountRecipe): Promise<Somebody | undefined> {
  const { api, semantics } = lab.bench;
  const person = somebody(api, account, "somebody new");
  if (person === undefined) return undefined;
  const send = (call: Somebody["register"]) => lab.perform(call.id, (id) => ({ ...call, id }));
  const registered = await send(person.register);
  if (!succeeded(registered)) return undefined;
  const resource = resourceNamed(semantics, account.resource);
  const sent = registered.request.inputs.body?.content;
  const field = resource?.idFields.find((name) => isObject(sent) && Object.hasOwn(sent, name));
  if (resource !== undefined && field !== undefined) {
    const identity = { in: "request body", pointer: formatPointer([field]) } as const;
    lab.bench.onCreated(resource, new Map([[SELF, { call: registered.call.id, identity }]]), lab.exchanges);
  }
  if (person.verify !== undefined) await send(person.verify);
  return succeeded(await send(person.logIn())) ? person : undefined;
}

async function tryOne(
  lab: Lab,
  person: Somebody,
  corner: OwnCorner,
  operation: Operation,
  meaning: OperationMeaning,
): Promise<Tried | undefined> {
  const { api, semantics } = lab.bench;
  const members = [...membersOf(requestSchema(operation), api.schemas).keys()];
  const parents = namedIn(operation, members, semantics.resources, meaning.resource);
  const parameters = operation.path.split("{").length - 1;
  // An id that leads nowhere that is known cannot be given.
  if (parents.filter(({ via }) => via.kind === "path").length < parameters) return undefined;
  const made = await gatherThings(lab, [...new Set(parents.map(({ resource }) => resource))], undefined);
  if (made === undefined) return undefined;
  const resource: Resource = { ...NO_RESOURCE, parents };
  const from = lab.exchanges.length;
  const before = await look(lab, person, corner);
  const accepted = await findAccepted({
    known: lab.bench,
    operation,
    resource,
    made,
    own: "reference",
    attempts: operation.body === undefined ? 1 : MOST_ATTEMPTS / 2,
    send: (call) => lab.perform(call.id, (id) => person.as({ ...call, id })),
    nameOf: (attempt) => `try ${operation.key} ${attempt}`,
  });
  const exchanges = lab.exchanges.slice(from);
  if ("reason" in accepted) return undefined;
  const after = await look(lab, person, corner);
  const isSeen = after.length > 0 ? !jsonEqual(before, after) : showsNamed(accepted.exchange);
  if (!isSeen) return undefined;
  const says = after.length > 0 ? `what ${corner.views[0]?.key} shows is another` : "its answer shows it";
  const semanticsSeen = operation.method === "DELETE" && meaning.semantics === "DELETE" ? "DELETE" : "UPDATE";
  return {
    meaning,
    verdict: {
      semantics: semanticsSeen,
      confirmed: true,
      because: `it changes what whoever calls has at ${corner.path}: ${says}`,
    },
    exchanges,
    inputs: accepted.inputs,
  };
}

/** What the views show to somebody; a view that refuses shows that as well. */
async function look(lab: Lab, person: Somebody, { views }: OwnCorner): Promise<readonly Json[]> {
  const seen: Json[] = [];
  for (const { key } of views) {
    const inputs = { path: {}, query: {}, header: {}, cookie: {} };
    const { outcome } = await lab.perform(`look at ${key}`, (id) =>
      person.as({ id, operation: key, ...inputs }),
    );
    const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : null;
    seen.push(outcome.kind === "response" ? { status: outcome.status, body } : null);
  }
  return seen;
}

/** Whether a list in the answer has an item with an id that the call named. */
function showsNamed(exchange: Exchange): boolean {
  const { outcome, request } = exchange;
  const body = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  const sent = request.inputs.body?.content;
  const named = [...Object.values(request.inputs.path), ...Object.values(isObject(sent) ? sent : {})];
  return named.some((id) => id !== undefined && isListedWith(body, id, 0));
}

function isListedWith(body: Json | undefined, id: Json, depth: number): boolean {
  if (depth > 4 || typeof body !== "object" || body === null) return false;
  if (isArray(body))
    return body.some((item) =>
      isObject(item)
        ? Object.values(item).some((part) =>
            isObject(part) ? Object.values(part).some((inner) => sameId(inner, id)) : sameId(part, id),
          )
        : sameId(item, id),
    );
  return Object.values(body).some((member) => isListedWith(member, id, depth + 1));
}

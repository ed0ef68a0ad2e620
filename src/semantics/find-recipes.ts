import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import type { ReferenceSource } from "#calls/template";
import { originalOf } from "#http/filter-exchange";
import type { Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { AccountRecipe } from "./access/account-recipe.js";
import { placeOfChosenId } from "./chosen-id.js";
import { createOrder } from "./create-order.js";
import { DRAFT_STYLES, type DraftStyle } from "./draft-inputs.js";
import { requested } from "./experiments/thing.js";
import { findAccepted, MOST_ATTEMPTS } from "./find-accepted.js";
import { findExisting } from "./find-existing.js";
import { findIdentity } from "./find-identity.js";
import { findLook } from "./find-look.js";
import { isTaken } from "./is-taken.js";
import { linkInRefusal } from "./link-in-refusal.js";
import { sameId } from "./list-items.js";
import type { Probe } from "./probe.js";
import { whyRefused } from "./read-refusal.js";
import {
  type CallRecipe,
  type CreateRecipe,
  callFromRecipe,
  type Made,
  type MadeThing,
  SELF,
} from "./recipe.js";
import { needsOf, roleIn, roleOf } from "./role.js";
import type { ParentLink, Resource } from "./semantics.js";
import { hasShortSpans, withShortSpans } from "./short-spans.js";
import { steadyRecipe } from "./steady-recipe.js";
import { steadyUpdate } from "./steady-update.js";
import { withDistinct } from "./with-distinct.js";

/** What was seen to work. Whatever is not here has its reason in `failures`. */
export interface RecipeBook {
  readonly creates: ReadonlyMap<string, CreateRecipe>;
  readonly updates: ReadonlyMap<string, CallRecipe>;
  /** How actions on things are called. */
  readonly actions?: ReadonlyMap<OperationKey, CallRecipe>;
  /** How other operations were called when they were accepted. */
  readonly seen?: ReadonlyMap<OperationKey, CallRecipe>;
  /** How somebody is registered who can log in. */
  readonly account?: AccountRecipe;
  /** How what everybody has one of is changed, by whoever has it. */
  readonly corners?: ReadonlyMap<OperationKey, CallRecipe>;
  readonly failures: ReadonlyMap<OperationKey, string>;
  /** References that only refusals gave away, by resource. */
  readonly links?: ReadonlyMap<string, readonly ParentLink[]>;
}

/** More than so many references are not looked for in refusals. */
const MOST_LINKS = 4;

/** A refusal of what worked before most likely means that a value is taken: others are drawn, so many times. */
const DRAWS = 3;

/** As little as possible, and nothing that was drawn at large. */
const LEAST = DRAFT_STYLES.filter(({ least }) => least);

/** Finds, for each resource, inputs with which it can be created and updated, and where its id then stands. */
export async function findRecipes(probe: Probe): Promise<RecipeBook> {
  const creates = new Map<string, CreateRecipe>();
  const updates = new Map<string, CallRecipe>();
  const failures = new Map<OperationKey, string>();
  const links = new Map<string, readonly ParentLink[]>();
  const queue = [...createOrder(probe.semantics.resources)];
  // What names something that a refusal told of has its turn again, after all others; and so has what waits for it.
  for (const [index, resource] of queue.entries()) {
    const exchanges: Exchange[] = [];
    const made = await makeParents(probe, resource, creates, exchanges);
    const isAwaited = (name: string) => queue.slice(index + 1).some((other) => other.name === name);
    if (typeof made === "string" && resource.parents.some((link) => isAwaited(link.resource))) {
      queue.push(resource);
      continue;
    }
    if ((resource.create.length === 0 || probe.readOnly === true) && typeof made !== "string") {
      const recipe = await findExisting(probe, resource, made, exchanges);
      if (recipe !== undefined) creates.set(resource.name, recipe);
    }
    for (const key of probe.readOnly === true ? [] : resource.create) {
      const missing = isOutOfSight(resource) ? "what it creates can neither be seen nor deleted" : made;
      if (typeof missing === "string") {
        failures.set(key, missing);
        continue;
      }
      const remake = async () => {
        const others = await makeParents(probe, resource, creates, exchanges, "again");
        return typeof others === "string" ? undefined : others;
      };
      let parents: Made = missing;
      let found = await findCreate(probe, resource, key, missing, exchanges, remake);
      if ("reason" in found && found.link === undefined && missing.size > 0 && wasRefused(key, exchanges)) {
        // A refusal may have left its mark on what the call names: the least is asked of others.
        const others = await remake();
        const again = others && (await findCreate(probe, resource, key, others, exchanges, remake, LEAST));
        if (others !== undefined && again !== undefined && !("reason" in again)) {
          parents = others;
          found = again;
        }
      }
      if ("reason" in found) {
        failures.set(key, found.reason);
        const told = links.get(resource.name) ?? [];
        if (found.link === undefined || told.length >= MOST_LINKS) continue;
        links.set(resource.name, [...told, found.link]);
        queue.push({ ...resource, parents: [...resource.parents, found.link] });
        break;
      }
      failures.delete(key);
      creates.set(resource.name, found.recipe);
      await findUpdates(
        probe,
        resource,
        new Map([...parents, [SELF, found.thing]]),
        found.recipe,
        exchanges,
        updates,
        failures,
      );
      break;
    }
    await probe.cleanUp();
  }
  const isUsed = ([name]: [string, unknown]) => creates.has(name);
  return { creates, updates, failures, links: new Map([...links].filter(isUsed)) };
}

/** Things that no other operation speaks of would only pile up. */
function isOutOfSight({ read, list, update, delete: deletes }: Resource): boolean {
  return read.length + list.length + update.length + deletes.length === 0;
}

/** Creates what the resource needs; a sentence where that is not possible. */
async function makeParents(
  probe: Probe,
  resource: Resource,
  creates: ReadonlyMap<string, CreateRecipe>,
  exchanges: Exchange[],
  turn = "",
): Promise<Map<string, MadeThing> | string> {
  const made = new Map<string, MadeThing>();
  const make = async (name: string, role = name): Promise<string | undefined> => {
    if (made.has(role)) return undefined;
    const recipe = creates.get(name);
    if (recipe === undefined) return `it needs ${aNoun(name)}, and none could be created`;
    for (const need of recipe.needs) {
      const failure = await make(need.resource, roleIn(need));
      if (failure !== undefined) return failure;
    }
    let exchange: Exchange | undefined;
    for (let draw = 1; draw <= DRAWS && (exchange === undefined || !succeeded(exchange)); draw++) {
      exchange = await probe.send(
        callFromRecipe(`make ${role} for ${resource.name} ${turn}${draw}`, recipe, made),
        exchanges,
      );
      exchanges.push(exchange);
    }
    if (exchange === undefined || !succeeded(exchange)) {
      const why = exchange === undefined ? "no answer" : whyRefused(exchange);
      return `it needs ${aNoun(name)}, and creating one failed: ${why}`;
    }
    const thing = { call: exchange.call.id, identity: recipe.identity };
    made.set(role, thing);
    const parent = probe.semantics.resources.find((candidate) => candidate.name === name);
    if (parent !== undefined && recipe.found !== true)
      probe.onCreated(parent, new Map([...made, [SELF, thing]]), exchanges);
    return undefined;
  };
  for (const link of resource.parents) {
    const optional = link.via.kind === "body" && !link.via.required;
    const failure = await make(link.resource, roleOf(link, resource));
    if (failure !== undefined && !optional) return failure;
  }
  return made;
}

async function findCreate(
  probe: Probe,
  resource: Resource,
  key: OperationKey,
  made: ReadonlyMap<string, MadeThing>,
  exchanges: Exchange[],
  remake: () => Promise<Made | undefined>,
  styles?: readonly DraftStyle[],
): Promise<{ recipe: CreateRecipe; thing: MadeThing } | { reason: string; link?: ParentLink }> {
  const operation = operationOf(probe.api, key);
  const needs = needsOf(resource, (role) => made.has(role));
  const accepted = await accept(probe, resource, operation, made, exchanges, "fresh", styles);
  if ("reason" in accepted) return accepted;
  const told = await findIdentity(probe, resource, operation, accepted.call, made, exchanges);
  const look =
    told === undefined ? await findLook(probe, resource, accepted, needs, made, exchanges) : undefined;
  const identity = told ?? look?.identity;
  if (identity === undefined) {
    probe.onLost(resource, accepted.call, exchanges);
    return { reason: "it succeeds, but the id of what it created was not found" };
  }
  const thing = { call: accepted.call.id, identity };
  probe.onCreated(resource, new Map([...made, [SELF, thing]]), exchanges);
  const place = placeOfChosenId(resource, operation, accepted.call);
  const ids =
    place === undefined
      ? []
      : [requested(place), identity].map((source) => idAt(thing.call, source, exchanges));
  const found = {
    resource: resource.name,
    operation: key,
    inputs: look?.inputs ?? accepted.inputs,
    identity,
    needs,
    ...(ids.length === 2 && !sameId(ids[0], ids[1]) ? { givesOwnId: true as const } : {}),
  };
  const steady = await steadyRecipe(probe, resource, found, accepted.call.id, made, exchanges, remake);
  return { recipe: await withDistinct(probe, resource, steady, made, exchanges), thing };
}

/** It was refused, for another reason than that nobody may call it or that something is missing. */
function wasRefused(key: OperationKey, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ call, outcome }) => {
    const isIt = call.operation === key && outcome.kind === "response";
    return isIt && [400, 403, 409, 412, 422, 423].includes(outcome.status);
  });
}

function idAt(call: string, source: ReferenceSource, exchanges: readonly Exchange[]): Json | undefined {
  const id = resolveReference({ kind: "reference", call, source }, exchanges.map(originalOf));
  return id.ok ? id.value : undefined;
}

async function findUpdates(
  probe: Probe,
  resource: Resource,
  made: Made,
  create: CreateRecipe,
  exchanges: Exchange[],
  updates: Map<string, CallRecipe>,
  failures: Map<OperationKey, string>,
): Promise<void> {
  for (const key of resource.update) {
    if (updates.has(resource.name)) return;
    const operation = operationOf(probe.api, key);
    const accepted = await accept(probe, resource, operation, made, exchanges, "reference");
    if ("reason" in accepted) {
      failures.set(key, accepted.reason);
      continue;
    }
    const inputs = hasShortSpans(create.inputs) ? withShortSpans(accepted.inputs) : undefined;
    const found = { resource: resource.name, operation: key, inputs: inputs ?? accepted.inputs };
    updates.set(resource.name, await steadyUpdate(probe, found, create, made, exchanges));
  }
}

function accept(
  probe: Probe,
  resource: Resource,
  operation: Operation,
  made: Made,
  exchanges: Exchange[],
  own: "fresh" | "reference",
  styles?: readonly DraftStyle[],
): ReturnType<typeof findAccepted> {
  return findAccepted({
    known: probe,
    resource,
    operation,
    made,
    own,
    attempts: styles?.length ?? MOST_ATTEMPTS,
    ...(styles === undefined ? {} : { styles }),
    send: async (call) => {
      const exchange = await probe.send(call, exchanges);
      exchanges.push(exchange);
      return exchange;
    },
    nameOf: (attempt) => `${operation.key} ${styles === undefined ? "" : "least "}${attempt}`,
    ...(own === "fresh"
      ? {
          isTaken: (call) => isTaken(probe, resource, operation, call, made, exchanges),
          linkIn: (refused) =>
            linkInRefusal(refused, operation, resource, probe.semantics.resources, probe.api),
        }
      : {}),
  });
}

import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { resolveReference } from "#calls/resolve-template";
import type { ReferenceSource } from "#calls/template";
import type { Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { belongsTogether } from "./belongs-together.js";
import { placeOfChosenId } from "./chosen-id.js";
import { requested } from "./experiments/thing.js";
import { type Accepted, findAccepted, MOST_ATTEMPTS, type NotAccepted, type Trial } from "./find-accepted.js";
import { findIdentity } from "./find-identity.js";
import { findLook } from "./find-look.js";
import { findShown } from "./find-shown.js";
import { isTaken } from "./is-taken.js";
import { linkInRefusal } from "./link-in-refusal.js";
import { sameId } from "./list-items.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, type Made, type MadeThing, SELF } from "./recipe.js";
import type { Need } from "./role.js";
import type { Resource } from "./semantics.js";
import { servesOnce } from "./serves-once.js";
import { steadyRecipe } from "./steady-recipe.js";
import { withDistinct } from "./with-distinct.js";

/** Why a create that is accepted makes nothing that can be used. */
export const NO_ID = "it succeeds, but the id of what it created was not found";

export interface FoundCreate {
  readonly recipe: CreateRecipe;
  /** What was made with it first. */
  readonly thing: MadeThing;
  /** The list elsewhere that shows it, where nothing else does. */
  readonly seenIn?: OperationKey;
}

/** What a create is tried with. */
export interface CreateTrial {
  readonly resource: Resource;
  readonly key: OperationKey;
  /** What it needs, as it was made. */
  readonly made: ReadonlyMap<string, MadeThing>;
  readonly needs: readonly Need[];
  readonly exchanges: Exchange[];
  /** Makes what it needs anew. */
  readonly remake: () => Promise<Made | undefined>;
}

/** The recipe that a create which was accepted once comes to: where the id stands, and what works again and again. */
export async function recipeFrom(
  probe: Probe,
  { resource, key, made, needs, exchanges, remake }: CreateTrial,
  accepted: Accepted,
): Promise<FoundCreate | NotAccepted> {
  const operation = operationOf(probe.api, key);
  const told = await findIdentity(probe, resource, operation, accepted.call, made, exchanges);
  const look =
    told === undefined ? await findLook(probe, resource, accepted, needs, made, exchanges) : undefined;
  const identity = told ?? look?.identity;
  if (identity === undefined) {
    probe.onLost(resource, accepted.call, exchanges);
    return { reason: NO_ID };
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
  const seenIn = await findShown(probe, resource, thing, made, exchanges);
  const trial = { resource, key, made, needs, exchanges, remake };
  const once = await servesOnce(probe, trial, steady);
  const joined = await belongsTogether(probe, trial, once);
  const recipe = await withDistinct(probe, resource, joined, made, exchanges);
  return { recipe, thing, ...(seenIn === undefined ? {} : { seenIn }) };
}

function idAt(call: string, source: ReferenceSource, exchanges: readonly Exchange[]): Json | undefined {
  const id = resolveReference({ kind: "reference", call, source }, exchanges);
  return id.ok ? id.value : undefined;
}

interface AcceptWish extends Pick<Trial, "styles" | "isInVain"> {
  readonly turn?: string;
}

/** Tries a create, or an update of what was made, until it is accepted. */
export function acceptWith(
  probe: Probe,
  { resource, made, exchanges }: Pick<CreateTrial, "resource" | "made" | "exchanges">,
  operation: Operation,
  own: "fresh" | "reference",
  { styles, turn = "", isInVain }: AcceptWish = {},
): ReturnType<typeof findAccepted> {
  return findAccepted({
    known: probe,
    resource,
    operation,
    made,
    own,
    attempts: styles?.length ?? MOST_ATTEMPTS,
    ...(styles === undefined ? {} : { styles }),
    ...(isInVain === undefined ? {} : { isInVain }),
    send: async (call) => {
      const exchange = await probe.send(call, exchanges);
      exchanges.push(exchange);
      return exchange;
    },
    nameOf: (attempt) => `${operation.key} ${turn}${attempt}`,
    ...(own === "fresh"
      ? {
          isTaken: (call) => isTaken(probe, resource, operation, call, made, exchanges),
          linkIn: (refused) =>
            linkInRefusal(refused, operation, resource, probe.semantics.resources, probe.api),
        }
      : {}),
  });
}

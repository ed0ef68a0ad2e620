import type { Exchange } from "#calls/exchange";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { AccountRecipe } from "./access/account-recipe.js";
import { createOrder } from "./create-order.js";
import { sharedLinks, wantsAnother } from "./distinct-links.js";
import { DRAFT_STYLES, type DraftStyle } from "./drafting.js";
import type { NotAccepted } from "./find-accepted.js";
import { acceptWith, type CreateTrial, type FoundCreate, recipeFrom } from "./find-create.js";
import { findExisting } from "./find-existing.js";
import { findModest } from "./find-modest.js";
import { findMoved, type MovesOf } from "./find-moved.js";
import { findYielding } from "./find-yielding.js";
import { ParentMaker } from "./make-parents.js";
import { wantsLess } from "./modest-recipe.js";
import { otherThanCreated } from "./other-than-created.js";
import type { Probe } from "./probe.js";
import { whyRefused } from "./read-refusal.js";
import { type CallRecipe, type CreateRecipe, type Made, SELF } from "./recipe.js";
import { type Refused, refusedForState, sayingOf } from "./refused-call.js";
import { needsOf } from "./role.js";
import type { ParentLink, Resource } from "./semantics.js";
import { hasShortSpans, withShortSpans } from "./short-spans.js";
import { steadyUpdate } from "./steady-update.js";
import { linkedBy } from "./with-links.js";

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
  /** Lists elsewhere that were seen to show a thing which nothing else shows, by resource. */
  readonly seenIn?: ReadonlyMap<string, OperationKey>;
  /** Creates that were refused for something that other inputs would not change. */
  readonly refused?: ReadonlyMap<OperationKey, RefusedCreate>;
  /** Resources that were not tried, because what they need could not be made. */
  readonly waiting?: ReadonlySet<string>;
}

export interface RefusedCreate extends Refused {
  /** The moves that were tried before it, in vain. */
  readonly inVain: ReadonlySet<string>;
}

/** What is known before recipes are looked for. */
export interface Foreknown {
  /** Recipes that need not be looked for. */
  readonly book: Pick<RecipeBook, "creates" | "updates" | "refused" | "seenIn">;
  /** Whether it may be worth a try now; all where nothing is said. */
  readonly isWorthIt?: (resource: Resource) => boolean;
  /** What moves things of a kind on, and was seen to work. */
  readonly movesOf: MovesOf;
}

const NOTHING_KNOWN: Foreknown = { book: { creates: new Map(), updates: new Map() }, movesOf: () => [] };

/** More than so many references are not looked for in refusals. */
const MOST_LINKS = 4;

/** As little as possible, and nothing that was drawn at large. */
const LEAST = DRAFT_STYLES.filter(({ least }) => least);

/** Finds, for each resource, inputs with which it can be created and updated, and where its id then stands. */
export async function findRecipes(
  probe: Probe,
  { book: known, movesOf, isWorthIt = () => true }: Foreknown = NOTHING_KNOWN,
): Promise<RecipeBook> {
  const creates = new Map(known.creates);
  const updates = new Map(known.updates);
  const refused = new Map<OperationKey, RefusedCreate>();
  const waiting = new Set<string>();
  const failures = new Map<OperationKey, string>();
  const links = new Map<string, readonly ParentLink[]>();
  const seenIn = new Map(known.seenIn);
  const queue: Queued[] = createOrder(probe.semantics.resources).map((resource) => ({ resource }));
  // What names something that a refusal told of has its turn again, after all others; and so has what waits for it.
  for (const [index, { resource, isAgain = false, unsure }] of queue.entries()) {
    if (probe.signal?.aborted === true) break;
    if (known.creates.has(resource.name) || !isWorthIt(resource)) continue;
    const exchanges: Exchange[] = [];
    const maker = new ParentMaker(probe, resource, creates, exchanges);
    const made = await maker.make();
    const isAwaited = (name: string) => queue.slice(index + 1).some((other) => other.resource.name === name);
    if (typeof made === "string" && resource.parents.some((link) => isAwaited(link.resource))) {
      queue.push({ resource, isAgain });
      continue;
    }
    if (typeof made === "string") waiting.add(resource.name);
    else waiting.delete(resource.name);
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
        const others = await maker.make();
        return typeof others === "string" ? undefined : others;
      };
      const needs = needsOf(resource, (role) => missing.has(role));
      const trial: CreateTrial = { resource, key, made: missing, needs, exchanges, remake };
      // What was refused before is refused for other reasons, now that it names something else.
      const before = isAgain ? undefined : known.refused?.get(key);
      const another = (all: readonly Refused[]) =>
        all.some(({ exchange }) => wantsAnother(exchange)) ? otherLink(probe, resource) : undefined;
      let parents: Made = missing;
      let found: FoundCreate | NotAccepted =
        before === undefined
          ? await findCreate(probe, trial)
          : { reason: whyRefused(before.exchange), refused: [before] };
      found = withLink(found, another);
      if (
        "reason" in found &&
        before === undefined &&
        found.link === undefined &&
        missing.size > 0 &&
        wasRefused(key, exchanges)
      ) {
        // A refusal may have left its mark on what the call names: the least is asked of others.
        const others = await remake();
        const again = others && (await findCreate(probe, { ...trial, made: others }, LEAST));
        if (others !== undefined && again !== undefined && !("reason" in again)) {
          parents = others;
          found = again;
        }
      }
      const poor =
        "reason" in found && found.link === undefined ? refusedForState(found.refused ?? []) : undefined;
      if (poor !== undefined && wantsLess(poor.exchange)) {
        const modest = await findModest(probe, trial, creates, poor);
        if (modest !== undefined) {
          parents = modest.parents;
          found = modest;
        }
      }
      const all = "reason" in found && found.link === undefined ? (found.refused ?? []) : [];
      const state = leastOf(refusedForState(all), all);
      // What nobody has done anything to yet is moved on once that is known.
      const isNew = resource.parents.some(
        (link) => known.creates.has(link.resource) !== creates.has(link.resource),
      );
      if (state !== undefined && isNew && known.refused !== undefined)
        refused.set(key, { ...state, inVain: new Set() });
      else if (state !== undefined && missing.size > 0) {
        const move = (from: RefusedCreate) =>
          findMoved(probe, trial, maker, creates, { movesOf, refused: from, another });
        let { inVain, moved, reason, link } = await move({ ...state, inVain: before?.inVain ?? new Set() });
        refused.set(key, { ...state, inVain });
        if (moved === undefined && link === undefined && before !== undefined) {
          const { found: yielding, refused: better } = await findYielding(probe, trial, creates, state);
          moved = yielding;
          if (better !== undefined) {
            ({ inVain, moved, reason, link } = await move({ ...better, inVain: new Set() }));
            refused.set(key, { ...better, inVain });
          }
        }
        if (link !== undefined && "reason" in found) found = { ...found, link };
        if (reason !== undefined) found = { reason };
        if (moved !== undefined) {
          parents = moved.parents;
          found = moved;
          refused.delete(key);
        }
      }
      if ("reason" in found) {
        failures.set(key, unsure?.reason ?? found.reason);
        const told = links.get(resource.name) ?? [];
        const guess = state === undefined || isAgain ? undefined : otherLink(probe, resource);
        const link = found.link ?? guess;
        if (link === undefined || told.length >= MOST_LINKS) {
          // Another thing did not help, so nothing says that it must be another.
          if (unsure !== undefined) links.set(resource.name, unsure.links);
          if (unsure !== undefined) refused.set(key, unsure.refused);
          continue;
        }
        const last = refused.get(key);
        const isGuess = found.link === undefined && last !== undefined;
        links.set(resource.name, [...told, link]);
        queue.push({
          resource: linkedBy(resource, [link]),
          isAgain: true,
          ...(isGuess ? { unsure: { reason: found.reason, refused: last, links: told } } : {}),
        });
        break;
      }
      failures.delete(key);
      refused.delete(key);
      creates.set(resource.name, found.recipe);
      if (found.seenIn !== undefined) seenIn.set(resource.name, found.seenIn);
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
  // What is refused for how things stand is tried again later, with the inputs that it has now.
  const isOpen = (name: string) =>
    probe.semantics.resources.some((one) => one.name === name && one.create.some((key) => refused.has(key)));
  const isUsed = ([name]: [string, unknown]) => creates.has(name) || isOpen(name);
  const used = new Map([...links].filter(isUsed));
  return { creates, updates, failures, links: used, seenIn, refused, waiting };
}

/** A resource whose turn it is. */
interface Queued {
  readonly resource: Resource;
  /** It had its turn, and names something else now. */
  readonly isAgain?: boolean;
  /** Nobody has said that it must name something else: what was known before that. */
  readonly unsure?: {
    readonly reason: string;
    readonly refused: RefusedCreate;
    readonly links: readonly ParentLink[];
  };
}

/** Where there is too little of something, the call that asked for the least of it: it was drafted last. */
function leastOf(told: Refused | undefined, refused: readonly Refused[]): Refused | undefined {
  if (told === undefined || !wantsLess(told.exchange)) return told;
  const saying = sayingOf(told.exchange);
  return refused.findLast(({ exchange }) => sayingOf(exchange) === saying) ?? told;
}

/** A reference that leads to a thing which is there for something else as well, and could lead to another. */
function otherLink({ semantics }: Probe, resource: Resource): ParentLink | undefined {
  const [link] = sharedLinks(resource, semantics.resources).filter(({ distinct }) => distinct !== true);
  return link === undefined ? undefined : { ...link, distinct: true };
}

function withLink(
  found: FoundCreate | NotAccepted,
  another: (refused: readonly Refused[]) => ParentLink | undefined,
): FoundCreate | NotAccepted {
  if (!("reason" in found) || found.link !== undefined) return found;
  const link = another(found.refused ?? []);
  return link === undefined ? found : { ...found, link };
}

/** Things that no other operation speaks of would only pile up. */
function isOutOfSight({ read, list, update, delete: deletes }: Resource): boolean {
  return read.length + list.length + update.length + deletes.length === 0;
}

async function findCreate(
  probe: Probe,
  trial: CreateTrial,
  styles?: readonly DraftStyle[],
): Promise<FoundCreate | NotAccepted> {
  const wish = styles === undefined ? {} : { styles, turn: "least " };
  const accepted = await acceptWith(probe, trial, operationOf(probe.api, trial.key), "fresh", wish);
  return "reason" in accepted ? accepted : recipeFrom(probe, trial, accepted);
}

/** It was refused, for another reason than that nobody may call it or that something is missing. */
function wasRefused(key: OperationKey, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ call, outcome }) => {
    const isIt = call.operation === key && outcome.kind === "response";
    return isIt && [400, 403, 409, 412, 422, 423].includes(outcome.status);
  });
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
    const accepted = await acceptWith(probe, { resource, made, exchanges }, operation, "reference");
    if ("reason" in accepted) {
      failures.set(key, accepted.reason);
      continue;
    }
    const inputs = hasShortSpans(create.inputs) ? withShortSpans(accepted.inputs) : undefined;
    const found = { resource: resource.name, operation: key, inputs: inputs ?? accepted.inputs };
    const steady = await steadyUpdate(probe, found, create, made, exchanges);
    updates.set(resource.name, await otherThanCreated(probe, resource, steady, create, made, exchanges));
  }
}

import { countOf } from "#base/count-of";
import type { InSteps } from "#base/in-steps";
import { templateAt } from "#calls/place-template";
import { explore } from "#graph/explore";
import type { Graph } from "#graph/graph";
import { mergeLoops } from "#graph/merge-loops";
import { type DeriveOptions, deriveModels } from "#model/derive-models";
import type { DerivedModel } from "#model/derived-model";
import type { Model } from "#model/model";
import type { Api } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import type { CreateRecipe } from "#semantics/recipe";
import { roleIn, roleOf } from "#semantics/role";
import type { Rule } from "#semantics/rule";
import { type ParentLink, type Resource, resourceNamed, type Semantics } from "#semantics/semantics";
import type { ExploredModel } from "./run-tours.js";

export interface ModelSettings extends Pick<DeriveOptions, "sizes" | "updates" | "refusals"> {
  readonly symmetry: boolean;
  readonly maxStates: number;
  /** Transitions of one model, with calls that change nothing once in each setting. */
  readonly mostToWalk: number;
}

export const USUAL_MODEL: ModelSettings = {
  sizes: { default: 2, byResource: new Map() },
  updates: true,
  refusals: true,
  symmetry: true,
  maxStates: 1_000_000,
  mostToWalk: Infinity,
};

/** A service of a few operations is worth a model of that size. */
const FEWEST_TO_WALK = 200;

/** Transitions of one model for each request that a run is planned for: each takes about two, and learning has its part. */
const SHARE = 0.28;

export function mostToWalk(budget: number, { operations }: Api): number {
  return Math.max(FEWEST_TO_WALK, SHARE * budget * operations.length);
}

export interface Modelled {
  readonly models: readonly ExploredModel[];
  readonly leftOut: readonly string[];
}

/** A walk makes each transition at least once, at several requests each: models for it are small. */
const MOST_TRANSITIONS = 2_000;

/** Of all models together. Beyond it one thing of each kind has to do. */
const MOST_TOGETHER = 5_000;

/** Estimates count what can be written, not what can be reached: above this they are looked into. */
const SURELY_SMALL = 500;

/** The models to walk a service through, explored; smaller ones than asked for where there would be too much to walk. */
export function* modelForRun(
  api: Api,
  semantics: Semantics,
  rules: readonly Rule[],
  settings: ModelSettings,
): InSteps<Modelled> {
  const first = yield* modelAll(api, semantics, rules, settings);
  const fewer = affordableTogether(first, settings);
  const asked = fewer === settings ? first : yield* modelAll(api, semantics, rules, fewer);
  const total = asked.models.reduce((sum, { graph }) => sum + graph.transitionCount, 0);
  if (total <= MOST_TOGETHER) return asked;
  const one = { default: 1, byResource: new Map([...settings.sizes.byResource]) };
  const smaller = yield* modelAll(api, semantics, rules, { ...settings, sizes: one });
  const why = `Models of this size have ${total.toLocaleString("en-US")} transitions: they are walked with one thing of each kind.`;
  return { ...smaller, leftOut: [why, ...smaller.leftOut] };
}

/** Of what one model may have, all of several together: each is walked on things of its own, which are made for it. */
const SHARE_TOGETHER = 1 / 2;

/**
 * Several models that are each small enough may be too much together, and a walk that ends half-way has seen little but how
 * things are made: then each has its part.
 */
function affordableTogether(asked: Modelled, settings: ModelSettings): ModelSettings {
  const { mostToWalk } = settings;
  const total = asked.models.reduce((sum, { graph }) => sum + mergeLoops(graph).transitionCount, 0);
  if (asked.models.length < 2 || total <= SHARE_TOGETHER * mostToWalk) return settings;
  const each = Math.max(FEWEST_TO_WALK / 2, (SHARE_TOGETHER * mostToWalk) / asked.models.length);
  return { ...settings, mostToWalk: each };
}

function* modelAll(
  api: Api,
  semantics: Semantics,
  rules: readonly Rule[],
  settings: ModelSettings,
): InSteps<Modelled> {
  const graphOf = explorer(settings);
  const derivation = yield* deriveModels(api, semantics, rules, {
    ...settings,
    maxStates: SURELY_SMALL,
    fits: (model) => graphOf(model) !== undefined,
    tooLarge: (model) => {
      const graph = graphOf(model);
      const count = graph === undefined ? 0 : mergeLoops(graph).transitionCount;
      if (count <= settings.mostToWalk) return undefined;
      const bound = Math.floor(settings.mostToWalk).toLocaleString("en-US");
      return `it has ${countOf(count, "transition")} to walk, and the bound is ${bound} (--budget)`;
    },
  });
  const leftOut = [...derivation.leftOut];
  const models = derivation.models.flatMap((derived: DerivedModel): ExploredModel[] => {
    const graph = graphOf(derived.model);
    if (graph === undefined)
      leftOut.push(`The model of ${derived.resources.join(", ")} is too large to walk.`);
    return graph === undefined ? [] : [{ derived, graph }];
  });
  return { models, leftOut: [...leftOut, ...derivation.models.flatMap((derived) => derived.leftOut)] };
}

/** Explores each model once, however often it is asked about; nothing where there is too much to walk. */
function explorer({ symmetry, maxStates }: ModelSettings): (model: Model) => Graph | undefined {
  const bounds = { symmetry, maxStates, maxTransitions: MOST_TRANSITIONS };
  const known = new Map<Model, Graph | undefined>();
  return (model) => {
    if (!known.has(model)) {
      const explored = explore(model, bounds);
      known.set(model, explored.kind === "complete" ? explored.graph : undefined);
    }
    return known.get(model);
  };
}

/** The id is what the client sends, and the client sends the same each time. */
function hasFixedId({ identity, inputs }: CreateRecipe): boolean {
  const content = inputs.body?.content;
  const sent =
    identity.in === "request parameter"
      ? inputs[identity.place][identity.name]
      : identity.in === "request body" && content !== undefined
        ? templateAt(content, identity.pointer)
        : undefined;
  return sent?.kind === "value";
}

/** The semantics without operations that no working inputs are known for: a model of them could not be walked. */
export function workableSemantics(
  semantics: Semantics,
  book: RecipeBook,
  rules: readonly Rule[] = [],
): Semantics {
  const resources = semantics.resources.map((resource): Resource => {
    const create = book.creates.get(resource.name);
    const update = book.updates.get(resource.name);
    const isApart =
      create !== undefined &&
      (isMovedUnseen(create, resource, rules) || isJoinedUnseen(create, semantics, book, rules));
    return {
      ...resource,
      parents: resource.parents.map((link): ParentLink => {
        const need = create?.needs.find((one) => roleIn(one) === roleOf(link, resource));
        return {
          ...link,
          ...(need?.distinct === true ? { distinct: true } : {}),
          ...(need?.like === undefined && !isApart && !isElse(link, resource) ? {} : { apart: true }),
        };
      }),
      ...(create !== undefined && hasFixedId(create) ? { single: true } : {}),
      create: create === undefined || create.found === true ? [] : [create.operation],
      update: update === undefined ? [] : [update.operation],
    };
  });
  return { ...semantics, resources };
}

/** It must be another than what something else leads to: no link of its own tells the model which that is. */
function isElse(link: ParentLink, { parents }: Resource): boolean {
  const isAlone = parents.every((other) => other === link || other.resource !== link.resource);
  return link.distinct === true && isAlone;
}

/**
 * It needs something to be moved on, and no status of that tells the model when: then what it needs is made and moved on
 * before the walk.
 */
function isMovedUnseen(
  { needs, operation }: CreateRecipe,
  resource: Resource,
  rules: readonly Rule[],
): boolean {
  return needs.some((need) => {
    if (need.moved === undefined) return false;
    const isDirect = resource.parents.some((link) => roleOf(link, resource) === roleIn(need));
    const isKnown = rules.some(
      (rule) => rule.kind === "allowed-in" && rule.resource === need.resource && rule.operation === operation,
    );
    return !isDirect || !isKnown;
  });
}

/**
 * What it names must belong to one thing, and some of that the model does not know: then all of it is made together, before
 * the walk.
 */
function isJoinedUnseen(
  { together, needs }: CreateRecipe,
  semantics: Semantics,
  { creates }: RecipeBook,
  rules: readonly Rule[],
): boolean {
  return (
    together === true &&
    needs.some((need) => {
      const [create, resource] = [creates.get(need.resource), resourceNamed(semantics, need.resource)];
      return create !== undefined && resource !== undefined && isMovedUnseen(create, resource, rules);
    })
  );
}

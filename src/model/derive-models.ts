import { countOf } from "#base/count-of";
import type { InSteps } from "#base/in-steps";
import type { Api } from "#openapi/api";
import { type Rule, resourcesOf } from "#semantics/rule";
import type { Resource, Semantics } from "#semantics/semantics";
import { linksOf } from "./about-links.js";
import { checkModel } from "./check-model.js";
import { type ActionChoice, deriveModel } from "./derive-model.js";
import type { DerivedModel } from "./derived-model.js";
import { callsPerState, estimateStates } from "./estimate-states.js";
import { unmodelledOperations, unmodelledRules } from "./left-out.js";
import type { Model } from "./model.js";
import { closureOf, componentsOf, type Neighbour, parentsFirst } from "./neighbourhoods.js";
import { planThings } from "./plan-things.js";

export interface DeriveOptions extends ActionChoice {
  readonly sizes: Sizes;
  /** Resources that are looked up and never made, or could not be made: things are made under whichever is there. */
  readonly without?: ReadonlySet<string>;
  /** A model that may have more states, or too many transitions for so many states, is cut. */
  readonly maxStates: number;
  /** Asked for a model whose estimate is above the bound: it may know better, by exploring. */
  readonly fits?: (model: Model) => boolean;
  /** Asked for every model that is not above the bound: why it is too large for what it is to serve, if it is. */
  readonly tooLarge?: (model: Model) => string | undefined;
}

/** How many things of each resource the model has room for; of a nested one, below each of its parents. */
export interface Sizes {
  readonly default: number;
  readonly byResource: ReadonlyMap<string, number>;
}

export interface Derivation {
  readonly models: readonly DerivedModel[];
  /** Of the API as a whole: operations, rules and resources that no model holds, in sentences. */
  readonly leftOut: readonly string[];
}

/**
 * Small APIs are one model even where nothing links their resources, as in the ICEPICK paper: a call that disturbs
 * an unrelated resource is then seen. Beyond that unrelated resources only multiply each other's states.
 */
const MOST_TOGETHER = 4;

/** An estimate that is further above the bound than this need not be looked at more closely. */
const HOPELESS = 1_000;

/** `explore` allows twenty transitions per state, and estimates are at least twice too high. */
const TRANSITIONS_PER_STATE = 50;

/**
 * Finite models from what is known of an API. What links join is one model. One that is too large is cut into a
 * model per resource with what it depends on; then parents get one slot, then all; what still does not fit is left
 * out. Each cut is told.
 */
export function* deriveModels(
  api: Api,
  semantics: Semantics,
  rules: readonly Rule[],
  options: DeriveOptions,
): InSteps<Derivation> {
  const neighbours = parentsFirst(
    semantics.resources
      .filter((resource) => takesPart(resource, rules) && options.without?.has(resource.name) !== true)
      .map((resource) => ({ resource, parents: linksOf(resource, rules).map((link) => link.resource) })),
  );
  const cuts: string[] = [];
  const models: DerivedModel[] = [];
  const attempt = (
    members: readonly Neighbour[],
    slotsOf: (name: string) => number,
  ): DerivedModel | Refused => {
    const names = new Set(members.map(({ resource }) => resource.name));
    // Whoever plans a model goes through its rules again and again: of a large API most speak of other resources.
    const own = rules.filter((rule) => resourcesOf(rule).some((name) => names.has(name)));
    const plan = planThings({ api, rules: own, resources: members.map(({ resource }) => resource), slotsOf });
    const states = estimateStates(plan.things);
    if (states > options.maxStates * HOPELESS) return { why: tooMany(states, "state", options.maxStates) };
    const derived = deriveModel(nameOf(api, members, neighbours), api, own, plan, options);
    const [problem] = checkModel(derived.model);
    if (problem !== undefined) return { why: problem.message };
    const transitions = states * callsPerState(derived.model);
    const most = options.maxStates * TRANSITIONS_PER_STATE;
    const isSmall = states <= options.maxStates && transitions <= most;
    if (isSmall || options.fits?.(derived.model) === true) {
      const why = options.tooLarge?.(derived.model);
      return why === undefined ? derived : { why };
    }
    return {
      why:
        states > options.maxStates
          ? tooMany(states, "state", options.maxStates)
          : tooMany(transitions, "transition", most),
    };
  };
  const whole = neighbours.length <= MOST_TOGETHER && neighbours.length > 0 ? [neighbours] : [];
  for (const members of whole.length > 0 ? whole : componentsOf(neighbours)) {
    yield* addModel(members);
  }
  const leftOut = [
    ...cuts,
    ...unmodelledOperations(
      api,
      semantics,
      neighbours.map(({ resource }) => resource.name),
      models,
    ),
    ...unmodelledRules(rules, models),
  ];
  return { models, leftOut };

  function* addModel(members: readonly Neighbour[]): InSteps<void> {
    if (!(yield)) {
      cuts.push(`${listOf(members)}: the run ended before the model was made.`);
      return;
    }
    const made = attempt(members, sizeOf);
    if (!isRefused(made)) {
      models.push(made);
      return;
    }
    const parts = componentsOf(members);
    if (parts.length > 1) {
      for (const part of parts) yield* addModel(part);
      return;
    }
    if (members.length > 1) {
      cuts.push(
        `One model of ${listOf(members)} is cut into one per resource with what it depends on: ${made.why}.`,
      );
    }
    const covered = new Set<string>();
    for (const neighbour of members.toReversed()) {
      if (!covered.has(neighbour.resource.name)) yield* addAround(neighbour, members, covered);
    }
  }

  /** A resource with what it depends on, with as many slots as the bound allows. */
  function* addAround(
    neighbour: Neighbour,
    members: readonly Neighbour[],
    covered: Set<string>,
  ): InSteps<void> {
    const { name } = neighbour.resource;
    const around = closureOf(neighbour, members);
    const reductions: readonly { slots: (other: string) => number; told?: string }[] = [
      { slots: sizeOf },
      {
        slots: (other) => (other === name ? sizeOf(other) : 1),
        told: "what it depends on has one slot each",
      },
      { slots: () => 1, told: "every resource has one slot" },
    ];
    let why = "";
    for (const { slots, told } of reductions) {
      if (!(yield)) {
        why ||= "the run ended before its model was made";
        break;
      }
      const made = attempt(around, slots);
      if (isRefused(made)) {
        why ||= made.why;
        continue;
      }
      const note = told === undefined ? [] : [`In the model of ${name} ${told}: ${why}.`];
      models.push({ ...made, leftOut: [...note, ...made.leftOut] });
      // A parent that has fewer slots here than it should have gets a model of its own.
      for (const { resource } of around) {
        if (slots(resource.name) === sizeOf(resource.name) || resource.name === name)
          covered.add(resource.name);
      }
      return;
    }
    cuts.push(`${name} is in no model: ${why}.`);
  }

  function sizeOf(name: string): number {
    const isSingle = semantics.resources.some((resource) => resource.name === name && resource.single);
    return isSingle ? 1 : (options.sizes.byResource.get(name) ?? options.sizes.default);
  }
}

interface Refused {
  readonly why: string;
}

function isRefused(made: DerivedModel | Refused): made is Refused {
  return "why" in made;
}

function takesPart({ name, create }: Resource, rules: readonly Rule[]): boolean {
  return create.length > 0 || rules.some((rule) => rule.kind === "creates" && rule.resource === name);
}

function nameOf(api: Api, members: readonly Neighbour[], all: readonly Neighbour[]): string {
  return members.length === all.length ? api.title : `${api.title}: ${listOf(members)}`;
}

const MOST_NAMED = 6;

function listOf(members: readonly Neighbour[]): string {
  const names = members.map(({ resource }) => resource.name);
  if (names.length <= MOST_NAMED) return names.join(", ");
  return `${names.slice(0, MOST_NAMED).join(", ")} and ${countOf(names.length - MOST_NAMED, "other")}`;
}

function tooMany(count: number, what: string, bound: number): string {
  const number = count < 1e9 ? countOf(Math.round(count), what) : `more than a billion ${what}s`;
  return `it may have ${number}, and the bound is ${bound.toLocaleString("en-US")}`;
}

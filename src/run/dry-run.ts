import type { Problem } from "#base/problem";
import { createRandom } from "#base/random";
import type { ClauseEntries } from "#glacier/clause-entries";
import type { Access } from "#judge/oracle";
import { chooseOracles, type OracleChoice } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import type { Api } from "#openapi/api";
import { draftRecipes } from "#semantics/draft-recipes";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { settleRules } from "#semantics/rule";
import type { Generators } from "#values/generators";
import { createDraft } from "./draft-values.js";
import { type ModelSettings, modelForRun, USUAL_MODEL } from "./model-for-run.js";
import { callsIn, planRun } from "./plan-run.js";
import { type Itinerary, USUAL_ITINERARY } from "./plan-walks.js";
import { readContract } from "./read-contract.js";

export interface DryRunOptions {
  readonly api: Api;
  readonly seed: number;
  readonly generators: Generators;
  readonly entries?: ClauseEntries;
  readonly model?: Partial<ModelSettings>;
  readonly itinerary?: Partial<Itinerary>;
  readonly oracles?: OracleChoice;
  readonly access?: Access;
  readonly fuzz?: number;
}

/** What a run would do, for a service that does what its document and contracts say. */
export interface DryRun {
  readonly title: string;
  readonly models: readonly {
    readonly resources: readonly string[];
    readonly states: number;
    readonly transitions: number;
  }[];
  readonly transitions: number;
  readonly lifecycles: Part;
  readonly tours: Part;
  /** What oracles ask for beyond that, by oracle. */
  readonly oracles: readonly (Part & { readonly oracle: string })[];
  readonly visits: Part;
  readonly calls: number;
  readonly leftOut: readonly string[];
  readonly problems: readonly Problem[];
}

export interface Part {
  readonly sequences: number;
  readonly calls: number;
}

/** Plans a whole run without a service. Reads for judging, probing and clean-up are not among its calls. */
export function dryRun(options: DryRunOptions): DryRun {
  const { api } = options;
  const semantics = guessSemantics(api);
  const { written, problems } = readContract(api, semantics, options.entries);
  const rules = settleRules(guessRules(api, semantics), written.rules);
  const known = {
    api,
    semantics,
    random: createRandom(options.seed),
    draft: createDraft(api, options.generators),
  };
  const book = draftRecipes(known);
  const { models, leftOut } = modelForRun(api, semantics, rules, { ...USUAL_MODEL, ...options.model });
  const oracles = chooseOracles(ORACLES, options.oracles ?? {});
  const ground = {
    known,
    book,
    rules,
    ...(options.access === undefined ? {} : { access: options.access }),
    ...(options.fuzz === undefined ? {} : { fuzz: options.fuzz }),
  };
  const plan = planRun(ground, models, oracles, { ...USUAL_ITINERARY, ...options.itinerary });
  const { lives, tours, situations, visits } = plan;
  const steps = tours.reduce((sum, tour) => sum + tour.steps.size, 0);
  return {
    title: api.title,
    models: models.map(({ derived, graph }) => ({
      resources: derived.resources,
      states: graph.stateCount,
      transitions: graph.transitionCount,
    })),
    transitions: plan.transitions,
    lifecycles: { sequences: lives.length, calls: callsIn(lives) },
    tours: { sequences: tours.length, calls: steps },
    oracles: oracles.flatMap(({ id: oracle }) => {
      const own = situations.filter((planned) => planned.oracle === oracle);
      return own.length === 0 ? [] : [{ oracle, sequences: own.length, calls: callsIn(own) }];
    }),
    visits: { sequences: visits.length, calls: callsIn(visits) },
    calls: callsIn([...lives, ...situations, ...visits]) + steps,
    leftOut,
    problems: [...api.problems, ...problems],
  };
}

import { runSteps } from "#base/in-steps";
import type { Problem } from "#base/problem";
import { createRandom } from "#base/random";
import { completeContract } from "#contracts/complete-contract";
import { callsIn } from "#cover/planned-sequence";
import type { ClauseEntries } from "#glacier/clause-entries";
import type { Access } from "#judge/oracle";
import { chooseOracles, type OracleChoice } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import type { Api } from "#openapi/api";
import { draftRecipes } from "#semantics/draft-recipes";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { NO_HABITS } from "#semantics/habits";
import { settleRules } from "#semantics/rule";
import type { Generators } from "#values/generators";
import { createDraft } from "./draft-values.js";
import type { KnownService } from "./known-service.js";
import {
  type ModelSettings,
  modelForRun,
  mostToWalk,
  USUAL_MODEL,
  workableSemantics,
} from "./model-for-run.js";
import { planRun } from "./plan-run.js";
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
  /** What an earlier run has found out: with it the plan is that of the next one, to the call. */
  readonly learned?: KnownService;
}

/** What a run would do, for a service that does what its document and contracts say. */
export interface DryRun {
  readonly title: string;
  /** It goes by what an earlier run has found out. */
  readonly isLearned: boolean;
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
  const guessed = guessSemantics(api);
  const { learned } = options;
  const semantics = learned === undefined ? guessed : { ...guessed, resources: learned.resources };
  const { written, problems } = readContract(api, semantics, options.entries);
  const rules =
    learned === undefined
      ? settleRules(guessRules(api, semantics), written.rules)
      : completeContract(api, semantics, written, learned.rules, learned.book).rules;
  const known = {
    api,
    semantics,
    random: createRandom(options.seed),
    draft: createDraft(api, options.generators),
  };
  const book = learned?.book ?? draftRecipes(known);
  const workable = learned === undefined ? semantics : workableSemantics(semantics, book, rules);
  const itinerary = { ...USUAL_ITINERARY, ...options.itinerary };
  const derived = runSteps(
    modelForRun(api, workable, rules, {
      ...USUAL_MODEL,
      mostToWalk: mostToWalk(itinerary.budget, api),
      ...options.model,
    }),
  );
  const oracles = chooseOracles(ORACLES, options.oracles ?? {});
  const ground = {
    known,
    book,
    rules,
    sendsEtags: learned?.sendsEtags ?? declaresEtags(api),
    habits: learned?.habits ?? NO_HABITS,
    ...(options.access === undefined ? {} : { access: options.access }),
    ...(options.fuzz === undefined ? {} : { fuzz: options.fuzz }),
  };
  const plan = planRun(ground, derived, oracles, written.yours, itinerary);
  const { lives, tours, situations, visits, modelled } = plan;
  const steps = tours.reduce((sum, tour) => sum + tour.steps.size, 0);
  return {
    title: api.title,
    isLearned: learned !== undefined,
    models: modelled.models.map(({ derived, graph }) => ({
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
    leftOut: modelled.leftOut,
    problems: [...api.problems, ...problems],
  };
}

function declaresEtags({ operations }: Api): boolean {
  return operations.some(({ responses }) =>
    responses.some(({ headers }) => headers.some(({ name }) => name.toLowerCase() === "etag")),
  );
}

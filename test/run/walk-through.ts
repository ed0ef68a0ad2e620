import { runSteps } from "#base/in-steps";
import { createRandom } from "#base/random";
import type { Finding } from "#calls/finding";
import { planLives } from "#cover/plan-lives";
import type { Clause } from "#glacier/clause";
import { parseFormula } from "#glacier/parse-formula";
import { openTarget } from "#http/target";
import { createWorld } from "#run/create-world";
import { FaultBook } from "#run/fault-book";
import { learnRecipes } from "#run/learn-recipes";
import { type ModelSettings, modelForRun, USUAL_MODEL, workableSemantics } from "#run/model-for-run";
import { USUAL_ITINERARY } from "#run/plan-walks";
import { runSuite } from "#run/run-suite";
import { type WalkResult, walkModels } from "#run/run-tours";
import { shrinkFaults } from "#run/shrink-faults";
import { guessRules } from "#semantics/guess-rules";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Rule, type RuleContent, type RuleSource, settleRules } from "#semantics/rule";
import { NO_GENERATORS } from "#values/generators";
import { type Hotel, type HotelStyle, startHotel } from "./hotel-service.js";
import { apiOf } from "./test-against.js";

export interface Walking {
  readonly rules?: readonly RuleContent[];
  /** Who says those rules. Default: the user. */
  readonly source?: RuleSource;
  /** `POST /stays ensures …`, as a user would write them. */
  readonly clauses?: readonly string[];
  /** The same, as they follow from what is believed: on trial in the simplest life first. */
  readonly generated?: readonly string[];
  readonly model?: Partial<ModelSettings>;
  readonly seed?: number;
  readonly maxSteps?: number;
  /** Steps between two looks at the state. Default: one. */
  readonly lookEvery?: number;
  /** Sequences that may be tried per fault to make it small. Default: none. */
  readonly maxShrinks?: number;
  /** So many requests each one that shrinking sends counts for. */
  readonly weight?: number;
  /** Done before anything else. */
  readonly before?: (hotel: Hotel) => void;
}

export interface Walked {
  readonly walks: readonly WalkResult[];
  readonly faults: FaultBook["faults"];
  /** `ERR frame DELETE /stays/{stayId}: stay is missing`. */
  readonly found: readonly string[];
  readonly left: number;
  readonly hotel: Hotel;
}

/** Gets to know a hotel, and walks it through its model. Nobody waits: what a hotel does it does at once. */
export async function walkThrough(style: HotelStyle, walking: Walking = {}): Promise<Walked> {
  const hotel = await startHotel(style);
  walking.before?.(hotel);
  const api = apiOf(hotel.document);
  const target = openTarget({ url: hotel.url, version: "test", api });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  const { seed = 1, rules: said = [], source = "declared", maxSteps = 50, lookEvery = 1 } = walking;
  const { clauses = [], generated = [] } = walking;
  try {
    const semantics = guessSemantics(api);
    const random = createRandom(seed);
    const about = { api, semantics, target: target.value, random, generators: NO_GENERATORS };
    const world = { ...createWorld({ ...about, clauses: [], runId: `test-${seed}` }), wait: async () => {} };
    const { book } = await learnRecipes(world, () => {});
    const stated = said.map((rule): Rule => ({ ...rule, source, reason: "the test says so" }));
    const rules = settleRules(guessRules(api, semantics), stated);
    const modelled = runSteps(
      modelForRun(api, workableSemantics(semantics, book), rules, {
        ...USUAL_MODEL,
        ...walking.model,
      }),
    );
    const faults = new FaultBook();
    const trial = { clauses: generated.map((text) => clauseOf(text, true)), refuted: new Set<Clause>() };
    const lives = trial.clauses.length === 0 ? [] : planLives(world, book);
    const lived = await runSuite(lives, { ...world, trial }, faults, () => {});
    const kept = trial.clauses.filter((clause) => !trial.refuted.has(clause));
    const knowledge = { world, book, rules, clauses: [...clauses.map((text) => clauseOf(text)), ...kept] };
    const walks = await walkModels(lived.lostContact ? [] : modelled.models, knowledge, faults, {
      ...USUAL_ITINERARY,
      maxSteps,
      lookEvery,
      onProgress: () => {},
    });
    const { weight } = walking;
    const { redactor, requests: before } = target.value;
    const counted = {
      redactor,
      get requests() {
        const { requests } = target.value;
        return weight === undefined ? requests : (requests - before) * weight;
      },
    };
    const small = await shrinkFaults(faults.faults, {
      knowledge,
      walks,
      book: faults,
      target: counted,
      accepted: new Set(),
      maxShrinks: walking.maxShrinks ?? 0,
      onProgress: () => {},
    });
    const { left } = world.ledger.summary();
    return { walks, faults: small.faults, found: faults.faults.map(line), left: left.length, hotel };
  } finally {
    await target.value.close();
    await hotel.close();
  }
}

function line({ verdict, oracle, operation, clause }: Finding): string {
  return `${verdict} ${oracle} ${operation}: ${clause}`;
}

function clauseOf(line: string, generated?: true): Clause {
  const [, operation = "", kind, text = ""] = /^(\w+ \S+) (requires|ensures) (.*)$/s.exec(line) ?? [];
  const formula = parseFormula(text);
  if (!formula.ok || (kind !== "requires" && kind !== "ensures")) throw new Error(`${line} is no clause`);
  return {
    operation,
    kind,
    text,
    formula: formula.value,
    ...(generated === undefined ? {} : { generated }),
  };
}

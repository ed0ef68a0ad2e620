import { countOf } from "#base/count-of";
import { type Problem, problem } from "#base/problem";
import { createRandom } from "#base/random";
import { ok, type Result } from "#base/result";
import type { RunRecord, StageRecord } from "#calls/run-record";
import { completeContract } from "#contracts/complete-contract";
import { planLives } from "#cover/plan-lives";
import { planVisits } from "#cover/plan-visits";
import type { Clause } from "#glacier/clause";
import type { ClauseEntries } from "#glacier/clause-entries";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { createWorld } from "#run/create-world";
import { diagnoseSilence } from "#run/diagnose-silence";
import { FaultBook } from "#run/fault-book";
import { learnRecipes } from "#run/learn-recipes";
import { learnRules } from "#run/learn-rules";
import { type ModelSettings, modelForRun, USUAL_MODEL, workableSemantics } from "#run/model-for-run";
import { readContract } from "#run/read-contract";
import { recordRun } from "#run/record-run";
import { runSuite } from "#run/run-suite";
import { walkModels } from "#run/run-tours";
import {
  describeContract,
  describeCover,
  describeLearned,
  describeModel,
  describeRun,
} from "#run/stage-lines";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Generators } from "#values/generators";

export interface TestOptions {
  /** Piolet's own version, for the record. */
  readonly version: string;
  readonly api: Api;
  readonly target: Target;
  readonly seed: number;
  readonly generators: Generators;
  /** Clauses beside those of the document: of the config file and of contract files. */
  readonly entries?: ClauseEntries;
  readonly model?: Partial<ModelSettings>;
  /** Calls per tour through a model. Default: 50, what a person reads. */
  readonly maxSteps?: number;
  /** Findings to leave out, by key. */
  readonly accepted: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Milliseconds since some fixed moment. */
  readonly now: () => number;
}

/** Told what has happened so far, for whoever watches. */
export interface TestListener {
  readonly onStart?: (head: { title: string; operations: number; resources: number; seed: number }) => void;
  readonly onProgress?: (stage: string, text: string) => void;
  readonly onStage?: (stage: StageRecord) => void;
}

/** The whole run. What the user can cause comes back as problems; findings are in the record. */
export async function testApi(options: TestOptions, listener: TestListener = {}): Promise<Result<RunRecord>> {
  const { api, target, seed, version } = options;
  const runId = `piolet-${seed}`;
  const began = options.now();
  const stages: StageRecord[] = [];
  const finish = (stage: StageRecord) => {
    stages.push(stage);
    listener.onStage?.(stage);
  };

  // 1. Is anybody there?
  const contact = await probeTarget(target, runId, options.signal);
  if (!contact.ok) return contact;

  // 2. What each operation seems to do.
  const semantics = guessSemantics(api);
  const counts = { operations: api.operations.length, resources: semantics.resources.length };
  listener.onStart?.({ title: api.title, ...counts, seed });
  const read = readContract(api, semantics, options.entries);
  const random = createRandom(seed);
  const world = createWorld({ ...options, semantics, clauses: read.clauses, random, runId });

  // 3. What works, and what really comes of it: found by trying.
  const learned = await learnRecipes(world, (operation) => listener.onProgress?.("learn", operation));
  const seen = await learnRules(world, learned.book, (question) => listener.onProgress?.("learn", question));
  finish(describeLearned(learned, seen.rules, semantics, target.requests));

  // 4. That as clauses, beside those of the user.
  const contract = completeContract(api, semantics, read.written, seen.rules, learned.book);
  finish(describeContract(contract, read));

  // 5. The states that this implies, and a way through all of them.
  const workable = workableSemantics(semantics, learned.book);
  const beganModel = options.now();
  const modelled = modelForRun(api, workable, contract.rules, { ...USUAL_MODEL, ...options.model });
  finish(describeModel(modelled, options.now() - beganModel));

  // 6. The life of one thing of each kind; then the whole model; then every other operation once.
  const faults = new FaultBook();
  const progress = (text: string) =>
    listener.onProgress?.("run", `${text}, ${countOf(faults.errors.length, "fault")}`);
  const lives = planLives(world, learned.book);
  const trial = { clauses: contract.generated, refuted: new Set<Clause>() };
  const lived = await runSuite(lives, { ...world, trial }, faults, (done) =>
    progress(`${done} of ${lives.length} lives`),
  );
  const walks = await walkModels(
    lived.lostContact ? [] : modelled.models,
    {
      world,
      book: learned.book,
      rules: contract.rules,
      clauses: [...contract.yours, ...contract.generated.filter((clause) => !trial.refuted.has(clause))],
    },
    faults,
    { maxSteps: options.maxSteps ?? 50, onProgress: progress },
  );
  const called = new Set([
    ...lives.flatMap(({ sequence }) => sequence.calls.map((call) => call.operation)),
    ...walks.flatMap(({ tours }) =>
      tours.flatMap(({ trace }) => trace.exchanges.map(({ call }) => call.operation)),
    ),
  ]);
  const visits = planVisits(world, learned.book, called);
  const isLost = lived.lostContact || walks.some(({ lostContact }) => lostContact);
  const visited = isLost
    ? { results: [], lostContact: true }
    : await runSuite(visits.sequences, world, faults, (done) =>
        progress(`${done} of ${visits.sequences.length} visits`),
      );
  finish(describeCover(lives, walks, visits.sequences));

  // 7. Count.
  const sequences = [
    ...lives.map((planned, index) => ({ planned, runs: lived.results[index] ?? [] })),
    ...visits.sequences.map((planned, index) => ({ planned, runs: visited.results[index] ?? [] })),
  ];
  const counted = recordRun({
    world,
    learned,
    sequences,
    walks,
    skipped: visits.skipped,
    faults: [...faults.faults, ...seen.faults],
    accepted: options.accepted,
  });
  const milliseconds = options.now() - began;
  finish(describeRun(counted, target.requests, milliseconds));

  const answers = [
    ...learned.exchanges,
    ...sequences.flatMap(({ runs }) => runs.flatMap(({ trace }) => trace.exchanges)),
  ];
  const problems = [
    ...api.problems,
    ...read.problems,
    ...(visited.lostContact ? [lostContact(target.url)] : diagnoseSilence(answers)),
  ];
  const head = { piolet: version, title: api.title, document: api.source, url: target.url, seed };
  return ok({ ...head, ...counted, stages, requests: target.requests, milliseconds, problems }, problems);
}

function lostContact(url: string): Problem {
  const hint = "Check that the service is still up, then run again; what was found until then is reported.";
  return problem("target-unreachable", `${url} stopped answering during the run.`, hint);
}

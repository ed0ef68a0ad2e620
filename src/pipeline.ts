import { type Problem, problem } from "#base/problem";
import { createRandom } from "#base/random";
import { ok, type Result } from "#base/result";
import type { RunRecord, StageRecord } from "#calls/run-record";
import { planSuite } from "#cover/plan-suite";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { createWorld } from "#run/create-world";
import { diagnoseSilence } from "#run/diagnose-silence";
import { learnRecipes } from "#run/learn-recipes";
import { readContract } from "#run/read-contract";
import { recordRun } from "#run/record-run";
import { runSuite } from "#run/run-suite";
import { describeContract, describeLearned, describePlan, describeRun } from "#run/stage-lines";
import { guessSemantics } from "#semantics/guess-semantics";
import type { Generators } from "#values/generators";

export interface TestOptions {
  /** Piolet's own version, for the record. */
  readonly version: string;
  readonly api: Api;
  readonly target: Target;
  readonly seed: number;
  readonly generators: Generators;
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
  const contract = readContract(api);
  const { clauses } = contract;
  const world = createWorld({ ...options, semantics, clauses, random: createRandom(seed), runId });

  // 3. How things can be created and updated, found by trying.
  const learned = await learnRecipes(world, (operation) => listener.onProgress?.("learn", operation));
  finish(describeLearned(learned, semantics, target.requests));
  if (contract.read > 0) finish(describeContract(contract));

  // 4. The calls to make.
  const plan = planSuite(world, learned.book);
  finish(describePlan(plan));

  // 5. Make them, judge each, and take back what they created.
  const suite = await runSuite(plan.sequences, world, (done, faults) =>
    listener.onProgress?.("run", `${done} of ${plan.sequences.length} sequences, ${faults} faults`),
  );
  const counted = recordRun({ world, learned, plan, suite, accepted: options.accepted });
  const milliseconds = options.now() - began;
  finish(describeRun(counted, target.requests, milliseconds));

  const answers = [...learned.exchanges, ...suite.results.flat().flatMap(({ trace }) => trace.exchanges)];
  const problems = [
    ...api.problems,
    ...contract.problems,
    ...(suite.lostContact ? [lostContact(target.url)] : diagnoseSilence(answers)),
  ];
  const head = { piolet: version, title: api.title, document: api.source, url: target.url, seed };
  return ok({ ...head, ...counted, stages, requests: target.requests, milliseconds, problems }, problems);
}

function lostContact(url: string): Problem {
  const hint = "Check that the service is still up, then run again; what was found until then is reported.";
  return problem("target-unreachable", `${url} stopped answering during the run.`, hint);
}

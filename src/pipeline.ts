import { countOf } from "#base/count-of";
import type { Filtered } from "#base/filtered";
import { runStepsWhile } from "#base/in-steps";
import { ownVersion } from "#base/own-version";
import { isProblem, type Problem, problem } from "#base/problem";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { isAccepted } from "#calls/is-accepted";
import type { Fault, RunRecord, StageRecord } from "#calls/run-record";
import { type CompleteContract, completeContract } from "#contracts/complete-contract";
import { countsThings } from "#contracts/counts-things";
import { planLives } from "#cover/plan-lives";
import { planVisits } from "#cover/plan-visits";
import type { Clause } from "#glacier/clause";
import type { ClauseEntries } from "#glacier/clause-entries";
import { filterSecrets } from "#http/filter-secrets";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Oracle } from "#judge/oracle";
import { chooseOracles, chosenOf, type OracleChoice } from "#judge/oracle-choice";
import { ORACLES } from "#judge/oracles";
import type { Api, OperationKey } from "#openapi/api";
import { withoutCatchAlls } from "#openapi/without-catch-alls";
import { affordableModels } from "#run/affordable-models";
import { brokenFromTheStart, withoutBlamed } from "#run/broken-from-the-start";
import { checkLeft, looksForLeft } from "#run/check-left";
import { cleanUpAtLast } from "#run/clean-up-at-last";
import { createWorld } from "#run/create-world";
import { diagnoseSilence } from "#run/diagnose-silence";
import { FaultBook } from "#run/fault-book";
import { foldFaults } from "#run/fold-faults";
import { gatherFaults, stillUnrefused } from "#run/gather-faults";
import { type LearnWish, learnService, USUAL_WISH } from "#run/learn-service";
import { lookBack } from "#run/look-back";
import { lookEvery } from "#run/look-every";
import {
  type ModelSettings,
  modelForRun,
  mostToWalk,
  USUAL_MODEL,
  workableSemantics,
} from "#run/model-for-run";
import { planOracles } from "#run/oracle-sequences";
import { operationsCalled, operationsModelled } from "#run/plan-run";
import { type Itinerary, USUAL_ITINERARY } from "#run/plan-walks";
import { costOf, tellLeftOut } from "#run/ration";
import { readContract } from "#run/read-contract";
import { recordRun } from "#run/record-run";
import { type RunListener, tellFiltered } from "#run/run-listener";
import { runSituations } from "#run/run-situations";
import { runSuite, type SuiteResult } from "#run/run-suite";
import { walkModels } from "#run/run-tours";
import { calledElsewhere, takes } from "#run/shard";
import { requestsFor, shareBudget } from "#run/share-budget";
import { shrinkFaults, USUAL_SHRINKS } from "#run/shrink-faults";
import {
  describeContract,
  describeCover,
  describeLearned,
  describeModel,
  describeRun,
  describeShrinking,
} from "#run/stage-lines";
import { staleAccepts } from "#run/stale-accepts";
import { tellBystanders } from "#run/tell-bystanders";
import { testedLittle, USUAL_MIN_OPERATIONS } from "#run/tested-little";
import { contactWith } from "#semantics/contact-with";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Generators, NO_GENERATORS } from "#values/generators";

export interface TestOptions {
  readonly api: Api;
  readonly target: Target;
  readonly seed: number;
  /** For the record. Default: the version of this package. */
  readonly version?: string;
  /** Values of the user's own. Default: none. */
  readonly generators?: Generators;
  /** How the models are walked: calls per tour, tours at a time, which part of them. */
  readonly itinerary?: Partial<Itinerary>;
  /** Sequences that may be tried per fault to make it small; 0: faults stay as they were found. */
  readonly maxShrinks?: number;
  /** Faults after which nothing new is tried. */
  readonly maxFailures?: number;
  /** Percent of the operations that may be called which must be tested, or else the record has the problem `tested-little`. */
  readonly minOperations?: number;
  /** Oracles that are not wanted, or with another verdict. */
  readonly oracles?: OracleChoice;
  /** Random inputs per operation beside those at the boundaries. */
  readonly fuzz?: number;
  /** Findings to leave out, by key. */
  readonly accepted?: ReadonlySet<string>;
  /** Ends the run early: nothing new is begun, and what was found is reported. A `Problem` as its reason is told. */
  readonly signal?: AbortSignal;
  /** Milliseconds since some fixed moment. Default: of this process. */
  readonly now?: () => number;
  /** Lets time pass for what is slow to show. Default: really. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** What only the command line offers: its types are the inside of this package, and change with it. */
export interface RunOptions extends TestOptions {
  /** Clauses beside those of the document: of the config file and of contract files. */
  readonly entries?: ClauseEntries;
  /** What is found out by trying, and what is believed. */
  readonly learning?: Partial<LearnWish>;
  readonly model?: Partial<ModelSettings>;
  /** Oracles beside those that Piolet has. */
  readonly moreOracles?: readonly Oracle[];
}

/** Told what has happened so far, for whoever watches. */
export interface TestListener extends RunListener {
  readonly onStart?: (head: { title: string; operations: number; resources: number; seed: number }) => void;
}

/** The whole run. What the user can cause comes back as problems; findings are in the record. */
export async function testApi(
  given: RunOptions,
  listener: TestListener = {},
): Promise<Result<Filtered<RunRecord>>> {
  const options = { ...usualOptions(), ...given };
  const { target, seed, version } = options;
  const { api, leftOut: notCalled } = withoutCatchAlls(options.api);
  const told = tellFiltered(listener, target.redactor);
  const runId = `piolet-${seed}`;
  const began = options.now();
  const stages: StageRecord[] = [];
  const finish = (stage: StageRecord) => {
    stages.push(stage);
    told.onStage(stage);
  };

  // 1. Is anybody there?
  const contact = await probeTarget(target, runId, contactWith(api, options.signal));
  if (!contact.ok) return contact;

  // 2. What each operation seems to do.
  const guessed = guessSemantics(api);
  const counts = { operations: api.operations.length, resources: guessed.resources.length };
  listener.onStart?.({ title: api.title, ...counts, seed });
  const random = createRandom(seed);
  const choice = options.oracles ?? {};
  const oracles = chooseOracles([...ORACLES, ...(options.moreOracles ?? [])], choice);
  const unknown = createWorld({
    ...options,
    api,
    ...(told.onExchange && { onExchange: told.onExchange }),
    ...(told.onLedger && { onLedger: told.onLedger }),
    oracles,
    semantics: guessed,
    clauses: [],
    random,
    runId,
  });

  // 3. What it really does, with which inputs, and by which rules: found by trying.
  const learned = await learnService(unknown, { ...USUAL_WISH, ...options.learning }, (text) =>
    told.onProgress("learn", text),
  );
  const { semantics } = learned.world;
  finish(describeLearned(learned, target.requests));
  // Whoever ends the run later still has what was noticed on the way.
  for (const fault of [...learned.deviations, ...learned.faults]) told.onFault?.(fault);

  // 4. That as clauses, beside those of the user.
  const { storesNothing = false } = learned.world;
  const read = readContract(api, semantics, options.entries);
  const world = learned.world.knowing({ clauses: storesNothing ? [] : read.clauses });
  const implied = completeContract(api, semantics, read.written, learned.rules, learned.book);
  const contract = storesNothing
    ? NO_CONTRACT
    : world.ledger.isPatient
      ? { ...implied, generated: implied.generated.filter((clause) => !countsThings(clause)) }
      : implied;
  finish(describeContract(contract, read));

  // 5. The states that this implies, and a way through all of them.
  const workable = workableSemantics(semantics, learned.book, contract.rules);
  const beganModel = options.now();
  const ground = {
    known: world,
    book: learned.book,
    rules: contract.rules,
    access: {
      actors: target.actors,
      hasCredentials: target.hasCredentials,
      callerOf: (operation: OperationKey) => world.callers.of(operation, semantics),
      privileged: world.callers.privileged,
    },
    sendsEtags: learned.sendsEtags,
    habits: world.habits,
    ...(options.fuzz === undefined ? {} : { fuzz: options.fuzz }),
  };
  const situations = await runStepsWhile(planOracles(world.oracles, ground), world.signal);
  const itinerary = { ...USUAL_ITINERARY, ...options.itinerary };
  const { rules } = contract;
  const plan = {
    rules,
    yours: contract.yours,
    others: situations,
    operations: api.operations.length,
    budget: itinerary.budget,
  };
  const derive = () =>
    modelForRun(api, workable, rules, {
      ...USUAL_MODEL,
      mostToWalk: mostToWalk(itinerary.budget, api),
      ...options.model,
    });
  const modelled = storesNothing
    ? { models: [], leftOut: [leftOutOf(read.clauses.length)] }
    : affordableModels(await runStepsWhile(derive(), world.signal), plan);
  finish(describeModel(modelled, options.now() - beganModel));

  // 6. The life of one thing of each kind; then the whole model; then what oracles ask for; then every other
  // operation once.
  const isTold = (fault: Fault) => !isAccepted(fault, options.accepted);
  const faults = new FaultBook(
    told.onFault,
    (errors) => chosenOf(errors, choice).filter(isTold).length >= (options.maxFailures ?? Infinity),
    options.accepted,
  );
  const progress = (text: string) =>
    told.onProgress("run", `${text}, ${countOf(faults.errors.length, "fault")}`);
  // Every shard lives all lives, because clauses are tried there; it counts and tells only its own.
  const lives = planLives(world, learned.book);
  const start = await brokenFromTheStart(world);
  for (const { fault, own } of start) if (own === undefined) told.onFault?.(fault);
  const isOwn = (_: unknown, index: number) => takes(itinerary.shard, index);
  const trial = { clauses: contract.generated, refuted: new Set<Clause>() };
  const lived = await runSuite(lives, { ...world, trial }, faults, (done) =>
    progress(`${done} of ${lives.length} lives`),
  );
  const knowledge = {
    world,
    book: learned.book,
    rules: contract.rules,
    clauses: [...contract.yours, ...contract.generated.filter((clause) => !trial.refuted.has(clause))],
  };
  const own = situations.filter(isOwn);
  const total = requestsFor(itinerary, api.operations.length, own);
  const ahead = { ...plan, models: modelled.models, others: own };
  const shares = shareBudget(ahead, total, world.meter.spent);
  const walks = await walkModels(lived.lostContact ? [] : modelled.models, knowledge, faults, {
    lookEvery: lookEvery({ ...ahead, others: shares.situations }, world.meter.spent),
    ...itinerary,
    bounds: shares,
    onProgress: progress,
  });
  const walked = walks.flatMap(({ tours }) => tours.flatMap(({ trace }) => trace.exchanges));
  const called = new Set([
    ...operationsCalled(lives),
    // What other shards have walked is not known here, only what they are to walk.
    ...(itinerary.shard.count > 1
      ? operationsModelled(modelled.models)
      : walked.map(({ call }) => call.operation)),
  ]);
  const visits = planVisits(world, learned.book, called);
  const ownVisits = visits.sequences.filter(isOwn);
  const isLost = lived.lostContact || walks.some(({ lostContact }) => lostContact);
  const reserved = costOf(ownVisits);
  const tried = isLost
    ? { ...NOT_RUN, asked: own, leftOut: [] }
    : await runSituations(
        own,
        world,
        faults,
        () => total - world.meter.spent - reserved - looksForLeft(world),
        (done) => progress(`${done} of ${countOf(own.length, "situation")}`),
      );
  const visited = tried.lostContact
    ? NOT_RUN
    : await runSuite(ownVisits, world, faults, (done) =>
        progress(`${done} of ${countOf(ownVisits.length, "visit")}`),
      );
  finish(describeCover(lives.filter(isOwn), walks, ownVisits));

  // 7. Each fault in as few calls as show it, and each cause once.
  const livedElsewhere = new Set(
    lives.filter((life, index) => !isOwn(life, index)).map(({ sequence }) => sequence.id),
  );
  const suites = [lived, tried, visited].flatMap(({ results }) => results.flat());
  const exchanges = [...learned.exchanges, ...walked, ...suites.flatMap(({ trace }) => trace.exchanges)];
  const all = gatherFaults(
    [
      ...faults.faults.filter(({ sequence }) => !livedElsewhere.has(sequence.id)),
      ...stillUnrefused(learned.deviations, exchanges),
    ],
    [...learned.faults, ...withoutBlamed(start, faults.faults, semantics)],
    options.accepted,
  );
  const shrinking = {
    knowledge,
    walks,
    book: faults,
    asked: learned.asked,
    target,
    accepted: options.accepted,
    maxShrinks: options.maxShrinks ?? USUAL_SHRINKS,
    onProgress: (text: string) => told.onProgress("shrink", text),
  };
  const small = await world.meter.aside(() => shrinkFaults(chosenOf(all, choice), shrinking));
  if (small.shrinking.faults > 0) finish(describeShrinking(small));

  // What a broken generator should have drawn was never sent: nothing that was seen since means anything.
  const broken = options.generators.failure();
  if (broken !== undefined) return failed(broken);

  if (!isLost) {
    await cleanUpAtLast(world);
    await checkLeft(world, total - world.meter.spent);
  }
  const bystanders = isLost ? undefined : await lookBack(world);

  // 8. Count.
  const sequences = [
    ...lives.map((planned, index) => ({ planned, runs: lived.results[index] ?? [] })).filter(isOwn),
    ...tried.asked.map((planned, index) => ({ planned, runs: tried.results[index] ?? [] })),
    ...ownVisits.map((planned, index) => ({ planned, runs: visited.results[index] ?? [] })),
  ];
  const elsewhere = new Map(
    calledElsewhere(itinerary.shard, [...called, ...operationsCalled([...situations, ...visits.sequences])]),
  );
  const counted = recordRun({
    world,
    learned,
    ground,
    leftOut: tried.leftOut,
    sequences,
    walks,
    skipped: new Map([...elsewhere, ...visits.skipped]),
    leftAlone: new Set([...elsewhere.keys(), ...visits.leftAlone]),
    faults: foldFaults(small.faults, options.accepted),
    accepted: options.accepted,
    choice,
    rules: contract.rules,
    yours: contract.yours,
    trial,
  });
  const milliseconds = options.now() - began;
  finish(describeRun(counted, target.requests, milliseconds, world.patience.waited));

  const silence = visited.lostContact ? [lostContact(target.url)] : diagnoseSilence(exchanges);
  const problems = [
    ...api.problems,
    ...read.problems,
    ...silence,
    ...(silence.length > 0
      ? []
      : testedLittle(counted.operations, exchanges, options.minOperations ?? USUAL_MIN_OPERATIONS)),
    ...(bystanders === undefined ? [] : tellBystanders(bystanders)),
    ...(faults.isFull ? [stoppedEarly(options.maxFailures ?? 0)] : []),
    ...(isProblem(options.signal?.reason) ? [options.signal.reason] : []),
    // What nothing here has may be in another shard.
    ...(itinerary.shard.count > 1 ? [] : staleAccepts(options.accepted, small.faults)),
  ];
  const head = { piolet: version, title: api.title, document: api.source, url: target.url, seed };
  const spent = { requests: target.requests, shrinking: small.shrinking, milliseconds };
  const leftOut = [...notCalled, ...modelled.leftOut, ...tellLeftOut(tried.leftOut, itinerary.budget)];
  const seen = bystanders === undefined ? {} : { bystanders };
  const record: RunRecord = { ...head, ...counted, ...seen, leftOut, stages, ...spent, problems };
  return ok(filterSecrets(record, target.redactor), problems);
}

function usualOptions() {
  const accepted: ReadonlySet<string> = new Set<string>();
  return { version: ownVersion(), generators: NO_GENERATORS, accepted, now: () => performance.now() };
}

const NO_CONTRACT: CompleteContract = { rules: [], yours: [], generated: [] };

/** What a service that stores nothing is not asked. */
function leftOutOf(clauses: number): string {
  const yours = clauses === 0 ? "" : `, ${countOf(clauses, "clause")} of yours`;
  return `The model, experiments${yours} and oracles that need stored things: the service stores nothing.`;
}

const NOT_RUN: SuiteResult = { results: [], lostContact: true };

function lostContact(url: string): Problem {
  const hint = "Check that the service is still up, then run again; what was found until then is reported.";
  return problem("target-unreachable", `${url} stopped answering during the run.`, hint);
}

function stoppedEarly(maxFailures: number): Problem {
  const message = `The run was stopped after ${countOf(maxFailures, "fault")}: what comes after them was not tested.`;
  return problem("run-stopped", message, "Mend what was found and run again, or allow more failures.");
}

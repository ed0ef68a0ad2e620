import type { Call } from "#calls/call";
import type { CheckLook } from "#calls/check";
import type { Exchange } from "#calls/exchange";
import { type Finding, isAboutState } from "#calls/finding";
import { referencesOf } from "#calls/references";
import { resolveTemplate } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import { GHOST } from "#cover/thing-ids";
import type { PlannedTour, Thing, TourStep } from "#cover/tour";
import type { Clause } from "#glacier/clause";
import { isSafeMethod } from "#glacier/read-request";
import { serverError } from "#judge/server-error";
import type { Pauses } from "#semantics/patience";
import { SELF } from "#semantics/recipe";
import type { Rule } from "#semantics/rule";
import { CONTRACT } from "./contract-finding.js";
import { Frame } from "./frame.js";
import { avoidGivenAgain } from "./given-again.js";
import { isAsNew } from "./is-as-new.js";
import { ContractJudge, isYours } from "./judge-contract.js";
import { judgeExchange } from "./judge-exchange.js";
import { ANSWER, isAsPredicted, judgeOutcome } from "./judge-outcome.js";
import { OwnView } from "./own-view.js";
import { premisesOf } from "./premises.js";
import {
  callAndJudge,
  keepBooks,
  type SequenceResult,
  type Stop,
  type Surroundings,
  underContract,
  whyStop,
} from "./run-sequence.js";
import type { Knowledge } from "./sights.js";
import type { CaseRun, World } from "./world.js";

export interface TourResult extends SequenceResult {
  readonly planned: PlannedTour;
  /** Transitions that went as the model says. */
  readonly passed: readonly number[];
  /** Those that could not be tried, with the reason. They change nothing, so the tour went on without them. */
  readonly skipped: ReadonlyMap<number, string>;
  /** The one that did not: the service is no longer where the model is. */
  readonly failed?: { readonly transition: number; readonly reason: string };
}

export interface TourKnowledge extends Knowledge {
  /** All clauses: the user's and the generated ones. */
  readonly clauses: readonly Clause[];
  /** Whether what was read for one clause serves the others. Default: yes. */
  readonly sharesReads?: boolean;
  /** Other sequences run at the same time: only what is its own is held against a tour. */
  readonly besideOthers?: boolean;
  /** So many steps are made between two looks at the state. Default: each step is looked at. */
  readonly lookEvery?: number;
  /** Transitions that are looked at in any case. */
  readonly closely?: ReadonlySet<number>;
}

/**
 * Walks the service through a tour of the model. Each step is judged by the oracles, by its contract, by what the
 * model says of its answer, and by the frame. A step that goes another way ends the tour.
 */
export async function runTour(
  tour: PlannedTour,
  knowledge: TourKnowledge,
  name: string,
  patience: Pauses,
  isKnown: (key: string) => boolean,
): Promise<TourResult> {
  const { world, clauses } = knowledge;
  const run = world.startCase(name);
  const exchanges: Exchange[] = [];
  const findings: Finding[] = [];
  const passed: number[] = [];
  const skipped = new Map<number, string>();
  const unusable = new Set<string>();
  const answered = new Map<string, boolean>();
  const frame = new Frame(knowledge, run);
  const looks: Exchange[] = [];
  const own = knowledge.besideOthers === true ? new OwnView(tour, knowledge) : undefined;
  const look = async (call: Call) => {
    const seen = await world.send(call, [], run);
    looks.push(seen);
    return own?.restrict(seen) ?? seen;
  };
  const send: World["send"] = async (call, earlier, during) => {
    const exchange = await world.send(call, earlier, during);
    own?.note([...earlier, exchange]);
    return exchange;
  };
  const contract = new ContractJudge(world.api, clauses, look, {
    shared: knowledge.sharesReads ?? true,
    tally: world.tally,
    semantics: world.semantics,
    habits: world.habits,
  });
  const isWatched = watching(tour, knowledge.lookEvery ?? 1, knowledge.closely);
  let things: readonly Thing[] = [];
  let stopped: Stop | undefined;
  let failed: TourResult["failed"];
  const sent = new Map<string, Call>();
  for (const planned of tour.sequence.calls) {
    const step = tour.steps.get(planned.id);
    const call =
      step === undefined || step.expects === "success"
        ? planned
        : await avoidGivenAgain(planned, things, tour, exchanges, { world, run });
    if (call === undefined && step !== undefined) {
      skipped.set(step.transition, "the id of what was deleted was given to another thing");
      continue;
    }
    if (call === undefined) continue;
    if (call !== planned) sent.set(call.id, call);
    const around: Surroundings = {
      planned: tour,
      before: exchanges,
      world: { ...world, send },
      run,
      patience,
      mustWork: step?.expects === "success",
      isKnown: (key) => isKnown(key) || findings.some((finding) => finding.key === key),
    };
    if (step !== undefined && referencesOf(call).some(({ reference }) => unusable.has(reference.call))) {
      skipped.set(step.transition, "no id is known that nothing has");
      continue;
    }
    const { exchange, found } =
      step === undefined
        ? await callAndJudge(call, around)
        : await underContract(call, around, contract, {
            answer: (answer, requires) =>
              judgeOutcome(step, things, call, answer, knowledge.rules, answered, requires),
            // Where the answer is another one, the model has nothing to say of what comes after it.
            frame: async (observer, answer) =>
              isWatched(call) && isAsPredicted(step, answer)
                ? frame.checkAfter(step, call, exchanges)(observer, answer)
                : [],
            counts: (clause) =>
              isWatched(call)
                ? isStated(clause) || !hasMoved(clause, step, things, knowledge.rules)
                : isYours(clause) && clause.kind !== "invariant",
          });
    if (step === undefined && !isSafeMethod(exchange.request.method)) contract.forget();
    exchanges.push(exchange);
    const premises =
      step === undefined || step.expects === "success" ? [] : premisesOf(step, things, call, knowledge);
    findings.push(...found.map((finding) => withCircumstances(finding, step, tour, exchanges, premises)));
    findings.push(...crashes(looks.splice(0), call, world));
    keepBooks(call, tour, exchanges, world, found);
    if (isFailedGhost(call, exchange)) unusable.add(ghostOf(call));
    const isKept =
      frame.isKept() && !found.some(leadsAstray) && (step === undefined || isAsPredicted(step, exchange));
    if (step === undefined) stopped = whyStop(call, tour, exchange, found);
    else if (exchange.outcome.kind === "none")
      stopped = { message: `${call.operation}: ${exchange.outcome.message}`, drawAgain: false };
    else if (!isKept) stopped = { message: "the service went another way than the model", drawAgain: false };
    if (step !== undefined && stopped !== undefined) {
      failed = {
        transition: step.transition,
        reason: found.findLast(isAboutState)?.message ?? stopped.message,
      };
    }
    if (stopped !== undefined) break;
    if (step === undefined) continue;
    passed.push(step.transition);
    things = step.things;
    settleGone(step, exchanges, knowledge, run);
  }
  const calls = tour.sequence.calls.map((call) => sent.get(call.id) ?? call);
  const sequence = sent.size === 0 ? tour.sequence : { ...tour.sequence, calls };
  const trace = { sequence, exchanges };
  return {
    planned: { ...tour, sequence },
    trace,
    findings,
    passed,
    skipped,
    ...(stopped === undefined ? {} : { stopped }),
    ...(failed === undefined ? {} : { failed }),
  };
}

/**
 * What was learned of new things need not hold where one of the kind has been moved on: lists may leave that out. An
 * invariant is about several kinds, and about the state that this very call leads to.
 */
function hasMoved(
  { kind }: Clause,
  step: TourStep,
  before: readonly Thing[],
  rules: readonly Rule[],
): boolean {
  const isInvariant = kind === "invariant";
  const concerned = isInvariant ? [...before, ...step.things] : before;
  return concerned.some(
    (thing) =>
      (isInvariant || thing.resource === step.resource) && thing.state === "there" && !isAsNew(thing, rules),
  );
}

function isStated(clause: Clause): boolean {
  return isYours(clause) || clause.rule?.source === "declared";
}

/** Every so many steps, some in any case, and the last one: whatever went wrong in between, and lasts, shows then. */
function watching(
  { sequence, steps }: PlannedTour,
  every: number,
  closely: ReadonlySet<number> = new Set(),
): (call: Call) => boolean {
  const made = sequence.calls.flatMap(({ id }) => {
    const step = steps.get(id);
    return step === undefined ? [] : [{ id, isClose: closely.has(step.transition) }];
  });
  const watched = new Set(
    made
      .filter(({ isClose }, index) => isClose || index % every === every - 1 || index === made.length - 1)
      .map(({ id }) => id),
  );
  return ({ id }) => watched.has(id);
}

/** A collection is there in every state: a list that crashes is at fault, whoever looked at it and why. */
function crashes(looks: readonly Exchange[], after: Call, world: World): Finding[] {
  const asking = { ...world, oracles: world.oracles.filter(({ id }) => id === serverError.id) };
  const found = looks
    .filter(({ call }) => !call.operation.includes("{"))
    .flatMap((exchange) => judgeExchange(exchange, [], asking))
    .map((finding): Finding => ({ ...finding, call: after.id }));
  return [...new Map(found.map((finding) => [finding.key, finding])).values()];
}

/** An answer is wrong because of what happened before to the things that the call refers to. */
function withCircumstances(
  finding: Finding,
  step: TourStep | undefined,
  tour: PlannedTour,
  exchanges: readonly Exchange[],
  premises: readonly CheckLook[],
): Finding {
  if (finding.oracle !== ANSWER.id || step === undefined) return finding;
  const concerns = (id: string) =>
    tour.steps.get(id)?.likeness.refersTo.some((name) => step.likeness.refersTo.includes(name)) === true;
  const evidence = exchanges.map(({ call }) => call.id).filter((id) => id !== finding.call && concerns(id));
  const { check } = finding;
  return { ...finding, evidence, ...(check === undefined ? {} : { check: { ...check, looks: premises } }) };
}

/** A ghost that could not be deleted is none: what names it would hit a thing that is there. */
function isFailedGhost(call: Call, exchange: Exchange): boolean {
  return call.id.startsWith(GHOST.delete) && !succeeded(exchange);
}

function ghostOf(call: Call): string {
  return GHOST.make + call.id.slice(GHOST.delete.length);
}

/** After these nobody knows what the service holds, and what comes next would only be their echo. */
function leadsAstray({ oracle, verdict }: Finding): boolean {
  return [ANSWER.id, serverError.id].includes(oracle) || (oracle === CONTRACT.id && verdict === "ERR");
}

/** What the tour deleted needs no clean-up. */
function settleGone(
  step: TourStep,
  exchanges: readonly Exchange[],
  { world }: Knowledge,
  run: CaseRun,
): void {
  if (step.expects !== "success") return;
  for (const thing of step.things) {
    const id = thing.state === "gone" ? thing.ids.get(SELF) : undefined;
    const resolved = id && resolveTemplate(id, { exchanges, fresh: run.fresh });
    if (resolved?.ok === true) world.ledger.settle(thing.resource, resolved.value);
  }
}

import type { Call } from "#calls/call";
import type { Exchange, Outcome, ResolvedInputs } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { capturePrevious } from "#glacier/capture-previous";
import type { Clause } from "#glacier/clause";
import { type Environment, evaluate, type Truth } from "#glacier/evaluate";
import { allHold, judgeExecution } from "#glacier/judge-execution";
import { createObservationPoint, type ObservationPoint, type Observer } from "#glacier/observation-point";
import type { Limits } from "#glacier/run-passes";
import type { Api } from "#openapi/api";
import type { Resource, Semantics } from "#semantics/semantics";
import type { ClauseTally } from "./clause-tally.js";
import { Concern } from "./concern.js";
import { contractFinding, type Judged } from "./contract-finding.js";
import { isKeptInItsWay } from "./kept-in-its-way.js";
import { isStated } from "./may-break.js";
import { readCall } from "./read-call.js";

/** Sends a call that only looks. */
export type Look = (call: Call) => Promise<Exchange>;

/** What else is checked in the state after a call: whether everything else is as it should be. */
export type FrameCheck = (observer: Observer, exchange: Exchange) => Promise<readonly Finding[]>;

/** Clauses on trial: what the service does not keep in the simplest life is not held against it later. */
export interface Trial {
  readonly clauses: readonly Clause[];
  readonly refuted: Set<Clause>;
}

export interface JudgeOptions {
  readonly trial?: Trial | undefined;
  /** Whether what was read for one clause serves the others. Default: yes. */
  readonly shared?: boolean;
  readonly tally: ClauseTally;
  readonly semantics: Pick<Semantics, "resources">;
}

export interface Around {
  readonly call: Call;
  readonly inputs: ResolvedInputs;
  readonly send: () => Promise<Exchange>;
  /** What was done in the sequence before. */
  readonly before: readonly Exchange[];
  /** The ids of the earlier calls that a finding rests on. */
  readonly evidence: readonly string[];
  /** Waits before each further look at what was found, as long as something is missing and may yet come. */
  readonly pauses: (found: readonly Finding[], missing: () => readonly string[]) => AsyncIterable<unknown>;
  /** A slow service may not show yet what the call needs. */
  readonly mayBeEarly?: boolean;
  /** What the answer itself deserves, where the contract has no objection. */
  readonly answer?: (exchange: Exchange, requires: Truth) => Finding | undefined;
  /** Asked where the answer is not objected to; told where the contract has no objection. */
  readonly frame?: FrameCheck;
  /** The clauses by which it is judged. Default: all. */
  readonly counts?: (clause: Clause) => boolean;
}

/**
 * Judges writes by the clauses that the document carries: requires and invariants before, ensures and invariants
 * after, the verdict by the table of the ICEPICK paper. Done here and not by an oracle, because a clause reads
 * the service. What was read after one call serves as the state before the next.
 */
export class ContractJudge {
  #before: ObservationPoint | undefined;
  readonly #api: Api;
  readonly #clauses: readonly Clause[];
  readonly #look: Look;
  readonly #trial: Trial | undefined;
  readonly #shared: boolean;
  readonly #tally: ClauseTally;
  readonly #resources: readonly Resource[];

  constructor(api: Api, clauses: readonly Clause[], look: Look, options: JudgeOptions) {
    this.#api = api;
    this.#clauses = clauses;
    this.#look = look;
    this.#trial = options.trial;
    this.#shared = options.shared ?? true;
    this.#tally = options.tally;
    this.#resources = options.semantics.resources;
  }

  /** Something was written that nobody judged: what was read before it is out of date. */
  forget(): void {
    this.#before = undefined;
  }

  /** Makes the call and says what its contract thinks of it, and then whether the rest is as it should be. */
  async around({
    call,
    inputs,
    send,
    before: earlier,
    evidence,
    pauses,
    answer,
    frame,
    mayBeEarly = false,
    counts = () => true,
  }: Around): Promise<{ exchange: Exchange; found: readonly Finding[] }> {
    const isTried = (clause: Clause) => this.#trial?.clauses.includes(clause) === true;
    const of = (kind: Clause["kind"]) =>
      [...this.#clauses, ...(this.#trial?.clauses ?? [])].filter(
        (clause) =>
          clause.kind === kind && (clause.operation ?? call.operation) === call.operation && counts(clause),
      );
    const [requires, ensures, invariants] = [of("requires"), of("ensures"), of("invariant")];
    let before = (this.#shared ? this.#before : undefined) ?? this.#observe();
    const require = () => judged(requires, () => ({ observer: before, call: { inputs } }));
    let required = await require();
    if (mayBeEarly && holds(required) === "false") {
      const missing = () => (holds(required) === "false" ? ["what it requires"] : []);
      for await (const _ of pauses([], missing)) {
        before = this.#observe();
        required = await require();
      }
    }
    const captured = await Promise.all(
      ensures.map((clause) => capturePrevious(clause.formula, { before, call: { inputs } })),
    );
    // An invariant that did not hold before the call is not the call's to answer for.
    const concern = new Concern(this.#resources);
    const heldBefore = await judged(invariants, () => ({
      observer: before,
      concerns: concern.before(earlier),
    }));
    const standing = invariants.filter((_, index) => heldBefore[index]?.truth !== "false");
    const exchange = await send();
    const status = statusOf(exchange.outcome);
    const thisCall = { inputs, response: exchange.outcome };
    const objection = answer?.(exchange, holds(required));
    // What held before a refused call already is not its effect.
    const heldAlready = await judged(status !== undefined && status >= 400 ? ensures : [], () => ({
      observer: before,
      call: { inputs },
    }));
    let refuted: readonly Clause[] = [];
    let all: readonly Judged[] = [];
    const look = async () => {
      const observer = this.#observe();
      this.#before = observer;
      const judgments = await judged(ensures, (index) => ({
        ...{ observer, call: thisCall, previous: captured[index] },
      }));
      const ensured = judgments.map((one) =>
        isEchoBroken(one) && isKeptInItsWay(exchange) ? { ...one, truth: "unknown" as const } : one,
      );
      const kept = await judged(standing, () => ({
        observer,
        concerns: concern.after([...earlier, exchange]),
      }));
      all = [...required, ...ensured, ...kept];
      refuted = [...ensured, ...kept]
        .filter(({ clause, truth }) => truth === "false" && isTried(clause))
        .map(({ clause }) => clause);
      const judgeable = (all: readonly Judged[]) => all.filter(({ clause }) => !isTried(clause));
      const verdict = judgeExecution({
        requires: requirement(judgeable(required)),
        ensures: effect(judgeable(ensured), judgeable(heldAlready), status),
        invariants: holds(judgeable(kept)),
        status,
      });
      // No answer and 5xx have oracles of their own.
      if (status === undefined || status >= 500) return [];
      // Where the answer itself is another one than expected, the frame is not that of what happened.
      const around = objection === undefined ? ((await frame?.(observer, exchange)) ?? []) : [objection];
      if (verdict === "OK" || (verdict === "WARN" && objection?.verdict === "ERR")) return around;
      const made = { exchanges: [...earlier, exchange], resources: this.#resources, api: this.#api };
      return [contractFinding(call, status, verdict, judgeable(all), evidence, made)];
    };
    let found = await look();
    // Effects may be slow to show; an answer stays what it is.
    if ((found.length > 0 && found[0] !== objection) || refuted.length > 0) {
      const missing = () => [...found.map(({ key }) => key), ...refuted.map(({ text }) => text)];
      for await (const _ of pauses(found, missing)) found = await look();
    }
    // A generated clause says what a success does: of a refusal it was not judged.
    const isRefused = status !== undefined && status >= 400;
    this.#tally.note(all.filter(({ clause }) => !isRefused || clause.kind !== "ensures" || isYours(clause)));
    if (status !== undefined && status < 300) for (const clause of refuted) this.#trial?.refuted.add(clause);
    return { exchange, found };
  }

  #observe(): ObservationPoint {
    return createObservationPoint(
      async (request) => (await this.#look(readCall(request, this.#api))).outcome,
      { shared: this.#shared },
    );
  }
}

/** A clause that follows from a rule looks at a few of many: what a run could not delete again would cost more each time. */
const FEW: Partial<Limits> = { reads: 8 };

function judged(
  clauses: readonly Clause[],
  environment: (index: number) => Environment,
): Promise<readonly Judged[]> {
  return Promise.all(
    clauses.map(async (clause, index) => {
      const { concerns, ...others } = environment(index);
      const limits = isYours(clause) ? {} : FEW;
      const choice = isStated(clause) ? {} : { concerns };
      return { clause, ...(await evaluate(clause.formula, { ...others, limits, ...choice })) };
    }),
  );
}

/**
 * A precondition of the user's says when the call is accepted. A generated one is necessary and never sufficient:
 * where only such hold, or none are there, it is open whether the call must be accepted.
 */
function requirement(clauses: readonly Judged[]): Truth {
  const truth = holds(clauses);
  return truth === "true" && !clauses.some(({ clause }) => isYours(clause)) ? "unknown" : truth;
}

/**
 * What was ensured. A generated clause says what a success does, and nothing of a refusal. Of a refusal only that
 * counts which did not hold before. Where nothing is said at all it is open.
 */
function effect(
  clauses: readonly Judged[],
  heldAlready: readonly Judged[],
  status: number | undefined,
): Truth {
  if (status === undefined || status < 400) return clauses.length === 0 ? "unknown" : holds(clauses);
  const truths = clauses.flatMap(({ clause, truth }, index) => {
    if (!isYours(clause)) return [];
    return truth === "true" && heldAlready[index]?.truth === "true" ? ["unknown" as const] : [truth];
  });
  return truths.length === 0 ? "unknown" : allHold(truths);
}

/** In the user's own words. What follows from a rule, whoever stated it, is one condition among several. */
export function isYours({ rule, generated }: Clause): boolean {
  return generated !== true && rule === undefined;
}

function isEchoBroken({ clause, truth }: Judged): boolean {
  return truth === "false" && clause.rule?.kind === "echoes";
}

function holds(clauses: readonly Judged[]): Truth {
  return allHold(clauses.map(({ truth }) => truth));
}

function statusOf(outcome: Outcome): number | undefined {
  return outcome.kind === "response" ? outcome.status : undefined;
}

import type { Call } from "#calls/call";
import type { Exchange, ResolvedInputs } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { meaningOf } from "#calls/meaning";
import { capturePrevious } from "#glacier/capture-previous";
import type { Clause } from "#glacier/clause";
import { type Environment, evaluate, type Truth } from "#glacier/evaluate";
import type { Violations } from "#glacier/find-violations";
import { allHold, isRefusal, judgeExecution } from "#glacier/judge-execution";
import { createObservationPoint, type ObservationPoint, type Observer } from "#glacier/observation-point";
import type { Limits } from "#glacier/run-passes";
import type { Api } from "#openapi/api";
import { type Habits, keepingOf } from "#semantics/habits";
import type { Resource, Semantics } from "#semantics/semantics";
import type { ClauseTally } from "./clause-tally.js";
import { Concern } from "./concern.js";
import { contractFinding, type Judged } from "./contract-finding.js";
import { isKeptInItsWay } from "./kept-in-its-way.js";
import { isStated } from "./may-break.js";
import { readCall } from "./read-call.js";
import { type IsOwn, judgedSince, violationsOf } from "./standing-violations.js";

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
  /** What the service does with everything that it is sent. */
  readonly habits: Habits;
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
  /** Where what the user states to be always so was seen to be broken, when it was looked at last. */
  readonly #stated = new Map<Clause, Violations>();
  readonly #api: Api;
  /** With those on trial. */
  readonly #all: readonly Clause[];
  readonly #look: Look;
  readonly #trial: Trial | undefined;
  readonly #shared: boolean;
  readonly #tally: ClauseTally;
  readonly #resources: readonly Resource[];
  readonly #habits: Habits;

  constructor(api: Api, clauses: readonly Clause[], look: Look, options: JudgeOptions) {
    this.#api = api;
    this.#all = [...clauses, ...(options.trial?.clauses ?? [])];
    this.#look = look;
    this.#trial = options.trial;
    this.#shared = options.shared ?? true;
    this.#tally = options.tally;
    this.#resources = options.semantics.resources;
    this.#habits = options.habits;
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
      this.#all.filter(
        (clause) =>
          clause.kind === kind && (clause.operation ?? call.operation) === call.operation && counts(clause),
      );
    const [requires, ensures, invariants] = [of("requires"), of("ensures"), of("invariant")];
    const [stated, learned] = [invariants.filter(isStated), invariants.filter((one) => !isStated(one))];
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
    const captured = new Map(
      await Promise.all(
        ensures.map(
          async (clause) =>
            [clause, await capturePrevious(clause.formula, { before, call: { inputs } })] as const,
        ),
      ),
    );
    // What did not hold before the call is not the call's to answer for.
    const concern = new Concern(this.#resources);
    const isOwnBefore = concern.before(earlier);
    const heldBefore = await judged(learned, () => ({ observer: before, concerns: isOwnBefore }));
    const standing = learned.filter((_, index) => heldBefore[index]?.truth !== "false");
    await this.#lookAtStated(before, isOwnBefore);
    const exchange = await send();
    const meaning = meaningOf(exchange.outcome);
    const isRefused = isRefusal(meaning);
    const thisCall = { inputs, response: exchange.outcome };
    const objection = answer?.(exchange, holds(required));
    // A postcondition speaks of success, unless it says that it speaks of refusals.
    const claimed = ensures.filter(({ on }) => (on === undefined ? meaning === "done" : isRefused));
    let refuted: readonly Clause[] = [];
    let noted: readonly Judged[] = [];
    let violations: ReadonlyMap<Clause, Violations> = new Map();
    const look = async () => {
      const observer = this.#observe();
      this.#before = observer;
      const judgments = await judged(claimed, (clause) => ({
        ...{ observer, call: thisCall, previous: captured.get(clause) },
      }));
      const ensured = judgments.map((one) =>
        this.#isKeptInItsWay(one, exchange) ? { ...one, truth: "unknown" as const } : one,
      );
      const isOwn = concern.after([...earlier, exchange]);
      const kept = await judged(standing, () => ({ observer, concerns: isOwn }));
      violations = await this.#violations(stated, observer);
      const keptToo = [...violations].flatMap(([clause, after]) => {
        const since = this.#stated.get(clause) ?? after;
        return judgedSince(clause, since, after, isOwn) ?? [];
      });
      noted = [...required, ...ensured, ...kept, ...keptToo];
      refuted = [...ensured, ...kept, ...keptToo]
        .filter(({ clause, truth }) => truth === "false" && isTried(clause))
        .map(({ clause }) => clause);
      // What is broken or silent has oracles of its own, and nobody knows what came of it.
      if (meaning !== "done" && !isRefused) return [];
      const judgeable = (all: readonly Judged[]) => all.filter(({ clause }) => !isTried(clause));
      const invariant = holds(judgeable([...kept, ...keptToo]));
      const byTable = judgeExecution({
        requires: requirement(judgeable(required)),
        ensures: isRefused ? "unknown" : effect(judgeable(ensured)),
        invariants: invariant,
        meaning,
      });
      // The table excuses a refusal from most. Nothing excuses it from what is stated of refusals, and of all times.
      const owed = isRefused ? judgeable([...ensured, ...keptToo]) : [];
      const verdict = holds(owed) === "false" ? "ERR" : byTable;
      // Where the answer itself is another one than expected, the frame is not that of what happened.
      const around = objection === undefined ? ((await frame?.(observer, exchange)) ?? []) : [objection];
      if (verdict === "OK" || (verdict === "WARN" && objection?.verdict === "ERR")) return around;
      const made = { exchanges: [...earlier, exchange], resources: this.#resources, api: this.#api };
      const blamed = isRefused ? owed : judgeable(noted);
      return [contractFinding(call, exchange.outcome, verdict, blamed, evidence, made)];
    };
    let found = await look();
    // Effects may be slow to show; an answer stays what it is.
    if ((found.length > 0 && found[0] !== objection) || refuted.length > 0) {
      const missing = () => [...found.map(({ key }) => key), ...refuted.map(({ text }) => text)];
      for await (const _ of pauses(found, missing)) found = await look();
    }
    this.#tally.note(noted);
    if (meaning === "done") for (const clause of refuted) this.#trial?.refuted.add(clause);
    for (const [clause, after] of violations) if (!after.isOpen) this.#stated.set(clause, after);
    return { exchange, found };
  }

  /**
   * What the user states to be always so is compared with what was seen of it last, and first with the state before the
   * sequence. So what breaks it between two looks, by a call that nobody judged, is found by the next one.
   */
  async #lookAtStated(observer: Observer, note: IsOwn): Promise<void> {
    const unknown = this.#all.filter(
      (clause) => clause.kind === "invariant" && isStated(clause) && !this.#stated.has(clause),
    );
    for (const [clause, found] of await this.#violations(unknown, observer)) {
      this.#stated.set(clause, found);
      for (const { elements } of found.found) for (const element of elements) note(element);
    }
  }

  async #violations(
    clauses: readonly Clause[],
    observer: Observer,
  ): Promise<ReadonlyMap<Clause, Violations>> {
    return new Map(
      await Promise.all(
        clauses.map(
          async (clause) =>
            [
              clause,
              await violationsOf(clause, observer, this.#resources, { limits: limitsOf(clause) }),
            ] as const,
        ),
      ),
    );
  }

  /** An echo clause speaks of the letter, and the service has its own way to write what it was sent. */
  #isKeptInItsWay({ clause: { rule }, truth }: Judged, exchange: Exchange): boolean {
    return (
      truth === "false" &&
      rule?.kind === "echoes" &&
      isKeptInItsWay(exchange, keepingOf(this.#habits, rule.resource))
    );
  }

  #observe(): ObservationPoint {
    return createObservationPoint(
      async (request) => (await this.#look(readCall(request, this.#api))).outcome,
      { shared: this.#shared, mayLack: keepingOf(this.#habits, undefined).leavesOut },
    );
  }
}

/** A clause that follows from a rule looks at a few of many: what a run could not delete again would cost more each time. */
const FEW: Partial<Limits> = { reads: 8 };

function limitsOf(clause: Clause): Partial<Limits> {
  return isYours(clause) ? {} : FEW;
}

function judged(
  clauses: readonly Clause[],
  environment: (clause: Clause) => Environment,
): Promise<readonly Judged[]> {
  return Promise.all(
    clauses.map(async (clause) => {
      const { concerns, ...given } = environment(clause);
      const others = isYours(clause) ? given : { ...given, observer: withoutFailures(given.observer) };
      // Nobody has said of what follows from a rule that lists have an order: there are oracles for that.
      const anyOrder = !isYours(clause);
      const choice = isStated(clause) ? {} : { concerns };
      return {
        clause,
        ...(await evaluate(clause.formula, { ...others, limits: limitsOf(clause), anyOrder, ...choice })),
      };
    }),
  );
}

/**
 * A precondition is necessary: where one does not hold the call should be refused. That a call must be accepted follows
 * only where the user says so of all that they require; a generated one beside those says nothing of it.
 */
function requirement(clauses: readonly Judged[]): Truth {
  const truth = holds(clauses);
  const yours = clauses.filter(({ clause }) => isYours(clause) || clause.sufficient === true);
  const isSufficient = yours.length > 0 && yours.every(({ clause }) => clause.sufficient === true);
  return truth === "true" && !isSufficient ? "unknown" : truth;
}

/** Where nothing is said of what a call does, it is open. */
function effect(clauses: readonly Judged[]): Truth {
  return clauses.length === 0 ? "unknown" : holds(clauses);
}

/** In the user's own words. What follows from a rule, whoever stated it, is one condition among several. */
export function isYours({ rule, generated }: Clause): boolean {
  return generated !== true && rule === undefined;
}

function holds(clauses: readonly Judged[]): Truth {
  return allHold(clauses.map(({ truth }) => truth));
}

/** To what was learned a read that fails shows nothing: it is told by itself. */
function withoutFailures(observer: Observer): Observer {
  return {
    read: async (request) => {
      const outcome = await observer.read(request);
      return meaningOf(outcome) === "broken"
        ? { kind: "none", reason: "garbage", message: "the read fails" }
        : outcome;
    },
    mayLack: (value) => observer.mayLack?.(value) ?? false,
  };
}

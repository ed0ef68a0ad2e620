import type { Call } from "#calls/call";
import { ACCEPTED, answers, expecting, REFUSED } from "#calls/checks";
import type { Exchange, Outcome, ResolvedInputs } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import { referencesOf } from "#calls/references";
import { capturePrevious } from "#glacier/capture-previous";
import type { Clause } from "#glacier/clause";
import { type Evaluation, evaluate, type Truth } from "#glacier/evaluate";
import { allHold, judgeExecution } from "#glacier/judge-execution";
import { createObservationPoint, type ObservationPoint, type Observer } from "#glacier/observation-point";
import type { Limits } from "#glacier/run-passes";
import type { OracleDescription } from "#judge/oracle";
import type { Api } from "#openapi/api";
import { checkOfClause, orRefused } from "./check-clause.js";
import type { ClauseTally } from "./clause-tally.js";
import { operationsByPattern, readCall } from "./read-call.js";

export const CONTRACT: OracleDescription = {
  id: "contract",
  title: "A call keeps its contract: what it requires, what it ensures, what is always true.",
  verdict: "ERR",
  source: "clauses of the user, and those that follow from rules; Table I of the ICEPICK paper",
};

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
}

export interface Around {
  readonly call: Call;
  readonly inputs: ResolvedInputs;
  readonly send: () => Promise<Exchange>;
  /** The ids of the earlier calls that a finding rests on. */
  readonly evidence: readonly string[];
  /** Waits before each further look at what was found; ends when it is no use to look again. */
  readonly pauses: (found: readonly Finding[]) => AsyncIterable<unknown>;
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

  constructor(api: Api, clauses: readonly Clause[], look: Look, options: JudgeOptions) {
    this.#api = api;
    this.#clauses = clauses;
    this.#look = look;
    this.#trial = options.trial;
    this.#shared = options.shared ?? true;
    this.#tally = options.tally;
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
    const require = () =>
      judged(requires, (formula, limits) =>
        evaluate(formula, { observer: before, call: { inputs }, limits }),
      );
    let required = await require();
    if (mayBeEarly && holds(required) === "false") {
      for await (const _ of pauses([])) {
        before = this.#observe();
        required = await require();
        if (holds(required) !== "false") break;
      }
    }
    const captured = await Promise.all(
      ensures.map((clause) => capturePrevious(clause.formula, { before, call: { inputs } })),
    );
    // An invariant that did not hold before the call is not the call's to answer for.
    const heldBefore = await judged(invariants, (formula, limits) =>
      evaluate(formula, { observer: before, limits }),
    );
    const standing = invariants.filter((_, index) => heldBefore[index]?.truth !== "false");
    const exchange = await send();
    const status = statusOf(exchange.outcome);
    const thisCall = { inputs, response: exchange.outcome };
    const objection = answer?.(exchange, holds(required));
    // What held before a refused call already is not its effect.
    const heldAlready = await judged(
      status !== undefined && status >= 400 ? ensures : [],
      (formula, limits) => evaluate(formula, { observer: before, call: { inputs }, limits }),
    );
    let refuted: readonly Clause[] = [];
    let all: readonly Judged[] = [];
    const look = async () => {
      const observer = this.#observe();
      this.#before = observer;
      const ensured = await judged(ensures, (formula, limits, index) =>
        evaluate(formula, { observer, call: thisCall, previous: captured[index], limits }),
      );
      const kept = await judged(standing, (formula, limits) => evaluate(formula, { observer, limits }));
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
      return [findingOf(call, status, verdict, judgeable(all), evidence, this.#api)];
    };
    let found = await look();
    // Effects may be slow to show; an answer stays what it is.
    if ((found.length > 0 && found[0] !== objection) || refuted.length > 0) {
      for await (const _ of pauses(found)) {
        found = await look();
        if (found.length + refuted.length === 0) break;
      }
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

interface Judged extends Evaluation {
  readonly clause: Clause;
}

/** A clause that follows from a rule looks at a few of many: what a run could not delete again would cost more each time. */
const FEW: Partial<Limits> = { reads: 8 };

function judged(
  clauses: readonly Clause[],
  run: (formula: Clause["formula"], limits: Partial<Limits>, index: number) => Promise<Evaluation>,
): Promise<readonly Judged[]> {
  return Promise.all(
    clauses.map(async (clause, index) => ({
      clause,
      ...(await run(clause.formula, isYours(clause) ? {} : FEW, index)),
    })),
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

function holds(clauses: readonly Judged[]): Truth {
  return allHold(clauses.map(({ truth }) => truth));
}

function statusOf(outcome: Outcome): number | undefined {
  return outcome.kind === "response" ? outcome.status : undefined;
}

function findingOf(
  call: Call,
  status: number,
  verdict: Verdict,
  all: readonly Judged[],
  evidence: readonly string[],
  api: Api,
): Finding {
  const succeeded = status < 300;
  const broken = all.filter(({ truth, clause }) => truth === "false" && clause.kind !== "requires");
  const unmet = all.filter(({ truth, clause }) => truth === "false" && clause.kind === "requires");
  const [first] = succeeded || unmet.length > 0 ? [...broken, ...unmet] : [];
  const operation = first?.clause.kind === "invariant" ? "invariant" : call.operation;
  const text = first?.clause.text.replace(/\s+/g, " ") ?? "a call whose preconditions hold succeeds";
  return {
    key: [operation, CONTRACT.id, text].join(" · "),
    oracle: CONTRACT.id,
    operation: call.operation,
    verdict,
    clause: text,
    message:
      first === undefined
        ? `${call.operation} answers ${status}, although its preconditions hold`
        : `${call.operation} answers ${status}, and ${describe(first.clause.kind)} does not hold`,
    expected: text,
    got: first?.because[0]?.message ?? String(status),
    why: whyOf(first?.clause),
    call: call.id,
    evidence,
    ...checked(first?.clause, call, api),
  };
}

/** What would have to hold, for those who have only the calls. */
function checked(clause: Clause | undefined, call: Call, api: Api): Pick<Finding, "check"> {
  if (clause === undefined) return { check: expecting(answers(call.id, ACCEPTED)) };
  if (clause.kind === "requires") return { check: expecting(answers(call.id, REFUSED)) };
  const check = checkOfClause(clause.formula, call, operationsByPattern(api));
  // Whatever it ensures, a call that is refused need not keep it; one that names nothing may be refused for any reason.
  const mayRefuse = clause.kind === "invariant" || referencesOf(call).length > 0;
  const fair = mayRefuse ? orRefused(check, call.id) : check;
  return fair === undefined ? {} : { check: fair };
}

function whyOf(clause: Clause | undefined): string {
  const rule = clause?.rule;
  if (rule === undefined)
    return "A stated clause says so; the verdict follows the table of contracts in the reference.";
  return `It follows from a rule that was ${rule.source === "declared" ? "stated" : "seen to be kept"}: ${rule.reason}.`;
}

function describe(kind: Clause["kind"]): string {
  return kind === "invariant" ? "an invariant" : kind === "ensures" ? "what it ensures" : "what it requires";
}

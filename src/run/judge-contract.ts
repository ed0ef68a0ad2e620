import type { Call } from "#calls/call";
import type { Exchange, Outcome, ResolvedInputs } from "#calls/exchange";
import type { Finding, Verdict } from "#calls/finding";
import { value } from "#calls/template";
import { capturePrevious } from "#glacier/capture-previous";
import type { Clause } from "#glacier/clause";
import { type Evaluation, evaluate, type Truth } from "#glacier/evaluate";
import { allHold, judgeExecution } from "#glacier/judge-execution";
import { createObservationPoint, type ObservationPoint } from "#glacier/observation-point";
import { patternKey, type ReadRequest } from "#glacier/read-request";
import type { Api } from "#openapi/api";
import { pathSegments } from "#semantics/path-template";

/** Sends a call that only looks. */
export type Look = (call: Call) => Promise<Exchange>;

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

  constructor(api: Api, clauses: readonly Clause[], look: Look) {
    this.#api = api;
    this.#clauses = clauses;
    this.#look = look;
  }

  /** Makes the call and says what its contract thinks of it. */
  async around(
    call: Call,
    inputs: ResolvedInputs,
    send: () => Promise<Exchange>,
    evidence: readonly string[],
    pauses: AsyncIterable<unknown>,
  ): Promise<{ exchange: Exchange; found: readonly Finding[] }> {
    const of = (kind: Clause["kind"]) =>
      this.#clauses.filter(
        (clause) => clause.kind === kind && (clause.operation ?? call.operation) === call.operation,
      );
    const [requires, ensures, invariants] = [of("requires"), of("ensures"), of("invariant")];
    if (requires.length + ensures.length + invariants.length === 0)
      return { exchange: await send(), found: [] };

    const before = this.#before ?? this.#observe();
    const required = await judged(requires, (formula) =>
      evaluate(formula, { observer: before, call: { inputs } }),
    );
    const captured = await Promise.all(
      ensures.map((clause) => capturePrevious(clause.formula, { before, call: { inputs } })),
    );
    const exchange = await send();
    const status = statusOf(exchange.outcome);
    const thisCall = { inputs, response: exchange.outcome };
    const look = async () => {
      const observer = this.#observe();
      this.#before = observer;
      const ensured = await judged(ensures, (formula, index) =>
        evaluate(formula, { observer, call: thisCall, previous: captured[index] }),
      );
      const kept = await judged(invariants, (formula) => evaluate(formula, { observer }));
      const verdict = judgeExecution({
        requires: holds(required),
        ensures: holds(ensured),
        invariants: holds(kept),
        status,
      });
      return { verdict, all: [...required, ...ensured, ...kept] };
    };
    let seen = await look();
    // Effects may be slow to show.
    for await (const _ of pauses) {
      if (seen.verdict === "OK") break;
      seen = await look();
    }
    // No answer and 5xx have oracles of their own.
    if (seen.verdict === "OK" || status === undefined || status >= 500) return { exchange, found: [] };
    return { exchange, found: [findingOf(call, status, seen.verdict, seen.all, evidence)] };
  }

  #observe(): ObservationPoint {
    return createObservationPoint(
      async (request) => (await this.#look(readCall(request, this.#api))).outcome,
    );
  }
}

interface Judged extends Evaluation {
  readonly clause: Clause;
}

function judged(
  clauses: readonly Clause[],
  run: (formula: Clause["formula"], index: number) => Promise<Evaluation>,
): Promise<readonly Judged[]> {
  return Promise.all(
    clauses.map(async (clause, index) => ({ clause, ...(await run(clause.formula, index)) })),
  );
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
): Finding {
  const succeeded = status < 300;
  const broken = all.filter(({ truth, clause }) => truth === "false" && clause.kind !== "requires");
  const unmet = all.filter(({ truth, clause }) => truth === "false" && clause.kind === "requires");
  const [first] = succeeded || unmet.length > 0 ? [...broken, ...unmet] : [];
  const operation = first?.clause.kind === "invariant" ? "invariant" : call.operation;
  const text = first?.clause.text.replace(/\s+/g, " ") ?? "a call whose preconditions hold succeeds";
  return {
    key: [operation, "contract", text].join(" · "),
    oracle: "contract",
    operation: call.operation,
    verdict,
    clause: text,
    message:
      first === undefined
        ? `${call.operation} answers ${status}, although its preconditions hold`
        : `${call.operation} answers ${status}, and ${describe(first.clause.kind)} does not hold`,
    expected: text,
    got: first?.because[0]?.message ?? String(status),
    why: "A clause of the document says so; the verdict follows the table of contracts in the reference.",
    call: call.id,
    evidence,
  };
}

function describe(kind: Clause["kind"]): string {
  return kind === "invariant" ? "an invariant" : kind === "ensures" ? "what it ensures" : "what it requires";
}

/** A read of a formula as a call of the operation that it means, so that credentials and styles are right. */
export function readCall(request: ReadRequest, api: Api): Call {
  const wanted = `${request.method} ${request.pattern}`;
  const operation = api.operations.find(({ method, path }) => patternKey(method, path) === wanted);
  const values = request.path.split("/").filter((part) => part !== "");
  const path = pathSegments(operation?.path ?? request.path).flatMap(({ parameter }, index) =>
    parameter === undefined ? [] : [[parameter, value(decodeURIComponent(values[index] ?? ""))] as const],
  );
  const query = [...new URLSearchParams(request.query ?? "")].map(
    ([name, text]) => [name, value(text)] as const,
  );
  return {
    id: "observe",
    operation: operation?.key ?? `${request.method} ${request.path}`,
    path: Object.fromEntries(path),
    query: Object.fromEntries(query),
    header: {},
    cookie: {},
  };
}

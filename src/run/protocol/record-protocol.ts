import { type Problem, problem } from "#base/problem";
import { isAccepted } from "#calls/is-accepted";
import type { OperationRecord, RunRecord, Verdicts } from "#calls/run-record";
import { branchPlace } from "#protocol/branch-place";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { printAssertion } from "#protocol/print-protocol";
import type { Covered } from "#protocol/walk-coverage";
import { guessSemantics } from "#semantics/guess-semantics";
import { diagnoseSilence } from "../diagnose-silence.js";
import type { Walked } from "./walk-protocol.js";

/** What only walking protocols has, beside the record that every report is rendered from. */
export interface Conversations {
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly branches: Covered;
  readonly pairs: Covered;
  /** The places of branches that were never taken. */
  readonly missed: readonly { readonly line: number; readonly column: number }[];
}

const LOCKED: ReadonlySet<number> = new Set([401, 403, 404, 405]);

interface Counted {
  readonly counts: Pick<RunRecord, "operations" | "verdicts" | "transitions" | "calls" | "problems">;
  readonly conversations: Conversations;
}

/** Counts what walking did, once, so that every report shows the same numbers. */
export function recordProtocol(
  walked: Walked,
  protocol: CompiledProtocol,
  accepted: ReadonlySet<string>,
  url: string,
): Counted {
  const { conversations, coverage } = walked;
  const failed = conversations.filter(({ findings }) =>
    findings.some((finding) => finding.verdict === "ERR" && !isAccepted(finding, accepted)),
  ).length;
  const exchanges = conversations.flatMap(({ trace }) => trace.exchanges);
  const { branches, pairs } = coverage;
  // Nothing that was asked for is there: more likely the address or the credentials are wrong than the service.
  const isWrongPlace =
    failed === conversations.length &&
    exchanges.every(({ outcome }) => outcome.kind === "response" && LOCKED.has(outcome.status));
  return {
    counts: {
      operations: operationsOf(walked, protocol),
      verdicts: verdictsOf(walked),
      transitions: { ...branches, failed: 0, unreached: branches.total - branches.covered },
      calls: exchanges.filter(({ outcome }) => outcome.kind === "response").length,
      problems: [...problemsOf(walked, url), ...(isWrongPlace ? diagnoseSilence(exchanges) : [])],
    },
    conversations: {
      ...{ runs: conversations.length, passed: conversations.length - failed, failed, branches, pairs },
      missed: coverage.missing.map((branch) => branchPlace(protocol.graph, branch)),
    },
  };
}

/** What the walk could not judge, or had to be careful with. */
function problemsOf({ conversations, choosy, lostContact }: Walked, url: string): readonly Problem[] {
  const open = new Map<string, Problem>();
  for (const { assertion, why } of conversations.flatMap(({ unjudged }) => unjudged)) {
    const { line, column } = assertion.span.start;
    const message = `${printAssertion(assertion)} was not judged: ${why}.`;
    const hint = "Say it in GLACIER about what the answer has, or as a function of the config file.";
    const key = `${line}:${column}`;
    if (!open.has(key)) open.set(key, problem("protocol-unjudged", message, hint, { at: { line, column } }));
  }
  const stuck = conversations.find(({ stopped }) => stopped?.message.includes("condition of the protocol"));
  return [
    ...open.values(),
    ...(stuck === undefined
      ? []
      : [
          problem(
            "protocol-condition",
            "No values were found that satisfy the condition of a call.",
            "Loosen it, or give a generator whose values satisfy it.",
          ),
        ]),
    ...choosy.map((operation) =>
      problem(
        "protocol-values-refused",
        `${operation} refused some values that its schema allows, and took others.`,
        "Give a generator for its body, or say in the document what it takes.",
      ),
    ),
    ...(lostContact
      ? [
          problem(
            "target-unreachable",
            `${url} stopped answering during the run.`,
            "Check that the service is still up, then run again; what was found until then is reported.",
          ),
        ]
      : []),
  ];
}

/** Only those that the protocols call: the others were not asked for. */
function operationsOf({ conversations }: Walked, protocol: CompiledProtocol): readonly OperationRecord[] {
  const keys = new Set([...protocol.calls.values()].map(({ operation }) => operation.key));
  const { operations } = guessSemantics(protocol.api);
  return [...keys].map((key): OperationRecord => {
    const calls = conversations.flatMap(({ trace, findings }) =>
      trace.exchanges
        .filter(({ call, outcome }) => call.operation === key && outcome.kind === "response")
        .map(({ call }) => findings.filter((finding) => finding.call === call.id)),
    );
    const found = calls.flat();
    const worst = found.some(({ verdict }) => verdict === "ERR") ? "ERR" : found.length > 0 ? "WARN" : "OK";
    const meaning = operations[key];
    return {
      key,
      semantics: meaning?.semantics ?? "OTHER",
      resource: meaning?.resource ?? null,
      calls: calls.length,
      verdict: calls.length === 0 ? "NOT_TESTED" : worst,
      ...(calls.length === 0 ? { reason: "no conversation came to it" } : {}),
    };
  });
}

function verdictsOf({ conversations }: Walked): Verdicts {
  const counts = { OK: 0, WARN: 0, ERR: 0, NOT_TESTED: 0 };
  for (const { trace, findings } of conversations) {
    for (const { call, outcome } of trace.exchanges) {
      const own = findings.filter((finding) => finding.call === call.id);
      if (outcome.kind === "none") counts.NOT_TESTED += 1;
      else if (own.some(({ verdict }) => verdict === "ERR")) counts.ERR += 1;
      else if (own.some(({ verdict }) => verdict === "WARN")) counts.WARN += 1;
      else counts.OK += 1;
    }
  }
  return counts;
}

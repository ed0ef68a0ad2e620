import { countOf } from "#base/count-of";
import type { ActionRecord } from "#calls/model-record";
import type { Fault, RunRecord } from "#calls/run-record";

/**
 * What a run did not test and why, in one place for all reports: nothing found is good news only as far as something
 * was looked at.
 */
export interface Untested {
  /** Operations by the reason, in the order in which the reasons first come. */
  readonly operations: readonly { readonly reason: string; readonly keys: readonly string[] }[];
  /** Actions of the models some of whose transitions did not go as the model says, by the reason. */
  readonly transitions: readonly { readonly reason: string; readonly actions: readonly ActionRecord[] }[];
  readonly leftOut: readonly string[];
  /** Why the run ended before it was done. */
  readonly stopped: readonly string[];
}

const STOPPED: ReadonlySet<string> = new Set([
  "run-unfinished",
  "run-stopped",
  "target-unreachable",
  "target-refuses",
]);

export function untestedIn(record: RunRecord): Untested {
  const byReason = new Map<string, string[]>();
  for (const { key, verdict, reason = "no call could be planned" } of record.operations) {
    if (verdict === "NOT_TESTED") byReason.set(reason, [...(byReason.get(reason) ?? []), key]);
  }
  return {
    operations: [...byReason].map(([reason, keys]) => ({ reason, keys })),
    transitions: missedTransitions(record),
    leftOut: record.leftOut ?? [],
    stopped: record.problems.filter(({ code }) => STOPPED.has(code)).map(({ message }) => message),
  };
}

function missedTransitions({ models = [] }: RunRecord): Untested["transitions"] {
  const byReason = new Map<string, ActionRecord[]>();
  for (const action of models.flatMap(({ actions }) => actions)) {
    if (action.failed + action.unreached === 0) continue;
    // What failed elsewhere and was given up here has one reason, not two.
    const reasons = action.reasons.map((reason) => reason.replace(/^elsewhere: /, ""));
    const reason = [...new Set(reasons)].join("; ");
    byReason.set(reason, [...(byReason.get(reason) ?? []), action]);
  }
  return [...byReason].map(([reason, actions]) => ({ reason, actions }));
}

export interface Headline {
  readonly tone: "bad" | "warn" | "good";
  readonly text: string;
  /** What that rests on. */
  readonly scope: string;
}

/** The result in a line: good only where nothing was found and everything was looked at. */
export function headlineOf(record: RunRecord): Headline {
  const number = (verdict: Fault["verdict"]) =>
    record.faults.filter((fault) => fault.verdict === verdict).length;
  const [errors, warnings, notes] = [number("ERR"), number("WARN"), number("NOTE")];
  const { total, covered } = record.transitions;
  const tested = record.operations.filter(({ verdict }) => verdict !== "NOT_TESTED").length;
  const isWhole =
    tested === record.operations.length && covered === total && untestedIn(record).stopped.length === 0;
  const scope = [
    `${tested} of ${countOf(record.operations.length, "operation")} tested`,
    // Only models have transitions; what a protocol counts there are its branches.
    ...((record.models ?? []).length === 0 ? [] : [`${covered} of ${countOf(total, "transition")} covered`]),
  ];
  return {
    tone: errors > 0 ? "bad" : warnings > 0 || !isWhole ? "warn" : "good",
    text: [countOf(errors, "fault"), countOf(warnings, "warning"), countOf(notes, "note")].join(", "),
    scope: scope.join(", "),
  };
}

const MOST_NAMES = 6;

/** `deletePlayer 4 of 9, postPlayer 2 of 5`. */
export function describeActions(actions: readonly ActionRecord[]): string {
  const named = actions
    .slice(0, MOST_NAMES)
    .map(({ name, total, covered }) => `${name} ${total - covered} of ${total}`);
  const more = actions.length - named.length;
  return [...named, ...(more > 0 ? [`${countOf(more, "other action")}`] : [])].join(", ");
}

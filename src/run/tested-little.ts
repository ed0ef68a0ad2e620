import { countOf } from "#base/count-of";
import { groupBy } from "#base/group-by";
import { type Problem, problem } from "#base/problem";
import type { Exchange } from "#calls/exchange";
import { meaningOf } from "#calls/meaning";
import type { OperationRecord } from "#calls/run-record";
import { isProvocation } from "#semantics/life";
import { whyRefused } from "#semantics/read-refusal";

/** Percent of the operations that a run may call which must be tested, unless somebody says otherwise. */
export const USUAL_MIN_OPERATIONS = 50;

/**
 * A run that found nothing because it was let in nowhere is no good news. What a run never calls on purpose, because
 * that could touch what is not its own, does not count; operations that filters leave out are not there at all.
 */
export function testedLittle(
  operations: readonly OperationRecord[],
  exchanges: readonly Exchange[],
  percent: number,
): readonly Problem[] {
  const callable = operations.filter(({ leftAlone }) => leftAlone !== true);
  const untested = callable.filter(({ verdict }) => verdict === "NOT_TESTED");
  const tested = callable.length - untested.length;
  if (tested * 100 >= callable.length * percent || untested.length === 0) return [];
  const reason = answeredAlike(untested, exchanges) ?? commonestReason(untested);
  const share = `${tested} of ${countOf(callable.length, "operation")} ${tested === 1 ? "was" : "were"} tested`;
  return [
    problem(
      "tested-little",
      `${reason}: ${share}, less than the ${percent} % of --min-operations.`,
      isDenied(untested, exchanges)
        ? "Give credentials that may do more with -H, --auth, --auth-file or the config's credentials."
        : "See why each was not tested below; give what is missing, or lower --min-operations.",
    ),
  ];
}

/** `Every call to the others was answered 401: token expired`, where one status explains all. */
function answeredAlike(
  untested: readonly OperationRecord[],
  exchanges: readonly Exchange[],
): string | undefined {
  const answers = answersOf(untested, exchanges);
  const [first] = answers;
  if (first?.outcome.kind !== "response") return undefined;
  const { status } = first.outcome;
  const isAlike = answers.every(({ outcome }) => outcome.kind === "response" && outcome.status === status);
  return isAlike
    ? `Every call to the others was answered ${whyRefused(first).replace(/^it answers /, "")}`
    : undefined;
}

function isDenied(untested: readonly OperationRecord[], exchanges: readonly Exchange[]): boolean {
  const answers = answersOf(untested, exchanges);
  const denied = answers.filter(({ outcome }) => meaningOf(outcome) === "denied");
  return denied.length * 2 > answers.length;
}

function answersOf(untested: readonly OperationRecord[], exchanges: readonly Exchange[]) {
  const keys = new Set(untested.map(({ key }) => key));
  return exchanges.filter(
    ({ call, outcome }) => outcome.kind === "response" && keys.has(call.operation) && !isProvocation(call.id),
  );
}

function commonestReason(untested: readonly OperationRecord[]): string {
  const groups = [...groupBy(untested, ({ reason = "no call could be planned" }) => reason)];
  const [reason, ones] = groups.reduce((most, group) => (group[1].length > most[1].length ? group : most));
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)} (${countOf(ones.length, "operation")})`;
}

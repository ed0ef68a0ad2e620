import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Meaning, meaningOf, means } from "#calls/meaning";
import type { Fault } from "#calls/run-record";
import { neededBy } from "#shrink/shrink-sequence";
import { type Doubt, tellAnswer } from "./tell-incomparable.js";

/**
 * An experiment chooses its calls by what it sees, and so may never come to the one that is accused. Nothing is said of
 * that before it was answered, and before each call that it rests on has worked as it had.
 */
export function whyUnstudied(
  { operation, sequence, exchanges: recorded }: Pick<Fault, "operation" | "sequence" | "exchanges">,
  creates: readonly string[],
  exchanges: readonly Exchange[],
): Doubt | undefined {
  const answersTo = (key: string) => exchanges.filter(({ call }) => call.operation === key);
  const isDone = (key: string) => answersTo(key).some((exchange) => means(exchange, "done"));
  const unmade = (why: string, exchange: Exchange | undefined): Doubt => {
    const told = exchange === undefined ? { reason: why } : tellAnswer(exchange, "done");
    return { ...told, reason: `the experiment could not be made: ${told.reason}` };
  };
  // Some experiments make their things by the very call that is accused.
  const made = recorded.filter(
    (exchange) => creates.includes(exchange.call.operation) && means(exchange, "done"),
  );
  if (made.length > 0 && !creates.some(isDone))
    return unmade("nothing could be created", creates.flatMap(answersTo)[0]);
  const accused = sequence.calls.findLast((call) => call.operation === operation);
  const needed = accused === undefined ? [] : neededBy([accused.id], sequence.calls);
  const recordedOf = ({ id }: Call) => recorded.find(({ call }) => call.id === id);
  const failing = needed.find(
    (call) => call !== accused && means(recordedOf(call), "done") && !isDone(call.operation),
  );
  if (failing !== undefined)
    return unmade(`${failing.operation} was not called`, answersTo(failing.operation)[0]);
  const before = accused === undefined ? undefined : recordedOf(accused);
  const then = before === undefined ? [] : [meaningOf(before.outcome)];
  const counts: readonly Meaning[] = ["done", "refused", "absent", ...then];
  const [answer, ...others] = answersTo(operation);
  if ([answer, ...others].some((exchange) => means(exchange, ...counts))) return undefined;
  return answer === undefined ? unmade(`${operation} was not called`, answer) : tellAnswer(answer, then[0]);
}

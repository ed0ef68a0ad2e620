import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import type { Condition, Operand } from "#calls/check";
import { answers, either, equal, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { saidNo } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import { type AmountChange, amountChanges, amountIn, isName, sumOf } from "./amount-changes.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, thingIn } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { isMove, lookAt, MOVES, planMoves, turnOf } from "./plan-moves.js";
import { kindsOf } from "./situation.js";
import { sentBy } from "./written-changes.js";

/**
 * What names two things of one kind and a number may move the number from the one to the other: a payment between
 * accounts, goods between stores. Whether it does is seen, not guessed. Only a change by just the number that was sent
 * counts, so counters and ratings say nothing. That one side does not change at all is worth a word only where that side
 * is known to matter: it was seen to move before, or the service refused to take more from it than could be there.
 */
export const amountIsConserved: Oracle = {
  id: "amount-is-conserved",
  title: "An amount that moves from one thing to another is neither made nor lost on the way.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a create that names two things of one kind, and a way to see them",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planMoves(ground, kind, amountIsConserved.id)),
  judge: (step) => {
    const turn = turnOf(step.exchange.call.id);
    if (step.plannedBy !== amountIsConserved.id || turn === undefined) return [];
    const write = step.before.findLast(({ call }) => isMove(call.id));
    if (write === undefined || !succeeded(write)) return [];
    const changes = changesIn(step, turn);
    const unequal = changes.find((change) => isLopsided(step, write, change));
    if (unequal !== undefined) return [lost(step, write, turn, unequal)];
    const missing = changes.find((change) => isOneSided(step, write, turn, change));
    return missing === undefined ? [] : [lost(step, write, turn, missing)];
  },
};

function changesIn(step: Step, turn: number): readonly AmountChange[] {
  const [before, after] = [turn - 1, turn].map((at) => [1, 2].map((which) => seen(step, lookAt(at, which))));
  return before === undefined || after === undefined ? [] : amountChanges(before, after);
}

function seen(step: Step, call: string): Json | undefined {
  const exchange = call === step.exchange.call.id ? step.exchange : earlier(step, call);
  const isFirst = call.endsWith(MOVES.first);
  return succeeded(exchange)
    ? thingIn(step, exchange, isFirst ? step.subject?.id : step.subject?.otherId)
    : undefined;
}

/** One went down and the other up, one of them by what was sent, and the other not. */
function isLopsided(step: Step, write: Exchange, { first, second }: AmountChange): boolean {
  if (first * second >= 0 || sumOf(first, second) === 0) return false;
  const told = leavesOf(bodyOf(write))
    .filter(({ pointer }) => !isName(pointer))
    .map(({ value }) => amountIn(value));
  // A fee that is told is no loss.
  return wasSent(step, first, second) && !told.includes(Math.abs(sumOf(first, second)));
}

function isOneSided(step: Step, write: Exchange, turn: number, change: AmountChange): boolean {
  const { field, first, second } = change;
  if ((first === 0) === (second === 0) || !wasSent(step, first, second)) return false;
  const asked = earlier(step, MOVES.more);
  // A 400 speaks of the form of what was sent, not of what is there.
  const isRefused = saidNo(asked) && asked?.outcome.kind === "response" && asked.outcome.status !== 400;
  const hasMoved = Array.from({ length: turn - 1 }, (_, index) => changesIn(step, index + 1)).some(
    (changes) => changes.some((each) => each.field === field && each.first * each.second < 0),
  );
  return hasMoved || (isRefused && write.call.id === MOVES.move);
}

/** A change by one is a count. */
function wasSent(step: Step, ...changes: readonly number[]): boolean {
  const sent = step.before
    .filter(({ call }) => isMove(call.id))
    .flatMap((exchange) => leavesOf(sentBy(exchange)).map(({ value }) => amountIn(value)));
  return changes.some((change) => Math.abs(change) > 1 && sent.includes(Math.abs(change)));
}

/** Both together have what they had, or it is refused. */
function conserved(step: Step, write: Exchange, turn: number, field: JsonPointer): Condition | undefined {
  const sides = write.call.id === MOVES.itself ? [1] : [1, 2];
  const [before = [], after = []] = [turn - 1, turn].map((at) =>
    sides.flatMap((which) => {
      const look = [...step.before, step.exchange].find(({ call }) => call.id === lookAt(at, which));
      const isNumber = typeof getAtPointer(bodyOf(look), field) === "number";
      return look !== undefined && isNumber ? [inAnswer(look.call.id, field)] : [];
    }),
  );
  if (before.length + after.length < 2 * sides.length) return undefined;
  const total = (of: readonly Operand[]): Operand => ({ kind: "sum", of, less: [] });
  return either(answers(write.call.id, REFUSED), equal(total(after), total(before)));
}

/** An action needs what it acts on. */
function neededFor(write: Exchange): readonly string[] {
  return referencesOf(write.call).map(({ reference }) => reference.call);
}

function lost(step: Step, write: Exchange, turn: number, { field, first, second }: AmountChange): Finding {
  const { operation } = write.call;
  const name = noun(step);
  const isItself = write.call.id === MOVES.itself;
  const isHalf = first === 0 || second === 0;
  const signed = (change: number) => (change === 0 ? "not at all" : `by ${change > 0 ? "+" : ""}${change}`);
  // That the other side matters was seen at earlier looks.
  const from = isHalf ? 0 : turn - 1;
  const looks = Array.from({ length: turn + 1 - from }, (_, index) =>
    [1, 2].map((which) => lookAt(from + index, which)),
  ).flat();
  const moves = step.before.map(({ call }) => call.id).filter(isMove);
  const needed = neededFor(write);
  return finding(amountIsConserved.id, step, {
    operation,
    evidence: [...looks.filter((look) => look !== step.exchange.call.id), ...moves],
    comparisons: moves.filter((id) => id !== write.call.id && !needed.includes(id)),
    check: conserved(step, write, turn, field),
    verdict: "WARN",
    clause: "what one loses the other gains",
    shape: isItself
      ? `one on both sides changes at ${field}`
      : isHalf
        ? `only one side changes at ${field}`
        : `the two sides change differently at ${field}`,
    message: isItself
      ? `${operation} names one ${name} on both sides, and changes its ${field} ${signed(first)}`
      : `${operation} changes ${field} of one ${name} ${signed(first)}, and of the other ${signed(second)}`,
    expected: `${field} of both together as before`,
    got: `${Math.abs(sumOf(first, second))} ${sumOf(first, second) > 0 ? "more" : "less"}`,
    why: isItself
      ? "What is taken from it is given to it: nothing changes, unless the answer tells a fee."
      : isHalf
        ? `The ${first === 0 ? "first" : "second"} ${name} that it names should have changed by as much, the other way.`
        : "What the one has lost is not what the other has gained; a fee would be told in the answer.",
  });
}

import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { ACCEPTED, answers, either, equal, inAnswer, inRequest, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { numbersSaid, whyRefused } from "#semantics/read-refusal";
import { nameWords } from "#values/name-words";
import { amountIn, isAmountField, isName, sumOf } from "./amount-changes.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Objection, type Oracle, type Step } from "./oracle.js";
import { AMOUNTS, BEFOREHAND, planAmounts } from "./plan-amounts.js";
import { kindsOf } from "./situation.js";
import { sentBy } from "./written-changes.js";

/**
 * An action is called with two amounts, on a thing each. Where one of them moves a number by just what was sent, so does
 * the other; where both miss it by the same, that is a fee, and is told. What the number has to do with the amount is
 * seen and not guessed: a price times the amount, or what is set to it, says nothing here.
 */
export const actionMovesItsAmount: Oracle = {
  id: "action-moves-its-amount",
  title: "An action that names an amount moves a number by that amount, whatever the amount is.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an action that sends one number and changes one, and a read of the thing",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => planAmounts(ground, kind, actionMovesItsAmount.id)),
  judge: (step) => {
    if (step.plannedBy !== actionMovesItsAmount.id) return [];
    const { id } = step.exchange.call;
    if (id === AMOUNTS.all) return allIsThere(step);
    if (id !== AMOUNTS.lookOtherAct || !isSuccess(step.response)) return [];
    const first = effectOf(step, AMOUNTS.look, AMOUNTS.act, AMOUNTS.lookAct);
    const second = effectOf(step, AMOUNTS.lookOther, AMOUNTS.actOther, AMOUNTS.lookOtherAct);
    return first === undefined || second === undefined ? [] : compare(step, first, second);
  },
};

/** One act: what was sent, and what it did to the numbers of its thing. */
interface Effect {
  readonly act: Exchange;
  /** The looks before and after it. */
  readonly looks: readonly [string, string];
  readonly sentAt: JsonPointer;
  readonly amount: number;
  readonly name: string;
  readonly before: Json;
  readonly moved: readonly Moved[];
}

interface Moved {
  readonly field: JsonPointer;
  readonly by: number;
  readonly now: number;
}

function effectOf(step: Step, look: string, act: string, after: string): Effect | undefined {
  const acted = earlier(step, act);
  const seen = after === step.exchange.call.id ? step.exchange : earlier(step, after);
  const before = bodyOf(earlier(step, look));
  const sent = leavesOf(sentBy(acted)).flatMap(({ pointer, value }) =>
    typeof value === "number" && !isName(pointer) ? [{ pointer, value }] : [],
  );
  const [only] = sent;
  if (acted === undefined || !succeeded(acted) || !succeeded(seen) || before === undefined) return undefined;
  if (only === undefined || sent.length > 1) return undefined;
  const moved = leavesOf(before).flatMap(({ pointer: field, value }) => {
    const [was, now] = [amountIn(value), amountIn(getAtPointer(bodyOf(seen), field))];
    const by = was === undefined || now === undefined || !isAmountField(field) ? 0 : sumOf(now, -was);
    return by === 0 || now === undefined ? [] : [{ field, by, now }];
  });
  const looks = [look, after] as const;
  return {
    act: acted,
    looks,
    sentAt: only.pointer,
    amount: only.value,
    name: parsePointer(only.pointer).at(-1) ?? "",
    before,
    moved,
  };
}

function compare(step: Step, first: Effect, second: Effect) {
  const fields = new Set([...first.moved, ...second.moved].map(({ field }) => field));
  const pairs = [...fields].map((field) => ({ field, first: at(first, field), second: at(second, field) }));
  // What the amount does is there to be seen; what else has moved follows from it.
  if (pairs.some((pair) => isExact(first, pair.first) && isExact(second, pair.second))) return [];
  if (isShared(first) || isShared(second)) return [];
  for (const pair of pairs) {
    const wrong = isExact(first, pair.first) ? second : isExact(second, pair.second) ? first : undefined;
    const miss = wrong === first ? pair.first : pair.second;
    if (wrong !== undefined && miss?.now !== wrong.amount)
      return [
        object(step, wrong, pair.field, {
          clause: "an amount moves a number by itself",
          shape: `${pair.field} moves by another amount`,
          expected: `${pair.field} is another by ${wrong.amount}, as the other amount moved it by itself`,
          got: miss === undefined ? "it has not changed" : `it is another by ${miss.by}`,
          why: "One amount is taken for what it says, and the other is not.",
        }),
      ];
  }
  const [pair] = pairs;
  if (pair?.first === undefined || pair.second === undefined || pairs.length > 1) return [];
  return alikeBeyond(step, first, second, { field: pair.field, one: pair.first, two: pair.second });
}

/** Both miss what was sent, in the same way. */
function alikeBeyond(
  step: Step,
  first: Effect,
  second: Effect,
  { field, one, two }: { readonly field: JsonPointer; readonly one: Moved; readonly two: Moved },
) {
  const isSet = one.now === first.amount || two.now === second.amount;
  if (isSet || one.by * two.by < 0 || Math.abs(two.by) < 2) return [];
  const [extra, same] = [sumOf(Math.abs(one.by), -first.amount), sumOf(Math.abs(two.by), -second.amount)];
  const told = leavesOf(bodyOf(second.act)).flatMap(({ pointer, value }) =>
    isName(pointer) ? [] : [amountIn(value)],
  );
  if (extra === same && !told.includes(Math.abs(same)))
    return [
      object(step, second, field, {
        clause: "an amount moves a number by itself",
        shape: `${field} moves by more or less than was sent`,
        expected: `${field} is another by ${second.amount}, or the answer tells the difference`,
        got: `it is another by ${two.by}; with ${first.amount} it was ${one.by}`,
        why: "Both amounts are missed by the same, and nothing in the answer says what that is.",
      }),
    ];
  const [source, sameSource] = [sourceOf(first, one), sourceOf(second, two)];
  const isIgnored = one.by === two.by || (source !== undefined && source === sameSource);
  if (!isIgnored || !isNamedAmount(second.name)) return [];
  return [
    object(step, second, field, {
      clause: "an amount is not ignored",
      shape: `${field} moves by the same whatever is sent`,
      expected: `${field} is another by ${second.amount}, or a refusal`,
      got: `it is another by ${two.by}; with ${first.amount} it was ${one.by}`,
      why: "Two different amounts are taken, and what comes of them does not depend on them.",
    }),
  ];
}

/** The number of the thing that says by how much it moved: a price that is booked whatever was paid. */
function sourceOf({ before }: Effect, { by }: Moved): JsonPointer | undefined {
  return leavesOf(before).find(({ pointer, value }) => !isName(pointer) && amountIn(value) === Math.abs(by))
    ?.pointer;
}

/** Other numbers that are sent may be meant for something that the thing does not show. */
function isNamedAmount(name: string): boolean {
  return /^(amount|sum|quantity|qty)$/.test(nameWords(name).at(-1) ?? "");
}

function at({ moved }: Effect, field: JsonPointer): Moved | undefined {
  return moved.find((one) => one.field === field);
}

function isExact({ amount }: Effect, moved: Moved | undefined): boolean {
  return moved !== undefined && Math.abs(moved.by) === amount && amount > 1;
}

/** Several numbers have each taken a part of it. */
function isShared({ amount, moved }: Effect): boolean {
  return moved.length > 1 && Math.abs(moved.reduce((all, { by }) => sumOf(all, by), 0)) === amount;
}

/** What was refused with the words that told how much is left is just that much. */
function allIsThere(step: Step) {
  const [more, look] = [earlier(step, AMOUNTS.more), earlier(step, AMOUNTS.lookMore)];
  const refused = step.exchange;
  const left = leavesOf(sentBy(refused)).find(({ value }) => typeof value === "number")?.value;
  if (more?.outcome.kind !== "response" || isSuccess(more.outcome) || !succeeded(look)) return [];
  if (isSuccess(step.response) || typeof left !== "number" || left <= 0) return [];
  const effect = effectOf(step, AMOUNTS.look, AMOUNTS.act, AMOUNTS.lookAct);
  // Where more goes than is asked for, all that is left is too much.
  const isExactly = effect?.moved.some((one) => isExact(effect, one) && one.now === left) === true;
  if (!isExactly || step.response.status !== more.outcome.status) return [];
  if (worded(refused) !== worded(more)) return [];
  // Some keep a reserve; one that says how much can be had, or whose document does, has none.
  const isTold = numbersSaid(more).includes(left) || saysAll(step, effect, left);
  return [
    finding(actionMovesItsAmount.id, step, {
      evidence: [AMOUNTS.make, ...ways(step), AMOUNTS.act, AMOUNTS.more, AMOUNTS.lookMore],
      // What was taken before shows that nothing is kept back; what is refused, is so without it.
      comparisons: [AMOUNTS.more, AMOUNTS.act],
      check: answers(AMOUNTS.all, ACCEPTED),
      verdict: isTold ? "WARN" : "NOTE",
      clause: "all that is there can be had",
      message: `${step.operation.key} refuses to take all that the ${noun(step)} has, in the words in which it refuses more`,
      expected: `success: ${left} is there, and ${left} is asked for`,
      got: whyRefused(refused),
      why: "More than there is cannot be had; what there is can.",
    }),
  ];
}

/** The number is another by what was sent, up or down, or that is refused. */
function movesItself({ act, looks, sentAt, before }: Effect, field: JsonPointer): Condition | undefined {
  if (typeof getAtPointer(before, field) !== "number") return undefined;
  const [was, now] = looks.map((look) => inAnswer(look, field));
  if (was === undefined || now === undefined) return undefined;
  const sent = inRequest(act.call.id, sentAt);
  return either(
    answers(act.call.id, REFUSED),
    equal({ kind: "sum", of: [now], less: [was] }, sent),
    equal({ kind: "sum", of: [was], less: [now] }, sent),
  );
}

/** `At most the balance`: a bound in words, and the name of the number that is left. */
function saysAll({ operation }: Step, effect: Effect | undefined, left: number): boolean {
  const field = effect?.moved.find((one) => isExact(effect, one) && one.now === left)?.field ?? "";
  const name = nameWords(parsePointer(field).at(-1) ?? "").join("[ _-]?");
  const said = `${operation.summary ?? ""} ${operation.description ?? ""}`.slice(0, MOST_READ);
  const bound = "(?:at most|up to|no(?:t)? more than|(?:may|must|can)(?: ?not|n't) exceed)";
  return name !== "" && new RegExp(`\\b${bound} (?:[\\w-]+ ){0,3}?\`?${name}\\b`, "i").test(said);
}

const MOST_READ = 2_000;

function worded(exchange: Exchange): string {
  return whyRefused(exchange).replaceAll(/\d+/g, "0");
}

function ways(step: Step): readonly string[] {
  return step.before.map(({ call }) => call.id).filter((id) => id.startsWith(BEFOREHAND));
}

function object(
  step: Step,
  effect: Effect,
  field: JsonPointer,
  objection: Omit<Objection, "verdict" | "message">,
) {
  const { act, amount, name } = effect;
  const { operation } = act.call;
  const isFirst = act.call.id === AMOUNTS.act;
  const others = Object.values(AMOUNTS).filter(
    (id) => earlier(step, id) !== undefined && ![AMOUNTS.more, AMOUNTS.all].some((one) => one === id),
  );
  return finding(actionMovesItsAmount.id, step, {
    ...objection,
    verdict: "WARN",
    operation,
    check: movesItself(effect, field),
    comparisons: [
      ...(isFirst ? [AMOUNTS.other, AMOUNTS.actOther] : [AMOUNTS.make, AMOUNTS.act]),
      ...[AMOUNTS.more, AMOUNTS.all].filter((id) => earlier(step, id) !== undefined),
      ...ways(step).filter((id) => id.includes(isFirst ? " the other" : " the first")),
    ],
    message: `${operation} takes ${name} ${amount}, and moves ${field} of the ${noun(step)} by another amount`,
    evidence: [...ways(step), ...others],
  });
}

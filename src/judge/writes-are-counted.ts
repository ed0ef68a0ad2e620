import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Condition } from "#calls/check";
import { answers, differs, either, inAnswer, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { isSuccess, succeeded } from "#calls/succeeded";
import { changesBetween } from "#semantics/proof/effect";
import type { Change } from "#semantics/semantics";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { isState, isVersionName, isWrittenDown, ON_THE_WAY, planCounted, SIDES } from "./plan-counted.js";
import { show } from "./show.js";
import { kindsOf } from "./situation.js";
import { sentBy, writtenChanges } from "./written-changes.js";

/**
 * A version goes up with one kind of update and stays with another; a history has an entry for each change of a state but
 * one. What is counted, and that it is, the service shows itself. Whether a version counts what actions do is its own
 * affair, and so is whether a history has anything but changes of state.
 */
export const writesAreCounted: Oracle = {
  id: "writes-are-counted",
  title: "A version or a history that goes on with one change of a thing goes on with another.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a version and two updates, or a history and three actions; and a read of the thing",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planCounted(ground, kind, writesAreCounted.id)),
  judge: (step) => {
    if (step.plannedBy !== writesAreCounted.id || step.exchange.call.id !== SIDES[1].lookAfter) return [];
    const [first, second] = SIDES.map((side) => writeIn(step, side));
    if (first === undefined || second === undefined || !isSuccess(step.response)) return [];
    return [...missedBy(step, first, second), ...missedBy(step, second, first)].slice(0, 1);
  },
};

interface Write {
  readonly exchange: Exchange;
  readonly changes: readonly Change[];
  /** What was sent is there now, and was not before. */
  readonly isStored: boolean;
  readonly versions: ReadonlyMap<JsonPointer, readonly [number, number]>;
  /** The looks before and after it. */
  readonly looks: readonly [string, string];
}

function writeIn(step: Step, side: (typeof SIDES)[number]): Write | undefined {
  const [look, exchange] = [earlier(step, side.look), earlier(step, side.write)];
  const shown = side.lookAfter === step.exchange.call.id ? step.exchange : earlier(step, side.lookAfter);
  const [before, after] = [bodyOf(look), bodyOf(shown)];
  if (exchange === undefined || !succeeded(exchange) || !succeeded(look) || !succeeded(shown))
    return undefined;
  if (before === undefined || after === undefined) return undefined;
  const versions = leavesOf(before).flatMap(({ pointer, value }) => {
    const now = getAtPointer(after, pointer);
    const isOne = isVersionName(parsePointer(pointer).at(-1) ?? "") && !wasSent(exchange, pointer);
    return isOne && typeof value === "number" && typeof now === "number"
      ? [[pointer, [value, now]] as const]
      : [];
  });
  return {
    exchange,
    changes: changesBetween(before, after),
    isStored: writtenChanges(step, before, after, sentBy(exchange)).length > 0,
    versions: new Map(versions),
    looks: [side.look, side.lookAfter],
  };
}

function wasSent(write: Exchange, field: JsonPointer): boolean {
  const name = parsePointer(field).at(-1);
  return leavesOf(sentBy(write)).some(({ pointer }) => parsePointer(pointer).at(-1) === name);
}

/** What the one goes on with, and the other does not. */
function missedBy(step: Step, one: Write, other: Write) {
  const version = [...one.versions].find(([field, [was, now]]) => {
    const [before, after] = other.versions.get(field) ?? [0, 1];
    return now > was && before === after && other.isStored;
  });
  const entry = one.changes.find(
    (change) =>
      isWrittenDown(change, one.changes) &&
      other.changes.some((state) => isState(state) && changesToo(one, state)) &&
      !other.changes.some(({ field }) => field === change.field || field.startsWith(`${change.field}/`)),
  );
  const field = version?.[0] ?? entry?.field;
  if (field === undefined) return [];
  const { operation } = other.exchange.call;
  const [changed] = other.changes;
  return [
    finding(writesAreCounted.id, step, {
      operation,
      evidence: step.before
        .map(({ call }) => call.id)
        .filter((id) => id.startsWith(ON_THE_WAY) || SIDES.some((side) => isOf(side, id))),
      comparisons: comparedWith(step, other.looks[0] === SIDES[0].look ? SIDES[1] : SIDES[0]),
      check: either(answers(other.exchange.call.id, REFUSED), goesOn(other, field, version !== undefined)),
      verdict: "WARN",
      clause: "what counts changes counts them all",
      shape: `${field} stays`,
      message: `${operation} changes the ${noun(step)} but not its ${field}, which ${one.exchange.call.operation} does change`,
      expected: version === undefined ? "one entry more" : "a higher number",
      got:
        changed === undefined
          ? "the same as before"
          : `the same as before, with ${changed.field} now ${show(changed.after)}`,
      why: "Whoever goes by it does not learn of this change.",
    }),
  ];
}

/** A version is higher, and a history another one. */
function goesOn({ looks }: Write, field: JsonPointer, isVersion: boolean): Condition {
  const [before, after] = looks;
  if (isVersion)
    return { kind: "most", left: inAnswer(before, field), right: inAnswer(after, field), less: true };
  const list = field.replace(/\/\d+$/, "");
  return differs(inAnswer(before, list), inAnswer(after, list));
}

function changesToo({ changes }: Write, { field }: Change): boolean {
  return changes.some((change) => change.field === field && isState(change));
}

function comparedWith(step: Step, side: (typeof SIDES)[number]): readonly string[] {
  const way = `${ON_THE_WAY} ${side.make} `;
  const ids = step.before.map(({ call }) => call.id);
  return ids.filter((id) => id.startsWith(way) || isOf(side, id));
}

function isOf(side: (typeof SIDES)[number], id: string): boolean {
  return Object.values(side).some((own) => own === id);
}

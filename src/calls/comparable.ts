import type { Call } from "./call.js";
import { type Check, type Condition, isOpen } from "./check.js";
import { credentialsIn } from "./credential.js";
import type { Exchange } from "./exchange.js";
import { asksWhoCalls, type Meaning, meaningOf, meaningOfStatus, means } from "./meaning.js";
import type { Fault } from "./run-record.js";

/**
 * When a later run of the calls of a fault can be compared with the one that showed it: each call that leads to the accused
 * one must be answered in the sense in which it was answered then, and what is judged must be answered at all. A login that
 * is gone, a wrong address or a service that fails elsewhere all make a fault disappear without mending it.
 */
export type Compared = Pick<Fault, "operation" | "call" | "check" | "exchanges" | "controls" | "contact">;

/** The meanings that an answer to a call may have; undefined where nothing is known of the call, and any will do. */
export function comparableMeanings(fault: Compared, call: Call): readonly Meaning[] | undefined {
  if (call.id === fault.contact?.id) return ["done"];
  const look = fault.check?.looks.find((one) => one.call.id === call.id);
  const recorded = fault.exchanges.find((exchange) => exchange.call.id === call.id);
  const then = recorded === undefined ? look?.given : meaningOf(recorded.outcome);
  if (recorded === undefined && look === undefined) return undefined;
  if (then !== undefined && !(recorded !== undefined && isJudged(fault, recorded))) return [then];
  const more: readonly (readonly [Meaning, boolean])[] = [
    ["absent", mayBeAbsent(fault, call)],
    // A login that is gone explains it, unless there was none, or the call is about who may do what.
    ["denied", call.actor !== undefined || credentialsIn(fault.exchanges).length === 0],
    ["silent", statusesIn(fault.check, call.id).some((status) => meaningOfStatus(status) === "silent")],
  ];
  const also = more.flatMap(([meaning, isTaken]) => (isTaken ? [meaning] : []));
  return [...new Set<Meaning>([...(then === undefined ? [] : [then]), "done", "refused", ...also])];
}

/** Whether all of it can be answered by "there is no such thing", as everything is at a wrong address. */
export function mayMissTheService(fault: Compared & Pick<Fault, "sequence">): boolean {
  const { sequence, controls = [], check } = fault;
  const made = sequence.calls.filter(({ id }) => !controls.includes(id));
  const calls = [...made, ...(check?.looks ?? []).map(({ call }) => call)];
  return calls.every((call) => {
    const meanings = comparableMeanings(fault, call);
    return meanings === undefined || meanings.length > 1 || meanings.includes("absent");
  });
}

/** The first call that is not answered in a way that can be compared. */
export function firstIncomparable(fault: Compared, exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges.find(({ call, outcome }) => {
    const meanings = comparableMeanings(fault, call);
    if (meanings === undefined) return false;
    return !meanings.includes(meaningOf(outcome)) || (mustBeKnown(fault, call) && asksWhoCalls(outcome));
  });
}

/** That somebody may not do a thing is an answer only where the service knows who that is. */
export function mustBeKnown({ exchanges }: Pick<Compared, "exchanges">, { id, actor }: Call): boolean {
  const recorded = exchanges.find(({ call }) => call.id === id);
  return actor !== null && recorded !== undefined && !asksWhoCalls(recorded.outcome);
}

/**
 * Where a check says what is expected, all answers count that it judges by their status. Without one nobody knows more than
 * that the accused call, and whatever comes after it, may be answered otherwise.
 */
function isJudged(fault: Compared, recorded: Exchange): boolean {
  const { operation, call, check, exchanges, controls = [] } = fault;
  // What only proves the point may prove another one now.
  if (controls.includes(recorded.call.id)) return true;
  if (check !== undefined) return isOpen(check, recorded.call.id);
  const accused = exchanges.findLastIndex((exchange) => exchange.call.operation === operation);
  const shown = exchanges.findIndex((exchange) => exchange.call.id === call);
  const first = accused < 0 ? shown : shown < 0 ? accused : Math.min(accused, shown);
  return exchanges.indexOf(recorded) >= first;
}

/** Everything is absent below a wrong address: it says something of a thing only where another call finds what it asks for. */
function mayBeAbsent(fault: Compared, call: Call): boolean {
  const { exchanges, check, contact } = fault;
  if (contact !== undefined || check?.looks.some(({ given }) => given === "done") === true) return true;
  const at = exchanges.findIndex((exchange) => exchange.call.id === call.id);
  const before = at < 0 ? exchanges : exchanges.slice(0, at);
  return before.some((earlier) => means(earlier, "done") && !isJudged(fault, earlier));
}

/** The statuses that a check names for a call, but for whole classes of them. */
function statusesIn(check: Check | undefined, call: string): readonly number[] {
  const named = (condition: Condition): readonly string[] => {
    if (condition.kind === "all" || condition.kind === "any") return condition.of.flatMap(named);
    return condition.kind === "status" && condition.call === call ? condition.is : [];
  };
  return check === undefined ? [] : named(check.expect).map(Number).filter(Number.isInteger);
}

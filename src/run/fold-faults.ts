import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { isAboutState, SEVERITY } from "#calls/finding";
import { isAccepted } from "#calls/is-accepted";
import { referencesOf } from "#calls/references";
import type { Fault } from "#calls/run-record";
import { isSafeMethod } from "#glacier/read-request";
import { DUPLICATE, NORMS } from "#semantics/experiments/norms";
import { operationsOf, withSign } from "./with-sign.js";

/**
 * One cause, one fault. Two that were made small and came to the same calls, at the same operation, are two signs of
 * one thing: the most severe stands for both and names the other. So does one that needs the same calls and more
 * for a weaker sign of the same sort. Looks do not count as calls, since the same state is looked at in several ways;
 * and what is wrong with the form of an answer has a cause of its own. What goes wrong when a taken id is used again
 * comes of its being accepted: unless that is as its owners want it (`accepted`), it is told there, with its severity.
 */
export function foldFaults(
  faults: readonly Fault[],
  accepted: ReadonlySet<string> = new Set(),
): readonly Fault[] {
  return foldSigns(foldReplacements(faults, accepted));
}

function foldReplacements(faults: readonly Fault[], accepted: ReadonlySet<string>): readonly Fault[] {
  const isReplacement = (fault: Fault) => fault.oracle === DUPLICATE.id && !isAccepted(fault, accepted);
  const causeOf = (fault: Fault) =>
    makesAgain(fault)
      ? faults.find((cause) => isReplacement(cause) && cause.operation === fault.operation)
      : undefined;
  return faults
    .filter((fault) => causeOf(fault) === undefined)
    .map((cause) =>
      faults
        .filter((fault) => causeOf(fault) === cause)
        .reduce((told, sign) => ({ ...joined(told, sign), verdict: sign.verdict }), cause),
    );
}

/** Whether it showed, as an error, when a call gave a thing the id that one made by the same operation has. */
function makesAgain(fault: Fault): boolean {
  if (fault.verdict !== "ERR" || fault.oracle === DUPLICATE.id || !isAboutState(fault)) return false;
  const { calls } = fault.sequence;
  const last = calls.find(({ id }) => id === fault.call);
  if (last?.operation !== fault.operation) return false;
  const alike = new Set(calls.filter(({ operation }) => operation === last.operation).map(({ id }) => id));
  return referencesOf(last).some(
    ({ reference: { call, source }, input }) =>
      alike.has(call) && "pointer" in source && lastOf(source.pointer) === lastOf(input),
  );
}

function lastOf(pointer: JsonPointer): string | undefined {
  return parsePointer(pointer).at(-1);
}

function foldSigns(faults: readonly Fault[]): readonly Fault[] {
  const folded: Fault[] = [];
  for (const fault of [...faults].sort((a, b) => SEVERITY[a.verdict] - SEVERITY[b.verdict])) {
    const known = folded.findIndex((other) => isSignOf(other, fault));
    const cause = folded[known];
    if (cause === undefined) folded.push(fault);
    else folded[known] = joined(cause, fault);
  }
  return folded;
}

function isSignOf(cause: Fault, fault: Fault): boolean {
  if (cause.shrunk === undefined || fault.shrunk === undefined) return false;
  // What is not usual may have its reasons, so two such habits are two; but an error explains one.
  if (cause.verdict !== "ERR" && (isHabit(cause) || isHabit(fault))) return false;
  if (!isAboutState(cause) || !isAboutState(fault) || cause.operation !== fault.operation) return false;
  const [few, many] = [writesOf(cause), writesOf(fault)];
  const isWeaker = SEVERITY[cause.verdict] < SEVERITY[fault.verdict] && cause.oracle === fault.oracle;
  return (few.length === many.length || isWeaker) && isWithin(few, many);
}

function isHabit({ oracle }: Fault): boolean {
  return NORMS.some(({ id }) => id === oracle);
}

function writesOf({ sequence }: Fault): readonly string[] {
  return sequence.calls
    .map(({ operation }) => operation)
    .filter((operation) => !isSafeMethod(operation.split(" ")[0] ?? ""));
}

/** Whether the calls are among the others in their order. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  let found = 0;
  for (const operation of many) if (operation === few[found]) found += 1;
  return found === few.length;
}

function joined(fault: Fault, sign: Fault): Fault {
  return withSign(fault, sign, operationsOf(sign));
}

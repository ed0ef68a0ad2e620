import { isAboutState, SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { isSafeMethod } from "#glacier/read-request";
import { NORMS } from "#semantics/experiments/norms";

/**
 * One cause, one fault. Two that were made small and came to the same calls, at the same operation, are two signs of
 * one thing: the most severe stands for both and names the other. So does one that needs the same calls and more
 * for a weaker sign of the same sort. Looks do not count as calls, since the same state is looked at in several ways;
 * and what is wrong with the form of an answer has a cause of its own.
 */
export function foldFaults(faults: readonly Fault[]): readonly Fault[] {
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

function joined(fault: Fault, { key, message, count, operations, alsoShownAs = [] }: Fault): Fault {
  return {
    ...fault,
    count: fault.count + count,
    operations: [...new Set([...fault.operations, ...operations])],
    alsoShownAs: [...(fault.alsoShownAs ?? []), { key, message }, ...alsoShownAs],
  };
}

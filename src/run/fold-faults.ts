import { isAboutState, SEVERITY } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { isSafeMethod } from "#glacier/read-request";

/**
 * One cause, one fault. Two that were made small and came to the same calls, at the same operation, are two signs of
 * one thing: the most severe stands for both and names the other. Looks do not count as calls, since the same state
 * is looked at in several ways; and what is wrong with the form of an answer has a cause of its own.
 */
export function foldFaults(faults: readonly Fault[]): readonly Fault[] {
  const folded = new Map<string, Fault>();
  for (const fault of [...faults].sort((a, b) => SEVERITY[a.verdict] - SEVERITY[b.verdict])) {
    const cause = causeOf(fault);
    const known = folded.get(cause);
    folded.set(cause, known === undefined ? fault : joined(known, fault));
  }
  return [...folded.values()];
}

function causeOf(fault: Fault): string {
  if (fault.shrunk === undefined || !isAboutState(fault)) return `key ${fault.key}`;
  const writes = fault.sequence.calls.filter(({ operation }) => !isSafeMethod(operation.split(" ")[0] ?? ""));
  return `calls ${[fault.operation, ...writes.map(({ operation }) => operation)].join(" | ")}`;
}

function joined(fault: Fault, { key, message, count, operations, alsoShownAs = [] }: Fault): Fault {
  return {
    ...fault,
    count: fault.count + count,
    operations: [...new Set([...fault.operations, ...operations])],
    alsoShownAs: [...(fault.alsoShownAs ?? []), { key, message }, ...alsoShownAs],
  };
}

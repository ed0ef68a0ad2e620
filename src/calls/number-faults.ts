import { SEVERITY } from "./finding.js";
import type { Fault } from "./run-record.js";

const LETTER = { ERR: "F", WARN: "W", NOTE: "N" } as const;

/**
 * `F1` …, `W1` …, `N1` …: most severe first, of those what can be shown again with things of its own, otherwise in the order
 * in which they were seen.
 */
export function numberFaults(faults: readonly Fault[]): readonly Fault[] {
  const counts = { ERR: 0, WARN: 0, NOTE: 0 };
  return [...faults]
    .sort(
      (a, b) =>
        SEVERITY[a.verdict] - SEVERITY[b.verdict] || Number(isSeenInOthers(a)) - Number(isSeenInOthers(b)),
    )
    .map((fault) => {
      counts[fault.verdict] += 1;
      return { ...fault, id: `${LETTER[fault.verdict]}${counts[fault.verdict]}` };
    });
}

/** Its check names a thing by the id that it had: the calls of the fault have not made it. */
function isSeenInOthers({ check }: Fault): boolean {
  const names = (part: unknown): boolean => {
    if (typeof part !== "object" || part === null) return false;
    const { kind, id } = part as { readonly kind?: unknown; readonly id?: { readonly kind?: unknown } };
    return (kind === "item" && id?.kind === "value") || Object.values(part).some(names);
  };
  return check !== undefined && names(check.expect);
}

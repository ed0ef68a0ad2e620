import { SEVERITY } from "./finding.js";
import type { Fault } from "./run-record.js";

const LETTER = { ERR: "F", WARN: "W", NOTE: "N" } as const;

/** `F1` …, `W1` …, `N1` …: most severe first, otherwise in the order in which they were seen. */
export function numberFaults(faults: readonly Fault[]): readonly Fault[] {
  const counts = { ERR: 0, WARN: 0, NOTE: 0 };
  return [...faults]
    .sort((a, b) => SEVERITY[a.verdict] - SEVERITY[b.verdict])
    .map((fault) => {
      counts[fault.verdict] += 1;
      return { ...fault, id: `${LETTER[fault.verdict]}${counts[fault.verdict]}` };
    });
}

import type { Filtered } from "#base/filtered";
import type { Finding } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { chosenOf, type OracleChoice } from "#judge/oracle-choice";
import type { Paint } from "#report/paint";
import { mayBeExplained } from "#run/gather-faults";

export interface LiveWish {
  readonly choice: OracleChoice;
  /** Findings that are known and accepted, by key. */
  readonly accepted: ReadonlySet<string>;
  /** Notes as well. */
  readonly notes: boolean;
}

/**
 * A line for each finding at the moment at which it is confirmed, once each. What others may turn out to explain waits for the
 * end, where each finding has its number, its calls and its files.
 */
export function liveFindings(
  { choice, accepted, notes }: LiveWish,
  paint: Paint,
  say: (line: string) => void,
): (fault: Filtered<Fault>) => void {
  const told = new Map<string, Finding["verdict"]>();
  return (fault) => {
    const [chosen] = chosenOf([fault], choice);
    if (chosen === undefined || accepted.has(chosen.key) || mayBeExplained(fault)) return;
    const { key, verdict, message } = chosen;
    if ((verdict === "NOTE" && !notes) || told.get(key) === verdict) return;
    told.set(key, verdict);
    const colour = { ERR: paint.bad, WARN: paint.warn, NOTE: paint.dim }[verdict];
    say(`   ${colour(verdict.padEnd(9))} ${message}`);
  };
}

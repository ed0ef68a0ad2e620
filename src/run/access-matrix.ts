import type { Exchange } from "#calls/exchange";
import type { AccessRow } from "#calls/run-record";
import { AS_NOBODY, AS_OTHER, WRONGLY } from "#judge/access-calls";
import { credentialsNeeded } from "#judge/credentials-needed";
import { othersKeptOut } from "#judge/others-kept-out";
import { expectsAbsence } from "#semantics/life";

const ASKING: readonly (string | undefined)[] = [credentialsNeeded.id, othersKeptOut.id];

/** Operation × (owner, other, nobody), from the sequences that try it. The first answer counts. */
export function accessMatrix(
  sequences: readonly {
    readonly oracle: string | undefined;
    readonly exchanges: readonly Exchange[];
  }[],
): readonly AccessRow[] {
  const rows = new Map<string, AccessRow>();
  for (const { oracle, exchanges } of sequences) {
    if (!ASKING.includes(oracle)) continue;
    for (const { call, outcome } of exchanges) {
      if (outcome.kind === "none" || call.id.startsWith(WRONGLY) || expectsAbsence(call.id)) continue;
      const row = rows.get(call.operation) ?? { operation: call.operation, ...NOT_TRIED };
      const who = whoIn(call.id);
      if (row[who] === null) rows.set(call.operation, { ...row, [who]: outcome.status });
    }
  }
  // What only the owner did tells nothing of who may.
  return [...rows.values()].filter(({ other, nobody }) => other !== null || nobody !== null);
}

const NOT_TRIED = { owner: null, other: null, nobody: null } as const;

function whoIn(callId: string): "owner" | "other" | "nobody" {
  return callId.startsWith(AS_OTHER) ? "other" : callId.startsWith(AS_NOBODY) ? "nobody" : "owner";
}

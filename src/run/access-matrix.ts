import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import type { AccessRow } from "#calls/run-record";
import { AS_NOBODY, AS_OTHER, WRONGLY } from "#judge/access-calls";
import { credentialsNeeded } from "#judge/credentials-needed";
import type { Ground } from "#judge/oracle";
import { otherUser } from "#judge/other-user";
import { othersKeptOut } from "#judge/others-kept-out";
import { kindsOf } from "#judge/situation";
import type { OperationKey } from "#openapi/api";
import { expectsAbsence } from "#semantics/life";
import { NO_RESOURCE, resourceNamed } from "#semantics/semantics";

const ASKING: readonly (string | undefined)[] = [credentialsNeeded.id, othersKeptOut.id];

interface AskedSequence {
  readonly oracle: string | undefined;
  readonly exchanges: readonly Exchange[];
}

/**
 * Operation × (owner, other, nobody), from the sequences that try it: what each was answered first, the owner rather what
 * they were answered when they were let in. An operation on a thing that was tried as nobody else stands there with the reason.
 */
export function accessMatrix(
  sequences: readonly AskedSequence[],
  ground: Ground,
  leftOut: ReadonlySet<OperationKey>,
): readonly AccessRow[] {
  const rows = triedIn(sequences);
  // Nobody was asked to look for it.
  if (rows.size === 0 && leftOut.size === 0) return [];
  return ground.known.api.operations.flatMap(({ key }): readonly AccessRow[] => {
    const row = rows.get(key) ?? { operation: key, ...NOT_TRIED };
    const isOnThing = ground.known.semantics.operations[key]?.resource != null;
    if (row.other !== null || (row.nobody !== null && !isOnThing)) return [row];
    if (!isOnThing) return [];
    return [
      { ...row, reason: leftOut.has(key) ? "there were no requests left for it" : whyNot(key, ground) },
    ];
  });
}

function triedIn(sequences: readonly AskedSequence[]): Map<OperationKey, AccessRow> {
  const rows = new Map<OperationKey, AccessRow>();
  for (const { oracle, exchanges } of sequences) {
    if (!ASKING.includes(oracle)) continue;
    for (const exchange of exchanges) {
      const { call, outcome } = exchange;
      if (outcome.kind === "none" || call.id.startsWith(WRONGLY) || expectsAbsence(call.id)) continue;
      const row = rows.get(call.operation) ?? { operation: call.operation, ...NOT_TRIED };
      const who = whoIn(call.id);
      const isBetter = who === "owner" && means(exchange, "done") && (row.owner ?? 0) >= 300;
      if (row[who] === null || isBetter) rows.set(call.operation, { ...row, [who]: outcome.status });
    }
  }
  return rows;
}

const NOT_TRIED = { owner: null, other: null, nobody: null } as const;

function whoIn(callId: string): "owner" | "other" | "nobody" {
  return callId.startsWith(AS_OTHER) ? "other" : callId.startsWith(AS_NOBODY) ? "nobody" : "owner";
}

/** Why an operation on a thing was not tried as another user. */
function whyNot(key: OperationKey, ground: Ground): string {
  const { known, book } = ground;
  const name = known.semantics.operations[key]?.resource ?? null;
  const resource = resourceNamed(known.semantics, name) ?? NO_RESOURCE;
  const kind = kindsOf(ground).find((one) => one.resource.name === name);
  if (kind === undefined) return `no ${name} could be made to try it on`;
  if (otherUser(ground, kind) === undefined)
    return "there is no other user who may do no more than its owner";
  if (book.failures.has(key)) return `it was not seen to work: ${book.failures.get(key)}`;
  if (resource.create.includes(key))
    return kind.create.needs.some(({ byPath }) => byPath)
      ? "what it stands in cannot be read by itself"
      : "what it makes is the caller's own";
  if (resource.read.length + resource.list.length === 0) return `nothing shows a ${name}`;
  const usual = [resource.create, resource.read, resource.list, resource.update, resource.delete].flat();
  if (!usual.includes(key) && book.actions?.has(key) !== true && book.seen?.has(key) !== true)
    return "it was not seen to work";
  return "no call of it names only a thing that its owner has made";
}

import type { Sequence } from "#calls/call";
import type { Fault, Shrinking } from "#calls/run-record";
import type { Target } from "#http/target";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { encodeReplay } from "../encode-replay.js";
import { recount } from "../recount.js";
import { type ReplayResult, told } from "../replay-once.js";
import { upTo } from "../shrink-life.js";
import { withFreeIds } from "../with-free-ids.js";
import type { World } from "../world.js";
import { followConversation } from "./follow-conversation.js";
import { undoOf } from "./note-things.js";
import { replayOf } from "./replay-conversation.js";
import { shrinkConversation } from "./shrink-conversation.js";
import { knownFrom, type Walked } from "./walk-protocol.js";

export interface ConversationFaults {
  readonly protocol: CompiledProtocol;
  readonly world: World;
  readonly target: Pick<Target, "requests">;
  /** Conversations that may be tried per fault; 0: none is made small. */
  readonly maxShrinks: number;
  readonly onProgress: (text: string) => void;
}

/** Makes every error and warning of conversations small, and stores with it how to have the conversation again. */
export async function shrinkConversations(
  { book, witnesses, lostContact }: Walked,
  { protocol, world, target, maxShrinks, onProgress }: ConversationFaults,
): Promise<{ readonly faults: readonly Fault[]; readonly shrinking: Shrinking }> {
  const before = target.requests;
  const done: Fault[] = [];
  let attempts = 0;
  let isOver = lostContact;
  for (const fault of book.faults) {
    const witness = witnesses.get(fault.key);
    const judgedAs = witness?.findings.find(({ key }) => key === fault.key)?.verdict ?? fault.verdict;
    if (witness === undefined || fault.verdict === "NOTE") {
      done.push(fault);
      continue;
    }
    const known = { ...knownFrom(witness, protocol), sequence: upTo(witness.planned, fault.call).sequence };
    let runs = 0;
    const replay = async (sequence: Sequence): Promise<ReplayResult> => {
      if (isOver) return NOT_RUN;
      onProgress(`${fault.operation}, ${++runs}`);
      const last = sequence.calls.at(-1)?.id ?? fault.call;
      const result = await withFreeIds(world, `shrink ${fault.key} ${runs}`, (id) =>
        followConversation({ ...known, sequence }, world, id),
      );
      const outcome = told({ ...fault, verdict: judgedAs, call: last }, result);
      isOver = outcome.isOver;
      return outcome;
    };
    const withReplay = (one: Fault, sequence: Sequence): Fault => {
      const replay = encodeReplay(replayOf({ ...known, sequence }), judgedAs, world);
      return { ...one, replay, undo: undoOf(one.exchanges, world) };
    };
    const asFound = withReplay(fault, known.sequence);
    // What shows only sometimes would be shrunk to whatever passed by chance.
    if (maxShrinks === 0 || isOver || fault.reproduced < fault.tried) {
      done.push(asFound);
      continue;
    }
    const small = await shrinkConversation(known, witness, fault, {
      world,
      maxAttempts: maxShrinks,
      replay: async (sequence) => (await replay(sequence)).outcome,
    });
    const counted = await recount(
      fault,
      small,
      () => replay(small),
      () => isOver,
    );
    attempts += runs;
    const shrunk = { from: fault.exchanges.length, attempts: runs };
    done.push(counted === undefined ? asFound : withReplay({ ...counted, shrunk }, small));
  }
  const faults = done.filter(({ shrunk }) => shrunk !== undefined).length;
  return { faults: done, shrinking: { faults, attempts, requests: target.requests - before } };
}

const NOT_RUN: ReplayResult = { outcome: "unclear", exchanges: [], others: [], isOver: true };

import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { BranchId } from "#protocol/position";
import { isEnd } from "#protocol/position";
import type { Send } from "#protocol/protocol";
import type { SequenceResult } from "../run-sequence.js";
import type { Conversation, Unjudged } from "./conversation.js";

/** What a conversation came to. */
export interface ConversationResult extends SequenceResult {
  /** The protocol that was walked. */
  readonly root: string;
  /** By call: the step that it is. */
  readonly sends: ReadonlyMap<string, Send>;
  /** By call, in order: where the conversation stood before it. */
  readonly places: readonly string[];
  readonly branches: readonly BranchId[];
  readonly unjudged: readonly Unjudged[];
  /** By call: the inputs that the protocol itself gives. */
  readonly fixed: ReadonlyMap<string, readonly JsonPointer[]>;
  /** The protocol came to its end. */
  readonly isFinished: boolean;
}

export interface Told {
  readonly id: string;
  readonly root: string;
  readonly calls: readonly Call[];
  readonly fixed: ReadonlyMap<string, readonly JsonPointer[]>;
}

export function resultOf(conversation: Conversation, { id, root, calls, fixed }: Told): ConversationResult {
  const { exchanges, findings, stopped, sends, places, branches, unjudged, at } = conversation;
  const sequence = { id, purpose: `a conversation of ${root}`, calls };
  return {
    planned: { sequence, creations: new Map() },
    trace: { sequence, exchanges },
    findings,
    ...(stopped === undefined ? {} : { stopped }),
    ...{ root, sends, places, branches, unjudged, fixed },
    isFinished: stopped === undefined && isEnd(at),
  };
}

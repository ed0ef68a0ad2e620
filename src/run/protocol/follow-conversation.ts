import type { JsonPointer } from "#base/json-pointer";
import type { Sequence } from "#calls/call";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { callsAt } from "#protocol/position";
import type { Send } from "#protocol/protocol";
import type { World } from "../world.js";
import { Conversation } from "./conversation.js";
import { type ConversationResult, resultOf } from "./conversation-result.js";
import { declaredBy } from "./draw-call.js";

/** A conversation that was had before, or a part of one. */
export interface KnownConversation {
  readonly protocol: CompiledProtocol;
  readonly root: string;
  readonly sequence: Sequence;
  readonly sends: ReadonlyMap<string, Send>;
  readonly fixed: ReadonlyMap<string, readonly JsonPointer[]>;
}

/** Has a conversation again, on fresh things. It ends where the service answers so that the next call is none of its own. */
export async function followConversation(
  known: KnownConversation,
  world: World,
  name: string,
): Promise<ConversationResult> {
  const { protocol, root, sequence, sends, fixed } = known;
  const conversation = new Conversation(protocol, root, world, world.startCase(name));
  for (const call of sequence.calls) {
    const way = callsAt(protocol.graph, conversation.at).find(({ send }) => send === sends.get(call.id));
    const resolved = way && protocol.calls.get(way.send);
    if (way === undefined || resolved === undefined) {
      const message = `${call.operation} does not follow: the service went another way`;
      conversation.stopped = { message, drawAgain: false };
      break;
    }
    await conversation.say(call, way, declaredBy(call.id, resolved, conversation.variables));
    if (conversation.stopped !== undefined) break;
  }
  return resultOf(conversation, { id: sequence.id, root, calls: sequence.calls, fixed });
}

import type { JsonPointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import type { Exchange } from "#calls/exchange";
import { namesIn } from "#protocol/check-assertions";
import type { BranchChooser } from "#protocol/choose-branch";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import { type BranchId, branchId, goOn, type Position, type Way } from "#protocol/position";
import type { Send } from "#protocol/protocol";
import type { Generators } from "#values/generators";
import type { World } from "../world.js";
import { Conversation } from "./conversation.js";
import { type ConversationResult, resultOf } from "./conversation-result.js";
import { type DrawnCall, drawCall } from "./draw-call.js";
import { judgeAssertion, observe } from "./judge-assertion.js";
import type { ValueStyles } from "./value-styles.js";

export interface Walking {
  readonly protocol: CompiledProtocol;
  readonly world: World;
  readonly generators: Generators;
  readonly chooser: BranchChooser;
  readonly styles: ValueStyles;
  /** Calls after which a conversation takes the shortest way to its end. */
  readonly maxSteps: number;
}

export interface WalkedConversation extends ConversationResult {
  /** Calls whose bodies were drawn from their schemas. */
  readonly drawn: ReadonlySet<string>;
}

type Next =
  | { readonly kind: "call"; readonly way: Way; readonly drawn: DrawnCall }
  | { readonly kind: "end"; readonly at: Position; readonly branches: readonly BranchId[] };

/** So often a call is drawn before its condition counts as one that cannot be met. */
const DRAWS = 20;

/** One conversation, from a protocol's beginning to its end: the client's choices are drawn, the service makes its own. */
export async function walkConversation(
  root: string,
  name: string,
  walking: Walking,
): Promise<WalkedConversation> {
  const { protocol, world, maxSteps } = walking;
  const conversation = new Conversation(protocol, root, world, world.startCase(name));
  const random = world.random.derive(name);
  const fixed = new Map<string, readonly JsonPointer[]>();
  const drawn = new Set<string>();
  const calls = [];
  while (conversation.stopped === undefined) {
    // Only a service that never lets go gets here: the way to the end is then its choice.
    if (calls.length >= 2 * maxSteps) break;
    const next = await nextOf(conversation, conversation.at, random, walking, calls.length);
    if (next === undefined) {
      const message = "no values were found that a condition of the protocol allows";
      conversation.stopped = { message, drawAgain: false };
      break;
    }
    if (next.kind === "end") {
      conversation.at = next.at;
      conversation.branches.push(...next.branches);
      break;
    }
    const { call, variables } = next.drawn;
    calls.push(call);
    fixed.set(call.id, next.drawn.fixed);
    if (next.drawn.isDrawn) drawn.add(call.id);
    await conversation.say(call, next.way, variables);
  }
  return { ...resultOf(conversation, { id: name, root, calls, fixed }), drawn };
}

/** What comes next, through all choices of the client; undefined where the conditions of all calls cannot be met. */
async function nextOf(
  conversation: Conversation,
  at: Position,
  random: Random,
  walking: Walking,
  made: number,
): Promise<Next | undefined> {
  const { step } = at.node;
  if (step?.kind === "send") {
    const drawn = await drawWithCondition(conversation, step, random, walking, made);
    return drawn && { kind: "call", way: { send: step, at, branches: [] }, drawn };
  }
  // A position between two calls is one where the client chooses, calls, or is done.
  if (step?.kind !== "choice") return { kind: "end", at, branches: [] };
  const { chooser, protocol, maxSteps } = walking;
  const last = conversation.exchanges.at(-1)?.call.operation;
  for (const index of chooser.order(at, step, random, { last, isLong: made >= maxSteps })) {
    const next = await nextOf(conversation, goOn(protocol.graph, at, index), random, walking, made);
    if (next === undefined) continue;
    const own = branchId(at.node, index);
    return next.kind === "end"
      ? { ...next, branches: [own, ...next.branches] }
      : { ...next, way: { ...next.way, branches: [own, ...next.way.branches] } };
  }
  return undefined;
}

async function drawWithCondition(
  conversation: Conversation,
  send: Send,
  random: Random,
  walking: Walking,
  made: number,
): Promise<DrawnCall | undefined> {
  const { protocol, world, generators, styles } = walking;
  const resolved = protocol.calls.get(send);
  // Compiled protocols have an operation for every call.
  if (resolved === undefined) throw new Error("a call without an operation");
  const earlier = conversation.exchanges.map(({ call }) => call);
  const values = styles.styleFor(resolved.operation.key);
  const { variables } = conversation;
  for (let attempt = 1; attempt <= DRAWS; attempt++) {
    const drawing = { protocol, world, generators, random, values, attempt, variables, earlier };
    const drawn = drawCall(String(made + 1), resolved, drawing);
    if (send.condition === undefined || (await isMet(conversation, send.condition, drawn))) return drawn;
  }
  return undefined;
}

/** Whether the values of a call are ones that its condition allows. What cannot be judged does not forbid it. */
async function isMet(
  conversation: Conversation,
  condition: NonNullable<Send["condition"]>,
  { call, variables }: DrawnCall,
): Promise<boolean> {
  const thisCall = conversation.thisCall(call);
  if (thisCall === undefined) return true;
  const outcome = { kind: "none", reason: "cancelled", message: "not sent yet" } as const;
  const request = { method: "", url: "", headers: {}, inputs: thisCall.inputs };
  const sent: Exchange = { call, request, outcome, milliseconds: 0 };
  const { world, run } = conversation;
  const result = await judgeAssertion(
    condition,
    {
      observer: observe(world, run),
      call: thisCall,
      variables: conversation.values(namesIn(condition), variables, sent),
    },
    world.functions,
  );
  return result.kind !== "broken";
}

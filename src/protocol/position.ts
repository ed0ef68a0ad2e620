import type { FlowGraph, FlowNode } from "./flow-graph.js";
import type { Receive, Send } from "./protocol.js";

/**
 * Where a conversation stands: a node, and where to go on once the protocols are through that run each other. What
 * a protocol does last needs no way back, so the stack of one that passed the check is bounded by its definitions.
 */
export interface Position {
  readonly node: FlowNode;
  readonly stack: readonly number[];
}

/** A branch of a choice, as `node.index`. */
export type BranchId = string;

/** An answer that is expected somewhere, and where it leads. */
export interface ExpectedAnswer {
  readonly receive: Receive;
  readonly after: Position;
  readonly branches: readonly BranchId[];
}

export function branchId({ id }: FlowNode, index: number): BranchId {
  return `${id}.${index}`;
}

/** The id of the choice's node. */
export function nodeOf(branch: BranchId): number {
  return Number(branch.split(".")[0]);
}

export function startOf(graph: FlowGraph, root: string): Position {
  const flow = graph.definitions.get(root);
  // Roots are names of the graph's own definitions.
  if (!flow) throw new Error(`no protocol ${root}`);
  return settle(graph, { node: nodeAt(graph, flow.entry), stack: [] });
}

/** Goes on through all that neither calls, nor awaits, nor chooses. At the end the node has no step. */
export function settle(graph: FlowGraph, from: Position): Position {
  let { node, stack } = from;
  // Recursions that make no call are errors of the check; without this one would never come back.
  for (let steps = 0; steps <= 2 * graph.nodes.length + from.stack.length; steps++) {
    const { step } = node;
    if (!step) {
      const back = stack.at(-1);
      if (back === undefined) return { node, stack };
      stack = stack.slice(0, -1);
      node = nodeAt(graph, back);
    } else if (step.kind === "recursion" || step.kind === "jump") {
      const next = node.next[0] ?? -1;
      const called = node.calls === undefined ? undefined : graph.definitions.get(node.calls);
      const isLast = graph.definitions.get(node.owner)?.exit === next;
      if (called && !isLast) stack = [...stack, next];
      node = nodeAt(graph, called?.entry ?? next);
    } else return { node, stack };
  }
  throw new Error("a recursion without any call");
}

/** Behind a step, or inside of one of its branches. */
export function goOn(graph: FlowGraph, { node, stack }: Position, index = 0): Position {
  return settle(graph, { node: nodeAt(graph, node.next[index] ?? -1), stack });
}

/** The answers that may come here; none where a call is to be made. */
export function answersAt(graph: FlowGraph, at: Position): readonly ExpectedAnswer[] {
  const { step } = at.node;
  if (step?.kind === "receive") return [{ receive: step, after: goOn(graph, at), branches: [] }];
  if (step?.kind !== "choice" || step.side === "internal") return [];
  return step.branches.flatMap((_, index) =>
    answersAt(graph, goOn(graph, at, index)).map((answer) => ({
      ...answer,
      branches: [branchId(at.node, index), ...answer.branches],
    })),
  );
}

/** The answer that a status is: the exact one before its class. */
export function answerFor(answers: readonly ExpectedAnswer[], status: number): ExpectedAnswer | undefined {
  const of = (text: string) => answers.find(({ receive }) => receive.status === text);
  return of(String(status)) ?? of(`${Math.floor(status / 100)}XX`);
}

/** A way to a call, through choices of the client only. */
export interface Way {
  readonly send: Send;
  readonly at: Position;
  readonly branches: readonly BranchId[];
}

/** All calls that the client may make next. */
export function callsAt(graph: FlowGraph, at: Position): readonly Way[] {
  const { step } = at.node;
  if (step?.kind === "send") return [{ send: step, at, branches: [] }];
  if (step?.kind !== "choice" || step.side === "external") return [];
  return step.branches.flatMap((_, index) =>
    callsAt(graph, goOn(graph, at, index)).map((way) => ({
      ...way,
      branches: [branchId(at.node, index), ...way.branches],
    })),
  );
}

/** Equal for positions from which the same may follow. */
export function positionKey({ node, stack }: Position): string {
  return [node.id, ...stack].join(" ");
}

export function isEnd({ node, stack }: Position): boolean {
  return node.step === undefined && stack.length === 0;
}

function nodeAt(graph: FlowGraph, id: number): FlowNode {
  const node = graph.nodes[id];
  // Ids come from the graph itself.
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

import { unreachable } from "#base/unreachable";
import type { Definition, Protocols, Session, Step } from "./protocol.js";

/**
 * A protocol file as a graph of program points: what may happen after what. Every question of the checks (is it
 * reached, can it end, which call does this answer, where does this variable come from) is one about its paths.
 */
export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly definitions: ReadonlyMap<string, Flow>;
  /** The nodes that run a protocol, by its name. */
  readonly callers: ReadonlyMap<string, readonly FlowNode[]>;
  /** The protocols that nobody refers to: the ones to be walked. Where there are none, the first. */
  readonly roots: readonly string[];
  nodeOf(step: Step): FlowNode;
}

export interface Flow {
  readonly definition: Definition;
  readonly entry: number;
  /** Behind the last step. */
  readonly exit: number;
}

export interface FlowNode {
  readonly id: number;
  readonly step: Step | undefined;
  /** The protocol that it belongs to. */
  readonly owner: string;
  next: readonly number[];
  /** A protocol that is run through between this node and the next. */
  readonly calls?: string;
}

/** Recursions in scope, by name. */
type Loops = ReadonlyMap<string, number>;

export function buildFlow(protocols: Protocols): FlowGraph {
  const nodes: FlowNode[] = [];
  const ids = new Map<Step, FlowNode>();
  const names = new Map<string, Definition>();
  for (const definition of protocols.definitions) {
    if (!names.has(definition.name)) names.set(definition.name, definition);
  }
  const add = (owner: string, step: Step | undefined, next: readonly number[], calls?: string): FlowNode => {
    const node = { id: nodes.length, step, owner, next, ...(calls === undefined ? {} : { calls }) };
    nodes.push(node);
    if (step) ids.set(step, node);
    return node;
  };
  const session = (owner: string, { steps }: Session, next: number, loops: Loops): number =>
    steps.reduceRight((following, step) => enter(owner, step, following, loops).id, next);
  const enter = (owner: string, step: Step, next: number, loops: Loops): FlowNode => {
    switch (step.kind) {
      case "send":
      case "receive":
        return add(owner, step, [next]);
      case "choice":
        return add(
          owner,
          step,
          step.branches.map((branch) => session(owner, branch, next, loops)),
        );
      case "recursion": {
        const loop = add(owner, step, []);
        loop.next = [session(owner, step.body, next, new Map([...loops, [step.name, loop.id]]))];
        return loop;
      }
      case "jump": {
        const loop = loops.get(step.name);
        if (loop !== undefined) return add(owner, step, [loop]);
        return names.has(step.name) ? add(owner, step, [next], step.name) : add(owner, step, [next]);
      }
      default:
        return unreachable(step);
    }
  };
  const definitions = new Map<string, Flow>();
  for (const [name, definition] of names) {
    const exit = add(name, undefined, []).id;
    definitions.set(name, { definition, exit, entry: session(name, definition.body, exit, new Map()) });
  }
  const callers = new Map<string, FlowNode[]>([...names.keys()].map((name) => [name, []]));
  for (const node of nodes) if (node.calls !== undefined) callers.get(node.calls)?.push(node);
  const free = [...callers].filter(([name, nodesOf]) => nodesOf.every(({ owner }) => owner === name));
  const roots = free.length > 0 ? free.map(([name]) => name) : [...names.keys()].slice(0, 1);
  const nodeOf = (step: Step): FlowNode => {
    const node = ids.get(step);
    // Every step of the tree was given a node above; those of a second definition of one name were not.
    if (!node) throw new Error("a step without a node");
    return node;
  };
  return { nodes, definitions, callers, roots, nodeOf };
}

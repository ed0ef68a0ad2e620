import type { FlowGraph, FlowNode } from "./flow-graph.js";

/** What was there when the protocol of a node began: it depends on who runs it. */
const ENTRY = Symbol("entry");

/**
 * For one thing that steps set (a variable, the call that waits for its answer): which of the values may be
 * there when a node is reached. `effect` says what a node sets it to; `start` is there where a run begins.
 *
 * Twice a fixed point. First every protocol for itself, with a mark for whatever was there when it began, so
 * that a protocol used in two places does not carry values from one to the other; then what that is.
 */
export function reachingValues<T>(
  graph: FlowGraph,
  start: T,
  effect: (node: FlowNode) => T | undefined,
): (node: FlowNode) => ReadonlySet<T> {
  const within = valuesWithin(graph, effect);
  const entries = new Map<string, Set<T>>([...graph.definitions.keys()].map((name) => [name, new Set()]));
  for (const root of graph.roots) entries.get(root)?.add(start);
  const resolveAt = (id: number, owner: string): ReadonlySet<T> => {
    const values = new Set<T>();
    for (const value of within[id] ?? []) {
      if (value !== ENTRY) values.add(value as T);
      else for (const outer of entries.get(owner) ?? []) values.add(outer);
    }
    return values;
  };
  const calling = new Map<string, FlowNode[]>();
  for (const node of [...graph.callers.values()].flat()) {
    calling.set(node.owner, [...(calling.get(node.owner) ?? []), node]);
  }
  const open = [...graph.definitions.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { calls, id, owner } of calling.get(name) ?? []) {
      const entry = calls === undefined ? undefined : entries.get(calls);
      if (calls === undefined || !entry) continue;
      const before = entry.size;
      for (const value of resolveAt(id, owner)) entry.add(value);
      if (entry.size > before) open.push(calls);
    }
  }
  return ({ id, owner }) => resolveAt(id, owner);
}

function valuesWithin<T>(
  graph: FlowGraph,
  effect: (node: FlowNode) => T | undefined,
): readonly ReadonlySet<T | typeof ENTRY>[] {
  const values = graph.nodes.map(() => new Set<T | typeof ENTRY>());
  const open: FlowNode[] = [];
  const arrive = (id: number, arriving: Iterable<T | typeof ENTRY>): void => {
    const known = values[id];
    const node = graph.nodes[id];
    if (!known || !node) return;
    const before = known.size;
    for (const value of arriving) known.add(value);
    if (known.size > before) open.push(node);
  };
  const leave = (node: FlowNode): Iterable<T | typeof ENTRY> => {
    const set = effect(node);
    if (set !== undefined) return [set];
    const here = values[node.id] ?? [];
    if (node.calls === undefined) return here;
    const there = values[graph.definitions.get(node.calls)?.exit ?? -1] ?? new Set();
    const added = [...there].filter((value) => value !== ENTRY);
    return there.has(ENTRY) ? [...here, ...added] : added;
  };
  for (const { entry } of graph.definitions.values()) arrive(entry, [ENTRY]);
  for (let node = open.pop(); node; node = open.pop()) {
    for (const next of node.next) arrive(next, leave(node));
    const isExit = graph.definitions.get(node.owner)?.exit === node.id;
    if (!isExit) continue;
    // Whoever runs this protocol may go on with more than before.
    for (const caller of graph.callers.get(node.owner) ?? []) {
      if (values[caller.id]?.size === 0) continue;
      for (const next of caller.next) arrive(next, leave(caller));
    }
  }
  return values;
}

import type { Report } from "./diagnosing.js";
import type { Flow, FlowGraph, FlowNode } from "./flow-graph.js";
import { allSessions } from "./walk-steps.js";

/** Whether a run gets everywhere, and out again: what is never reached, never left, or never calls. */
export function checkPaths(graph: FlowGraph, report: Report): void {
  const finishing = findFinishing(graph);
  const calls = findCalls(graph);
  for (const flow of graph.definitions.values()) {
    const { entry, exit, definition } = flow;
    const follow = (node: FlowNode) =>
      node.calls === undefined || finishing.has(node.calls) ? node.next : [];
    const reached = reach(graph, [entry], follow);
    const leaving = backwards(graph, exit, follow);
    for (const session of allSessions(definition.body)) {
      const nodes = session.steps.map((step) => graph.nodeOf(step));
      const lost = nodes.findIndex((node) => !reached.has(node.id));
      const step = session.steps[lost];
      // Where the first step is lost, the session as a whole is, and that was said where it begins.
      if (step && lost > 0) {
        const message = "This step is never reached: what stands before it never goes on.";
        report(
          "warning",
          "protocol-unreachable",
          message,
          "Remove it, or let a branch before it end.",
          step.span,
        );
      }
    }
    reportStuck(graph, flow, { reached, leaving, calls, finishing }, report);
    reportUnguarded(graph, flow, report);
    reportGrowing(graph, flow, calls, report);
  }
}

/** Protocols that can come to their end: a least fixed point, since they run each other. */
function findFinishing(graph: FlowGraph): ReadonlySet<string> {
  const finishing = new Set<string>();
  for (let before = -1; before < finishing.size; ) {
    before = finishing.size;
    for (const [name, { entry, exit }] of graph.definitions) {
      const follow = (node: FlowNode) =>
        node.calls === undefined || finishing.has(node.calls) ? node.next : [];
      if (!finishing.has(name) && reach(graph, [entry], follow).has(exit)) finishing.add(name);
    }
  }
  return finishing;
}

interface Ways {
  readonly reached: ReadonlySet<number>;
  /** From where the end can be reached. */
  readonly leaving: ReadonlySet<number>;
  readonly calls: Calls;
  readonly finishing: ReadonlySet<string>;
}

type Calls = ReadonlyMap<string, ReadonlySet<string>>;

function reportStuck(graph: FlowGraph, { definition, entry }: Flow, ways: Ways, report: Report): void {
  const { reached, leaving, calls, finishing } = ways;
  const hint = "Let one of its branches end, or go on with something else.";
  const stuck = graph.nodes.filter(
    (node) =>
      node.owner === definition.name &&
      node.step?.kind === "recursion" &&
      reached.has(node.id) &&
      !leaving.has(node.id) &&
      comesBack(graph, node),
  );
  const [first] = stuck;
  for (const { step } of stuck) {
    const inner = stuck.some(
      ({ step: other }) => other && step && other !== step && contains(other.span, step.span),
    );
    if (step?.kind !== "recursion" || inner) continue;
    report(
      "error",
      "protocol-no-exit",
      `The recursion \`${step.name}\` can never be left.`,
      hint,
      step.nameSpan,
    );
  }
  if (first || finishing.has(definition.name) || leaving.has(entry)) return;
  if (!calls.get(definition.name)?.has(definition.name)) return;
  const message = `\`${definition.name}\` runs itself again on every way, and never ends.`;
  report("error", "protocol-no-exit", message, hint, definition.nameSpan);
}

/** A recursion that is stuck only because something inside of it is gives no reason of its own. */
function comesBack(graph: FlowGraph, loop: FlowNode): boolean {
  return reach(graph, loop.next, (node) => node.next).has(loop.id);
}

function contains(outer: FlowNodeSpan, inner: FlowNodeSpan): boolean {
  return outer.start.offset <= inner.start.offset && inner.end.offset <= outer.end.offset;
}

type FlowNodeSpan = NonNullable<FlowNode["step"]>["span"];

/** A step that makes and awaits nothing. */
function isSilent({ step }: FlowNode): boolean {
  return step !== undefined && step.kind !== "send" && step.kind !== "receive";
}

function reportUnguarded(graph: FlowGraph, { definition, entry }: Flow, report: Report): void {
  const hint = "Put a call before the place where it goes back.";
  const follow = (node: FlowNode): readonly number[] => {
    if (!isSilent(node)) return [];
    const called = graph.definitions.get(node.calls ?? "");
    return called ? [called.entry, ...node.next] : node.next;
  };
  for (const node of graph.nodes) {
    if (node.owner !== definition.name || node.step?.kind !== "recursion") continue;
    if (!reach(graph, node.next, follow).has(node.id)) continue;
    const message = `\`${node.step.name}\` goes back to itself without any call.`;
    report("error", "protocol-unguarded-recursion", message, hint, node.step.nameSpan);
  }
  const silently = [...reach(graph, [entry], follow)].map((id) => graph.nodes[id]);
  if (silently.some((node) => node?.calls === definition.name)) {
    const message = `\`${definition.name}\` runs itself again without any call.`;
    report("error", "protocol-unguarded-recursion", message, hint, definition.nameSpan);
  }
}

/** With something to do after coming back, each round would add to what is left to do. */
function reportGrowing(graph: FlowGraph, { definition, exit }: Flow, calls: Calls, report: Report): void {
  for (const { owner, calls: called, next, step } of graph.nodes) {
    if (owner !== definition.name || called === undefined || !step || next[0] === exit) continue;
    if (called !== owner && !calls.get(called)?.has(owner)) continue;
    const message = `\`${called}\` leads back to \`${owner}\`, and something follows it here.`;
    const hint = "Let it be the last step, or use rec X.(… X …).";
    report("error", "protocol-growing-recursion", message, hint, step.span);
  }
}

/** The protocols that each protocol runs, directly or through others. */
function findCalls(graph: FlowGraph): Calls {
  const direct = new Map<string, Set<string>>([...graph.definitions.keys()].map((name) => [name, new Set()]));
  for (const { owner, calls } of graph.nodes) if (calls !== undefined) direct.get(owner)?.add(calls);
  const all = new Map<string, ReadonlySet<string>>();
  for (const name of direct.keys()) {
    const found = new Set<string>();
    const open = [...(direct.get(name) ?? [])];
    for (let called = open.pop(); called !== undefined; called = open.pop()) {
      if (found.has(called)) continue;
      found.add(called);
      open.push(...(direct.get(called) ?? []));
    }
    all.set(name, found);
  }
  return all;
}

/** The nodes that can be reached, the first ones with them. */
export function reach(
  graph: FlowGraph,
  from: readonly number[],
  follow: (node: FlowNode) => readonly number[],
): ReadonlySet<number> {
  const reached = new Set(from);
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = graph.nodes[id];
    for (const next of node ? follow(node) : []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

function backwards(
  graph: FlowGraph,
  to: number,
  follow: (node: FlowNode) => readonly number[],
): ReadonlySet<number> {
  const before = new Map<number, number[]>();
  for (const node of graph.nodes) {
    for (const next of follow(node)) before.set(next, [...(before.get(next) ?? []), node.id]);
  }
  return reach(graph, [to], (node) => before.get(node.id) ?? []);
}

import type { FlowGraph, FlowNode } from "./flow-graph.js";
import type { Capture, Declaration, Receive, Send, Step } from "./protocol.js";
import { reachingValues } from "./reaching-values.js";

/** A place that gives a variable its value. */
export type Binding =
  | { readonly kind: "declared"; readonly step: Send; readonly by: Declaration }
  | { readonly kind: "captured"; readonly step: Receive; readonly by: Capture };

export interface VariableBindings {
  /** Where the value may come from that a variable has before a step; `always`: it has one on every way there. */
  before(step: Step, name: string): Bound;
  /** The same once the step's own values are there, as its assertion sees them. */
  after(step: Step, name: string): Bound;
  readonly all: readonly Binding[];
  readonly names: readonly string[];
}

export interface Bound {
  readonly bindings: readonly Binding[];
  readonly always: boolean;
}

const UNBOUND = Symbol("unbound");

/** Variables are never taken back: what a recursion bound in one round is there in the next. */
export function bindVariables(graph: FlowGraph): VariableBindings {
  const all = graph.nodes.flatMap(({ step }) => (step ? bindingsOf(step) : []));
  const known = new Map<string, (node: FlowNode) => ReadonlySet<Binding | typeof UNBOUND>>();
  const valuesOf = (name: string) => {
    const found =
      known.get(name) ??
      reachingValues<Binding | typeof UNBOUND>(graph, UNBOUND, ({ step }) => step && own(step, name));
    known.set(name, found);
    return found;
  };
  const byName = new Map<string, Map<Step, Binding>>();
  for (const binding of all) {
    const steps = byName.get(binding.by.name) ?? new Map<Step, Binding>();
    if (!steps.has(binding.step)) steps.set(binding.step, binding);
    byName.set(binding.by.name, steps);
  }
  const own = (step: Step, name: string) => byName.get(name)?.get(step);
  const before = (step: Step, name: string): Bound => {
    if (!byName.has(name)) return { bindings: [], always: false };
    const values = [...valuesOf(name)(graph.nodeOf(step))];
    const bindings = values.filter((value) => value !== UNBOUND);
    return { bindings, always: bindings.length === values.length };
  };
  const after = (step: Step, name: string): Bound => {
    const binding = own(step, name);
    return binding ? { bindings: [binding], always: true } : before(step, name);
  };
  return { before, after, all, names: [...byName.keys()] };
}

export function bindingsOf(step: Step): readonly Binding[] {
  if (step.kind === "receive") return step.captures.map((by) => ({ kind: "captured", step, by }));
  if (step.kind !== "send") return [];
  return step.arguments.flatMap(({ value }) =>
    value.kind === "declaration" ? [{ kind: "declared" as const, step, by: value }] : [],
  );
}

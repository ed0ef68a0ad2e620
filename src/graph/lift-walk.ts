import { CanonicalForm } from "./canonical-form.js";
import { compileModel } from "./compile-model.js";
import type { Graph } from "./graph.js";
import { type GroundCall, groundCall, type Transition, transitionAt } from "./ground-call.js";
import type { LowAction } from "./lower-model.js";
import type { Stepper } from "./stepper.js";

/**
 * A walk of the graph as calls on concrete slots. In a graph without symmetry that is what its labels say. With
 * symmetry a state stands for many: the lifted walk keeps the concrete state and which slot of it plays which part
 * in the canonical one, and turns each label back by that.
 */
export function liftWalk(graph: Graph, walk: Iterable<number>): Transition[] {
  if (!graph.symmetric) return Array.from(walk, (transition) => transitionAt(graph, transition));
  const { model, low } = graph;
  const stepper = compileModel(low);
  const form = new CanonicalForm(low.layout);
  const state = new Int32Array(low.layout.words.length);
  const found = new Int32Array(low.calls * (state.length + 1));
  const original = new Int32Array(form.slotCount);
  return Array.from(walk, (transition) => {
    const { call, refused } = transitionAt(graph, transition);
    form.compute(state, 0);
    for (const [slot, image] of form.images.entries()) original[image] = slot;
    const action = low.actions[model.actions.indexOf(call.action)];
    if (action === undefined) throw new Error(`no action ${call.action.name}: the graph is of another model`);
    const concrete = groundCall(model, low, renamedCall(action, call, original, form.firstSlot));
    if (!refused) step(stepper, state, concrete.number, found);
    return { call: concrete, refused };
  });
}

function renamedCall(
  action: LowAction,
  call: GroundCall,
  original: Int32Array,
  firstSlot: readonly number[],
): number {
  return action.parameters.reduce((number, { base, stride, sort, subset }, index) => {
    const value = call.arguments[index] ?? 0;
    const first = firstSlot[sort] ?? 0;
    const rename = (slot: number): number => (original[first + slot] ?? 0) - first;
    let renamed = value;
    if (subset) {
      renamed = 0;
      for (let slot = 0; value >> slot > 0; slot++) if ((value >> slot) & 1) renamed |= 1 << rename(slot);
    } else if (sort >= 0 && value >= 0) renamed = rename(value);
    return number + (renamed - base) * stride;
  }, action.firstCall);
}

function step(stepper: Stepper, state: Int32Array, call: number, found: Int32Array): void {
  const count = stepper.successors(state, 0, found);
  for (let start = 0; start < count * (state.length + 1); start += state.length + 1) {
    if (found[start] !== call) continue;
    state.set(found.subarray(start + 1, start + 1 + state.length));
    return;
  }
  throw new Error(`call ${call} is not enabled: the walk is not one of this graph`);
}

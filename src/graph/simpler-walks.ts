import { type NumberedTransition, retraceWalk, type WalkStep } from "./follow-walk.js";
import type { Graph } from "./graph.js";
import { type GroundCall, groundCall } from "./ground-call.js";
import { NONE } from "./layout.js";

/**
 * Walks that say the same of fewer things, or with smaller numbers, the simplest first: what two players did is done by one,
 * and a room for two is one for one. Steps that are then nothing new, or not allowed, are left out. Each ends in what the
 * walk ends in.
 */
export function* simplerWalks(
  graph: Graph,
  walk: readonly NumberedTransition[],
): Iterable<readonly WalkStep[]> {
  for (const change of [...mergers(walk), ...smallerNumbers(graph, walk)]) {
    const changed = walk.map((step) => ({ ...step, call: changedCall(graph, step.call, change) }));
    const rest = retraceWalk(graph, changed);
    if (rest.at(-1)?.call.number === changed.at(-1)?.call.number && rest.length > 0) yield rest;
  }
}

/** Wherever an argument of this type has the one value it has the other. */
interface Change {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** A later thing of a kind becomes an earlier one. */
function mergers(walk: readonly NumberedTransition[]): readonly Change[] {
  const used = new Map<string, Set<number>>();
  for (const { call } of walk) {
    for (const [kind, value] of argumentsOf(call)) {
      if (!kind.startsWith(SLOT) || value === NONE) continue;
      used.set(kind, (used.get(kind) ?? new Set()).add(value));
    }
  }
  return [...used].flatMap(([kind, slots]) => {
    const [first, ...others] = [...slots].sort((a, b) => a - b);
    return first === undefined ? [] : others.map((from) => ({ kind, from, to: first }));
  });
}

function smallerNumbers({ low }: Graph, walk: readonly NumberedTransition[]): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const { call } of walk) {
    const lowered = low.actions.find(({ firstCall, callCount }) => isIn(call.number, firstCall, callCount));
    for (const [index, [kind, from]] of argumentsOf(call).entries()) {
      if (!kind.startsWith(NUMBER)) continue;
      const least = lowered?.parameters[index]?.base ?? from;
      for (let to = least; to < from; to++) changes.set(`${kind} ${from} ${to}`, { kind, from, to });
    }
  }
  return [...changes.values()];
}

const [SLOT, NUMBER] = ["slot ", "number "] as const;

/** Slots of a sort, and numbers by the name that they go by. */
function argumentsOf({ action, arguments: values }: GroundCall): readonly (readonly [string, number])[] {
  return action.parameters.map(({ name, type }, index) => {
    const kind =
      type.kind === "slot" ? SLOT + type.sort : type.kind === "integer" ? NUMBER + name : `other ${index}`;
    return [kind, values[index] ?? 0] as const;
  });
}

function changedCall({ model, low }: Graph, call: GroundCall, { kind, from, to }: Change): GroundCall {
  const lowered = low.actions.find(({ firstCall, callCount }) => isIn(call.number, firstCall, callCount));
  let number = call.number;
  for (const [index, [own, value]] of argumentsOf(call).entries()) {
    const parameter = lowered?.parameters[index];
    if (own !== kind || value !== from || parameter === undefined) continue;
    if (to >= parameter.base && to < parameter.base + parameter.count)
      number += (to - from) * parameter.stride;
  }
  return number === call.number ? call : groundCall(model, low, number);
}

function isIn(number: number, first: number, count: number): boolean {
  return number >= first && number < first + count;
}

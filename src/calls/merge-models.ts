import type { ActionRecord, GraphRecord, MadeCall, ModelRecord, TransitionRecord } from "./model-record.js";

/**
 * The models of two shards. Both explored the same ones and walked different parts: where two have the same shape, the
 * fates of their transitions are joined; a model that only one has is kept as it is.
 */
export function mergeModels(a: readonly ModelRecord[], b: readonly ModelRecord[]): readonly ModelRecord[] {
  const others = [...b];
  const joined = a.map((model) => {
    const index = others.findIndex((other) => shapeOf(other) === shapeOf(model));
    const [same] = index < 0 ? [] : others.splice(index, 1);
    return same === undefined ? model : join(model, same);
  });
  return [...joined, ...others];
}

function shapeOf({ resources, states, actions, graph }: ModelRecord): string {
  const names = actions.map(({ name }) => name);
  return JSON.stringify([resources, states, names, graph?.transitions.length ?? null]);
}

function join(a: ModelRecord, b: ModelRecord): ModelRecord {
  const { graph: _, ...rest } = a;
  return {
    ...rest,
    transitions: added(a.transitions, b.transitions),
    actions: a.actions.map((action, index) => joinActions(action, b.actions[index])),
    ...(a.graph === undefined || b.graph === undefined ? {} : { graph: joinGraphs(a.graph, b.graph) }),
  };
}

function joinActions(a: ActionRecord, b: ActionRecord | undefined): ActionRecord {
  if (b === undefined) return a;
  return { ...a, ...added(a, b), reasons: [...new Set([...a.reasons, ...b.reasons])] };
}

function added(a: ModelRecord["transitions"], b: ModelRecord["transitions"]): ModelRecord["transitions"] {
  return {
    total: a.total + b.total,
    covered: a.covered + b.covered,
    failed: a.failed + b.failed,
    unreached: a.unreached + b.unreached,
  };
}

/** What a shard says of a transition counts where the other left it to it. */
function joinGraphs(a: GraphRecord, b: GraphRecord): GraphRecord {
  const made: MadeCall[] = [...a.made];
  const reasons = [...a.reasons];
  const transitions = a.transitions.map((own, index): TransitionRecord => {
    const other = b.transitions[index];
    if (own.fate !== "elsewhere" || other === undefined || other.fate === "elsewhere") return own;
    const call = other.made === undefined ? undefined : b.made[other.made];
    const reason = other.reason === undefined ? undefined : b.reasons[other.reason];
    if (call !== undefined) made.push(call);
    if (reason !== undefined && !reasons.includes(reason)) reasons.push(reason);
    return {
      ...own,
      fate: other.fate,
      ...(reason === undefined ? {} : { reason: reasons.indexOf(reason) }),
      ...(call === undefined ? {} : { made: made.length - 1 }),
      ...(other.fault === undefined ? {} : { fault: other.fault }),
    };
  });
  return { ...a, made, reasons, transitions };
}

import type { Action, Model } from "#model/model";
import { type Entry, entriesOf } from "./entries-of.js";
import { createLabels, type Graph } from "./graph.js";
import { type GroundCall, transitionAt } from "./ground-call.js";

/**
 * The graph in which a call that changes nothing is made once in each *setting*, not in every state: the things that it
 * names, what each of them holds, and what refers to them or is referred to. A service decides on a refusal by what the
 * call is about; the rest of the state mostly repeats the question. Of each action the last transition stays as well, in
 * the state with most around it. Calls that change something all stay: without some of them there are fewer transitions,
 * and longer ways between them.
 */
export function mergeLoops(graph: Graph): Graph {
  const kept = keptTransitions(graph);
  const { stateCount, offsets } = graph;
  const count = kept.reduce((sum, one) => sum + one, 0);
  const merged = {
    offsets: new Uint32Array(stateCount + 1),
    targets: new Int32Array(count),
    labels: createLabels(2 * graph.low.calls, count),
  };
  let next = 0;
  for (let state = 0; state < stateCount; state++) {
    merged.offsets[state] = next;
    const end = offsets[state + 1] ?? 0;
    for (let transition = offsets[state] ?? 0; transition < end; transition++) {
      if (kept[transition] === 0) continue;
      merged.targets[next] = graph.targets[transition] ?? 0;
      merged.labels[next++] = graph.labels[transition] ?? 0;
    }
  }
  merged.offsets[stateCount] = next;
  return { ...graph, ...merged, transitionCount: count };
}

function keptTransitions(graph: Graph): Uint8Array {
  const { low, stateCount, offsets, readState } = graph;
  const kept = new Uint8Array(graph.transitionCount);
  const settings = new Set<string>();
  const last = new Map<string, number>();
  const words = new Int32Array(low.layout.words.length);
  for (let state = 0; state < stateCount; state++) {
    readState(state, words, 0);
    const entries = entriesOf(graph, words);
    const end = offsets[state + 1] ?? 0;
    for (let transition = offsets[state] ?? 0; transition < end; transition++) {
      const { call, refused } = transitionAt(graph, transition);
      const isLoop = refused || call.action.outcome.kind !== "effect";
      const setting = `${refused} ${settingOf(graph.model, call, entries)}`;
      if (!isLoop || !settings.has(setting)) kept[transition] = 1;
      settings.add(setting);
      last.set(`${refused} ${call.action.name}`, transition);
    }
  }
  for (const transition of last.values()) kept[transition] = 1;
  return kept;
}

/** The call and all that it is about, with slots by the parts that they play: equal up to which slots those are. */
function settingOf(
  model: Model,
  { action, arguments: values }: GroundCall,
  entries: readonly Entry[],
): string {
  const partOf = partsIn(action, values);
  const numbers = action.parameters.map(({ type }, index) =>
    type.kind === "slot" || type.kind === "subset" ? "" : values[index],
  );
  const around = entries.flatMap((entry) => {
    const map = model.maps.find(({ name }) => name === entry.map);
    const keys = entry.key.map((slot, place) => partOf(map?.keys[place] ?? "", slot));
    const fields = (map?.fields ?? []).map(({ name, type }) => {
      const value = entry.fields[name] ?? 0;
      return type.kind === "slot" ? partOf(type.sort, value) : String(value);
    });
    return [...keys, ...fields.filter((_, place) => map?.fields[place]?.type.kind === "slot")].some(
      (part) => part !== "",
    )
      ? [`${entry.map}[${keys}](${fields})`]
      : [];
  });
  return `${action.name}(${numbers}): ${[...new Set(around)].sort().join(" ")}`;
}

/** By sort and slot the parameters that name it; nothing where none does. */
function partsIn(action: Action, values: readonly number[]): (sort: string, slot: number) => string {
  return (sort, slot) =>
    action.parameters
      .flatMap(({ name, type }, index) => {
        const value = values[index] ?? 0;
        const names =
          (type.kind === "slot" && type.sort === sort && value === slot) ||
          (type.kind === "subset" && type.sort === sort && slot >= 0 && ((value >> slot) & 1) === 1);
        return names ? [name] : [];
      })
      .join("&");
}

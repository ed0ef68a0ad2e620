import type { Graph } from "./graph.js";
import { type Transition, transitionAt } from "./ground-call.js";

/** A graph with texts for labels: what a dump of TLC holds, and the common ground for comparing. */
export interface LabelledGraph {
  /** Per state what is known of it; equal texts where nothing is. */
  readonly states: readonly string[];
  readonly initial: number;
  readonly edges: readonly LabelledEdge[];
}

export interface LabelledEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export function labelledGraph(
  graph: Graph,
  labelOf: (transition: Transition) => string,
  textOf: (state: number) => string = () => "",
): LabelledGraph {
  const edges: LabelledEdge[] = [];
  for (let from = 0; from < graph.stateCount; from++) {
    const end = graph.offsets[from + 1] ?? 0;
    for (let transition = graph.offsets[from] ?? 0; transition < end; transition++) {
      const to = graph.targets[transition] ?? 0;
      edges.push({ from, to, label: labelOf(transitionAt(graph, transition)) });
    }
  }
  return {
    states: Array.from({ length: graph.stateCount }, (_, state) => textOf(state)),
    initial: graph.initial,
    edges,
  };
}

/**
 * Whether two graphs are the same up to the numbering of states. Colours are refined by text, by what leads in and
 * by what leads out, in both graphs at once, until nothing changes. True only where that tells all states apart:
 * with labels that name the resources it always does.
 */
export function sameGraph(left: LabelledGraph, right: LabelledGraph): boolean {
  if (left.states.length !== right.states.length || left.edges.length !== right.edges.length) return false;
  let [leftColours, rightColours] = [startColours(left), startColours(right)];
  for (let classes = 0; ; ) {
    const numbers = new Map<string, number>();
    leftColours = refine(left, leftColours, numbers);
    rightColours = refine(right, rightColours, numbers);
    if (numbers.size === classes) break;
    classes = numbers.size;
  }
  const sorted = (colours: readonly (string | number)[]): string => [...colours].sort().join(" ");
  return new Set(leftColours).size === left.states.length && sorted(leftColours) === sorted(rightColours);
}

function startColours({ states, initial }: LabelledGraph): (string | number)[] {
  return states.map((text, state) => `${state === initial} ${text}`);
}

function refine(
  { edges }: LabelledGraph,
  colours: readonly (string | number)[],
  numbers: Map<string, number>,
): number[] {
  const around: string[][] = colours.map(() => []);
  for (const { from, to, label } of edges) {
    around[from]?.push(`> ${label} ${colours[to]}`);
    around[to]?.push(`< ${label} ${colours[from]}`);
  }
  return colours.map((colour, state) => {
    const signature = `${colour}\n${around[state]?.sort().join("\n")}`;
    const number = numbers.get(signature) ?? numbers.size;
    numbers.set(signature, number);
    return number;
  });
}

import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { LabelledEdge, LabelledGraph } from "./labelled-graph.js";

const NODE = /^(-?\d+) \[label="((?:[^"\\]|\\.)*)"(.*)$/;
const EDGE = /^(-?\d+) -> (-?\d+)(?: \[label="((?:[^"\\]|\\.)*)".*)?;?$/;

/**
 * Reads a state graph as TLC dumps it (`-dump dot,actionlabels`), line by line: nodes with their state as label,
 * the initial one filled, and edges with the action as label. The legend and the ranks are passed over, and a
 * state that is described twice counts once.
 */
export function readDot(text: string): Result<LabelledGraph> {
  const numbers = new Map<string, number>();
  const states: string[] = [];
  const edges: LabelledEdge[] = [];
  let initial: number | undefined;
  const numberOf = (id: string): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    states[number] ??= "";
    return number;
  };
  for (const line of text.split("\n")) {
    const edge = EDGE.exec(line);
    if (edge !== null) {
      const [, from = "", to = "", label = ""] = edge;
      edges.push({ from: numberOf(from), to: numberOf(to), label: withoutEscapes(label) });
      continue;
    }
    const [, id, label, rest = ""] = NODE.exec(line) ?? [];
    if (id === undefined || label === undefined) continue;
    states[numberOf(id)] = withoutEscapes(label);
    if (rest.includes("filled")) initial ??= numberOf(id);
  }
  if (initial === undefined) {
    return failed(
      problem(
        "dot-syntax",
        "The file has no initial state.",
        "Give the file that TLC's -dump dot,actionlabels writes.",
      ),
    );
  }
  return ok({ states, initial, edges });
}

/** TLC writes a backslash twice, and a line break as `\n`. */
function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
}

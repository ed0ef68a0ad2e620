import { describeState } from "./describe-state.js";
import type { Graph } from "./graph.js";
import { describeCall, transitionAt } from "./ground-call.js";

/** The graph for Graphviz, in the form of TLC's dumps: `readDot` reads it back. */
export function renderDot(graph: Graph): string {
  const lines = ["digraph DiskGraph {"];
  for (let state = 0; state < graph.stateCount; state++) {
    const style = state === graph.initial ? ",style = filled" : "";
    lines.push(`${state} [label="${escapeQuotes(describeState(graph, state))}"${style}];`);
  }
  for (let state = 0; state < graph.stateCount; state++) {
    const end = graph.offsets[state + 1] ?? 0;
    for (let transition = graph.offsets[state] ?? 0; transition < end; transition++) {
      const { call, refused } = transitionAt(graph, transition);
      const label = `${describeCall(graph.model, call)}${refused ? " refused" : ""}`;
      lines.push(`${state} -> ${graph.targets[transition]} [label="${escapeQuotes(label)}"];`);
    }
  }
  return `${[...lines, "}"].join("\n")}\n`;
}

function escapeQuotes(text: string): string {
  return text.replace(/["\\]/g, "\\$&");
}

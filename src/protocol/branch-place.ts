import type { FlowGraph } from "./flow-graph.js";
import { type BranchId, nodeOf } from "./position.js";

/** Where a branch begins in the text; an empty one has the place of its choice. */
export function branchPlace(graph: FlowGraph, branch: BranchId): { line: number; column: number } {
  const step = graph.nodes[nodeOf(branch)]?.step;
  const index = Number(branch.split(".")[1]);
  const own = step?.kind === "choice" ? step.branches[index]?.steps[0] : undefined;
  const { line = 1, column = 1 } = (own ?? step)?.span.start ?? {};
  return { line, column };
}

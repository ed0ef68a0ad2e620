import { branchWeights } from "./branch-weights.js";
import type { ResolvedCall } from "./checking.js";
import type { FlowGraph } from "./flow-graph.js";
import { type BranchId, branchId, goOn, type Position, positionKey, startOf } from "./position.js";
import type { Send } from "./protocol.js";

/** What some walk can get to: the whole of which coverage is a part. */
export interface FlowSurvey {
  readonly branches: ReadonlySet<BranchId>;
  /** Operations of which one can follow the other in a conversation, as `pairOf` names them. */
  readonly pairs: ReadonlySet<string>;
}

/** Far more than protocols of the allowed size have, unless they run each other in a thousand ways. */
const MOST_STATES = 200_000;

export function pairOf(first: string, second: string): string {
  return `${first} → ${second}`;
}

/** Every position that can be reached, with the call that was made last: the service may give any answer. */
export function surveyFlow(graph: FlowGraph, calls: ReadonlyMap<Send, ResolvedCall>): FlowSurvey {
  const branches = new Set<BranchId>();
  const pairs = new Set<string>();
  const seen = new Set<string>();
  const open: { at: Position; last: string | undefined }[] = [];
  const visit = (at: Position, last: string | undefined) => {
    const key = `${positionKey(at)} ${last ?? ""}`;
    if (seen.has(key) || seen.size >= MOST_STATES) return;
    seen.add(key);
    open.push({ at, last });
  };
  for (const root of graph.roots) visit(startOf(graph, root), undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, last } = next;
    const { step } = at.node;
    if (step?.kind === "choice") {
      const weights = step.side === "internal" ? branchWeights(step) : undefined;
      for (const index of step.branches.keys()) {
        // What has no chance at all is never taken.
        if (weights?.[index] === 0) continue;
        branches.add(branchId(at.node, index));
        visit(goOn(graph, at, index), last);
      }
    } else if (step?.kind === "send") {
      const operation = calls.get(step)?.operation.key ?? "";
      if (last !== undefined) pairs.add(pairOf(last, operation));
      visit(goOn(graph, at), operation);
    } else if (step) visit(goOn(graph, at), last);
  }
  return { branches, pairs };
}

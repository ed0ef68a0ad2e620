import type { FlowGraph } from "#protocol/flow-graph";
import type { Session, Step } from "#protocol/protocol";

/** As far as a walk is followed. */
export const LONGEST = 60;

/**
 * The meaning of protocols once more, and plainly: a stack of sessions, no graph. Calls `visit` before each
 * step; `choose` picks a branch out of so many.
 */
export function walk(
  graph: FlowGraph,
  root: string,
  choose: (count: number) => number,
  visit: (step: Step) => void,
  longest = LONGEST,
): void {
  const body = graph.definitions.get(root)?.definition.body;
  const frames: { session: Session; index: number; loop?: string; isCall?: boolean }[] = [];
  if (body) frames.push({ session: body, index: 0, isCall: true });
  for (let count = 0; count < longest && frames.length > 0; count++) {
    const frame = frames.at(-1);
    const step = frame?.session.steps[frame.index++];
    if (!step) {
      frames.pop();
      continue;
    }
    visit(step);
    if (step.kind === "choice") {
      const session = step.branches[choose(step.branches.length)];
      if (session) frames.push({ session, index: 0 });
    } else if (step.kind === "recursion") frames.push({ session: step.body, index: 0, loop: step.name });
    else if (step.kind === "jump") {
      const call = frames.findLastIndex(({ isCall }) => isCall);
      const loop = frames.findLastIndex(({ loop: name }, index) => index > call && name === step.name);
      const called = graph.definitions.get(step.name)?.definition.body;
      if (loop >= 0) {
        frames.length = loop + 1;
        frames.splice(loop, 1, { ...(frames[loop] as (typeof frames)[number]), index: 0 });
      } else if (called) frames.push({ session: called, index: 0, isCall: true });
    }
  }
}

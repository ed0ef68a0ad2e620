import { reach } from "./check-paths.js";
import type { Report } from "./diagnosing.js";
import type { FlowGraph, FlowNode } from "./flow-graph.js";
import { printSend } from "./print-protocol.js";
import type { Choice, Receive, Send, Session, Step } from "./protocol.js";
import { allSteps } from "./walk-steps.js";

/** Sums of decimals are not exact. */
const TOLERANCE = 1e-6;

/** Branches: that they begin as they must, differ, and are chosen with probabilities that add up. */
export function checkChoices(graph: FlowGraph, report: Report): void {
  for (const { definition } of graph.definitions.values()) {
    const weighed = new Set<Step>();
    for (const step of allSteps(definition.body)) {
      if (step.kind !== "choice") continue;
      if (step.side === "external") checkExternal(graph, step, report);
      else {
        checkInternal(graph, step, report);
        checkWeights(step, report);
        for (const send of firstSends(step)) weighed.add(send);
      }
    }
    for (const step of allSteps(definition.body)) {
      if (step.kind !== "send" || !step.weight || weighed.has(step)) continue;
      const message = "A probability means something only at the beginning of a branch of +{…}.";
      report("warning", "protocol-probability", message, "Remove it.", step.weight.span);
    }
  }
}

function firstSends(choice: Choice): readonly Send[] {
  return choice.branches.flatMap(({ steps: [first] }) => (first?.kind === "send" ? [first] : []));
}

/** The calls and answers that a branch can begin with; the end, where it can do nothing at all. */
function headsOf(graph: FlowGraph, choice: Choice, index: number): readonly FlowNode[] {
  const entry = graph.nodeOf(choice).next[index] ?? -1;
  const silent = reach(graph, [entry], (node) => {
    if (!node.step || node.step.kind === "send" || node.step.kind === "receive") return [];
    const called = graph.definitions.get(node.calls ?? "");
    return called ? [called.entry] : node.next;
  });
  return [...silent]
    .map((id) => graph.nodes[id])
    .filter((node) => node !== undefined)
    .filter(({ step }) => !step || step.kind === "send" || step.kind === "receive");
}

function checkInternal(graph: FlowGraph, choice: Choice, report: Report): void {
  const seen = new Map<string, Send>();
  for (const [index, branch] of choice.branches.entries()) {
    if (headsOf(graph, choice, index).some(({ step }) => step?.kind === "receive")) {
      const message = "The client chooses a branch of +{…} by making a call, and this one awaits an answer.";
      report(
        "error",
        "protocol-choice",
        message,
        "Begin it with !operation(), or use &{…}.",
        startOf(branch, choice),
      );
    }
    const [first] = branch.steps;
    if (first?.kind !== "send" || first.condition) continue;
    const { weight: _, ...call } = first;
    const text = printSend(call);
    const earlier = seen.get(text);
    if (earlier) {
      const message = `This branch begins with the same call as the one in line ${earlier.span.start.line}.`;
      const hint = "Put the call before the choice, or let the arguments differ.";
      report("warning", "protocol-duplicate-branch", message, hint, first.span);
    } else seen.set(text, first);
  }
}

function checkExternal(graph: FlowGraph, choice: Choice, report: Report): void {
  const seen = new Map<string, Receive>();
  for (const [index, branch] of choice.branches.entries()) {
    const heads = headsOf(graph, choice, index).map(({ step }) => step);
    if (heads.some((step) => step?.kind !== "receive")) {
      const message =
        "The service chooses a branch of &{…} by its status, and this one does not begin with an answer.";
      report(
        "error",
        "protocol-choice",
        message,
        "Begin it with ?C200(), or use +{…}.",
        startOf(branch, choice),
      );
    }
    for (const step of heads) {
      if (step?.kind !== "receive") continue;
      const earlier = seen.get(step.status);
      if (!earlier) seen.set(step.status, step);
      else if (earlier !== step) {
        const message = `This branch is never taken: ${step.status} is answered by the one in line ${earlier.span.start.line}.`;
        const hint = "Join the two, or choose another status.";
        report("error", "protocol-duplicate-branch", message, hint, step.span);
      }
    }
  }
}

function startOf(branch: Session, choice: Choice): Step["span"] {
  return branch.steps[0]?.span ?? choice.span;
}

function checkWeights(choice: Choice, report: Report): void {
  const sends = firstSends(choice);
  const weights = sends.flatMap(({ weight }) => (weight ? [weight] : []));
  if (weights.length === 0) return;
  for (const { value, span } of weights) {
    if (value > 1)
      report(
        "error",
        "protocol-probability",
        `${value} is no probability.`,
        "Write a number from 0 to 1.",
        span,
      );
    if (value === 0)
      report(
        "warning",
        "protocol-unreachable",
        "This branch is never taken.",
        "Give it a probability above 0, or remove it.",
        span,
      );
  }
  const sum = weights.reduce((total, { value }) => total + value, 0);
  const rest = choice.branches.length - weights.length;
  const shown = Number(sum.toFixed(6));
  if (rest === 0 && Math.abs(sum - 1) > TOLERANCE) {
    const message = `The probabilities of this choice sum to ${shown}, not to 1.`;
    report(
      "error",
      "protocol-probability",
      message,
      `Change them by ${Number((1 - sum).toFixed(6))} in all.`,
      choice.span,
    );
  } else if (rest > 0 && sum > 1 - TOLERANCE) {
    const message = `The probabilities of this choice sum to ${shown}, which leaves nothing for ${rest === 1 ? "the branch" : `the ${rest} branches`} without one.`;
    report("error", "protocol-probability", message, "Lower them: the rest is shared equally.", choice.span);
  }
}

import type { Random } from "#base/random";
import { branchWeights } from "./branch-weights.js";
import { reach } from "./check-paths.js";
import type { CompiledProtocol } from "./compile-protocol.js";
import type { FlowGraph, FlowNode } from "./flow-graph.js";
import { type BranchId, branchId, callsAt, goOn, nodeOf, type Position } from "./position.js";
import type { Choice } from "./protocol.js";
import type { WalkCoverage } from "./walk-coverage.js";

/** `weights`: by what is written alone. `coverage`: towards what was taken least. */
export type ChoiceWay = "weights" | "coverage";

/** How much more a branch is wanted whose call has never followed the one before. */
const NEW_PAIR = 5;

/** A service that chose another way so often is not going to choose this one. */
const PATIENCE = 4;

/**
 * Chooses for the client. Balanced over what lies ahead of each branch, not over the branches themselves: behind
 * one of them there may be ten more, and each wants its turn.
 */
export class BranchChooser {
  readonly #graph: FlowGraph;
  readonly #calls: CompiledProtocol["calls"];
  readonly #coverage: WalkCoverage;
  readonly #way: ChoiceWay;
  readonly #ahead = new Map<BranchId, readonly BranchId[]>();
  readonly #ends: readonly number[];

  constructor(
    { graph, calls }: Pick<CompiledProtocol, "graph" | "calls">,
    coverage: WalkCoverage,
    way: ChoiceWay,
  ) {
    this.#graph = graph;
    this.#calls = calls;
    this.#coverage = coverage;
    this.#way = way;
    this.#ends = callsToEnd(graph);
  }

  /** The branches in the order in which they are to be tried. `last`: the operation that was called before. */
  order(
    at: Position,
    choice: Choice,
    random: Random,
    { last, isLong }: { readonly last: string | undefined; readonly isLong: boolean },
  ): readonly number[] {
    const { node } = at;
    const indexes = [...choice.branches.keys()];
    const weights = branchWeights(choice);
    const possible = indexes.filter((index) => (weights[index] ?? 0) > 0);
    if (isLong) {
      const length = (index: number) => this.#ends[node.next[index] ?? -1] ?? Number.POSITIVE_INFINITY;
      return possible.toSorted((a, b) => length(a) - length(b));
    }
    const scores = new Map(
      possible.map((index) => [index, (weights[index] ?? 0) * this.#wanted(at, index, last)]),
    );
    const order: number[] = [];
    while (scores.size > 0) {
      const chosen = draw(scores, random);
      scores.delete(chosen);
      order.push(chosen);
    }
    return order;
  }

  #wanted(at: Position, index: number, last: string | undefined): number {
    if (this.#way === "weights") return 1;
    const least = Math.min(...this.#aheadOf(at.node, index).map((branch) => this.#times(branch)));
    const isNewPair =
      last !== undefined &&
      callsAt(this.#graph, goOn(this.#graph, at, index)).some(
        ({ send }) => !this.#coverage.hasPair(last, this.#calls.get(send)?.operation.key ?? ""),
      );
    return (isNewPair ? NEW_PAIR : 1) / (1 + least) ** 2;
  }

  /** How often a branch had its turn; where it is the service's to choose, how often it might have. */
  #times(branch: BranchId): number {
    const taken = this.#coverage.taken(branch);
    const step = this.#graph.nodes[nodeOf(branch)]?.step;
    if (step?.kind !== "choice" || step.side === "internal") return taken;
    return Math.max(taken, Math.floor(this.#coverage.passed(branch) / PATIENCE));
  }

  /** The branch, and those behind it up to where the choice would be made again. */
  #aheadOf(node: FlowNode, index: number): readonly BranchId[] {
    const own = branchId(node, index);
    const known = this.#ahead.get(own);
    if (known) return known;
    const graph = this.#graph;
    const reached = reach(graph, [node.next[index] ?? -1], (other) =>
      other === node ? [] : [...entryOf(graph, other), ...other.next],
    );
    const ahead = [...reached].flatMap((id) => {
      const other = graph.nodes[id];
      return other?.step?.kind === "choice" && other !== node
        ? other.step.branches.map((_, inner) => branchId(other, inner))
        : [];
    });
    this.#ahead.set(own, [own, ...ahead]);
    return [own, ...ahead];
  }
}

function entryOf(graph: FlowGraph, { calls }: FlowNode): readonly number[] {
  const flow = calls === undefined ? undefined : graph.definitions.get(calls);
  return flow ? [flow.entry] : [];
}

function draw(scores: ReadonlyMap<number, number>, random: Random): number {
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  let left = (random.below(2 ** 30) / 2 ** 30) * total;
  let last = 0;
  for (const [index, score] of scores) {
    last = index;
    left -= score;
    if (left < 0) return index;
  }
  return last;
}

/** By node, the fewest calls to the end of its protocol: a least fixed point, since protocols run each other. */
function callsToEnd(graph: FlowGraph): readonly number[] {
  const lengths = graph.nodes.map(({ step }) => (step ? Number.POSITIVE_INFINITY : 0));
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of graph.nodes) {
      if (!node.step) continue;
      const inside = entryOf(graph, node).map((entry) => lengths[entry] ?? Number.POSITIVE_INFINITY)[0] ?? 0;
      const behind = Math.min(...node.next.map((next) => lengths[next] ?? Number.POSITIVE_INFINITY));
      const length = (node.step.kind === "send" ? 1 : 0) + inside + behind;
      if (length < (lengths[node.id] ?? 0)) {
        lengths[node.id] = length;
        changed = true;
      }
    }
  }
  return lengths;
}

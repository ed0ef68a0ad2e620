import type { Random } from "#base/random";
import type { Walkable } from "#graph/shortest-ways";

/** How a random walk chooses among the transitions of a state. */
export type Choice =
  /** In proportion to whole-number weights; a transition of weight 0 is never taken. */
  | { readonly kind: "weighted"; readonly weight: (transition: number) => number }
  /**
   * Towards the state that was visited least, as QuickCheck's state machines do: no corner is forgotten. With
   * `classOf`, visits of all states of one class count together.
   */
  | { readonly kind: "balanced"; readonly classOf?: ArrayLike<number> };

/** A walk from the initial state; shorter than `steps` where it comes to a state that it cannot leave. */
export function randomWalk(graph: Walkable, steps: number, choice: Choice, random: Random): number[] {
  const [walk] = randomWalks(graph, 1, steps, choice, random);
  return walk ?? [];
}

/** Several walks; a balanced choice counts visits over all of them. */
export function randomWalks(
  graph: Walkable,
  count: number,
  steps: number,
  choice: Choice,
  random: Random,
): number[][] {
  const { initial, offsets, targets, stateCount } = graph;
  const visits = new Uint32Array(stateCount);
  const classOf = (state: number): number =>
    (choice.kind === "balanced" ? choice.classOf?.[state] : undefined) ?? state;
  const visit = (state: number): void => {
    const visited = classOf(state);
    visits[visited] = (visits[visited] ?? 0) + 1;
  };
  return Array.from({ length: count }, () => {
    const walk: number[] = [];
    let state = initial;
    visit(state);
    while (walk.length < steps) {
      const from = offsets[state] ?? 0;
      const to = offsets[state + 1] ?? 0;
      const chosen =
        choice.kind === "weighted"
          ? pickByWeight(from, to, choice.weight, random)
          : pickLeast(from, to, (transition) => visits[classOf(targets[transition] ?? 0)] ?? 0, random);
      if (chosen === undefined) break;
      walk.push(chosen);
      state = targets[chosen] ?? 0;
      visit(state);
    }
    return walk;
  });
}

function pickByWeight(
  from: number,
  to: number,
  weight: (transition: number) => number,
  random: Random,
): number | undefined {
  let total = 0;
  for (let transition = from; transition < to; transition++) total += weight(transition);
  if (total <= 0) return undefined;
  let left = random.below(total);
  for (let transition = from; transition < to; transition++) {
    left -= weight(transition);
    if (left < 0) return transition;
  }
  return undefined;
}

/** One of those with the least rank, each as likely as the others. */
function pickLeast(
  from: number,
  to: number,
  rank: (transition: number) => number,
  random: Random,
): number | undefined {
  let least = Number.POSITIVE_INFINITY;
  let candidates: number[] = [];
  for (let transition = from; transition < to; transition++) {
    const own = rank(transition);
    if (own < least) [least, candidates] = [own, []];
    if (own === least) candidates.push(transition);
  }
  return candidates[random.below(candidates.length)];
}

import type { Walkable } from "#graph/shortest-ways";

/** How often each transition has to be walked once more, and where to start over, so that one circuit covers all. */
export interface Balance {
  /** Per transition: repetitions beyond the first. */
  readonly repeats: Int32Array;
  /** Per state: how often a walk ends there and a new one starts in the initial state. */
  readonly resets: Int32Array;
}

/**
 * The cheapest set of repetitions that makes a graph Eulerian: a flow from states that are entered more often than
 * left to those that are left more often than entered, each repetition at cost 1 and each reset at `resetCost`
 * (the directed Chinese postman). Primal-dual: each round finds the distance from surplus to deficit under the
 * potentials so far and then ships all that fits along ways of that length, so there are only as many rounds as
 * there are different distances. Optimal, because a shortest-way flow stays of least cost throughout.
 *
 * Expects that every state can be reached: resets then make every flow possible.
 */
export function balanceGraph(graph: Walkable, resetCost: number): Balance {
  return new FlowNetwork(graph, resetCost).solve();
}

const UNREACHED = 2 ** 30;

/** The residual network. Arcs of a state: its transitions, those into it reversed, its reset, resets reversed. */
class FlowNetwork {
  readonly #graph: Walkable;
  readonly #resetCost: number;
  readonly #repeats: Int32Array;
  readonly #resets: Int32Array;
  /** Entered minus left; what is positive is to be shipped to where it is negative. */
  readonly #excess: Int32Array;
  readonly #potential: Int32Array;
  readonly #sources: Int32Array;
  readonly #inOffsets: Int32Array;
  readonly #inTransitions: Int32Array;
  /** The arc last looked at. */
  #arcTarget = 0;
  #arcCost = 0;
  #arcRoom = 0;

  constructor(graph: Walkable, resetCost: number) {
    const { stateCount, transitionCount, offsets, targets } = graph;
    this.#graph = graph;
    this.#resetCost = resetCost;
    this.#repeats = new Int32Array(transitionCount);
    this.#resets = new Int32Array(stateCount);
    this.#excess = new Int32Array(stateCount);
    this.#potential = new Int32Array(stateCount);
    this.#sources = new Int32Array(transitionCount);
    this.#inOffsets = new Int32Array(stateCount + 1);
    this.#inTransitions = new Int32Array(transitionCount);
    for (let state = 0; state < stateCount; state++) {
      this.#sources.fill(state, offsets[state], offsets[state + 1]);
      this.#excess[state] = (offsets[state] ?? 0) - (offsets[state + 1] ?? 0);
    }
    for (const target of targets) {
      this.#excess[target] = (this.#excess[target] ?? 0) + 1;
      this.#inOffsets[target + 1] = (this.#inOffsets[target + 1] ?? 0) + 1;
    }
    for (let state = 0; state < stateCount; state++) {
      this.#inOffsets[state + 1] = (this.#inOffsets[state + 1] ?? 0) + (this.#inOffsets[state] ?? 0);
    }
    const next = this.#inOffsets.slice();
    for (const [transition, target] of targets.entries()) {
      this.#inTransitions[next[target] ?? 0] = transition;
      next[target] = (next[target] ?? 0) + 1;
    }
  }

  solve(): Balance {
    while (this.#raisePotentials()) {
      while (this.#shipAlongLevels());
    }
    return { repeats: this.#repeats, resets: this.#resets };
  }

  /** Looks at an arc; false behind the last one. */
  #look(state: number, arc: number): boolean {
    const { offsets, targets, initial, stateCount } = this.#graph;
    const first = offsets[state] ?? 0;
    const outgoing = (offsets[state + 1] ?? 0) - first;
    if (arc < outgoing) {
      this.#arcTarget = targets[first + arc] ?? 0;
      this.#arcCost = 1;
      this.#arcRoom = UNREACHED;
      return true;
    }
    const firstIn = this.#inOffsets[state] ?? 0;
    const incoming = (this.#inOffsets[state + 1] ?? 0) - firstIn;
    const behind = arc - outgoing;
    if (behind < incoming) {
      const transition = this.#inTransitions[firstIn + behind] ?? 0;
      this.#arcTarget = this.#sources[transition] ?? 0;
      this.#arcCost = -1;
      this.#arcRoom = this.#repeats[transition] ?? 0;
      return true;
    }
    const last = behind - incoming;
    if (last === 0) {
      this.#arcTarget = initial;
      this.#arcCost = this.#resetCost;
      this.#arcRoom = UNREACHED;
      return true;
    }
    if (state !== initial || last > stateCount) return false;
    this.#arcTarget = last - 1;
    this.#arcCost = -this.#resetCost;
    this.#arcRoom = this.#resets[last - 1] ?? 0;
    return true;
  }

  #ship(state: number, arc: number, amount: number): void {
    const { offsets } = this.#graph;
    const first = offsets[state] ?? 0;
    const outgoing = (offsets[state + 1] ?? 0) - first;
    if (arc < outgoing) {
      this.#repeats[first + arc] = (this.#repeats[first + arc] ?? 0) + amount;
      return;
    }
    const firstIn = this.#inOffsets[state] ?? 0;
    const incoming = (this.#inOffsets[state + 1] ?? 0) - firstIn;
    const behind = arc - outgoing;
    if (behind < incoming) {
      const transition = this.#inTransitions[firstIn + behind] ?? 0;
      this.#repeats[transition] = (this.#repeats[transition] ?? 0) - amount;
      return;
    }
    const last = behind - incoming;
    const [owner, change] = last === 0 ? [state, amount] : [last - 1, -amount];
    this.#resets[owner] = (this.#resets[owner] ?? 0) + change;
  }

  #reducedCost(state: number): number {
    return this.#arcCost + (this.#potential[state] ?? 0) - (this.#potential[this.#arcTarget] ?? 0);
  }

  /** Dijkstra with buckets from all surplus at once; false where nothing is left to ship. */
  #raisePotentials(): boolean {
    const distance = new Int32Array(this.#graph.stateCount).fill(UNREACHED);
    const buckets: number[][] = [[]];
    for (const [state, excess] of this.#excess.entries()) {
      if (excess <= 0) continue;
      distance[state] = 0;
      buckets[0]?.push(state);
    }
    let goal = UNREACHED;
    for (let level = 0; level < buckets.length && goal === UNREACHED; level++) {
      const bucket = buckets[level] ?? [];
      for (let index = 0; index < bucket.length; index++) {
        const state = bucket[index] ?? 0;
        if (distance[state] !== level) continue;
        if ((this.#excess[state] ?? 0) < 0) goal = level;
        for (let arc = 0; this.#look(state, arc); arc++) {
          if (this.#arcRoom === 0) continue;
          const reached = level + this.#reducedCost(state);
          if (reached >= (distance[this.#arcTarget] ?? 0)) continue;
          distance[this.#arcTarget] = reached;
          while (buckets.length <= reached) buckets.push([]);
          buckets[reached]?.push(this.#arcTarget);
        }
      }
    }
    if (goal === UNREACHED) return false;
    for (let state = 0; state < distance.length; state++) {
      this.#potential[state] = (this.#potential[state] ?? 0) + Math.min(distance[state] ?? 0, goal);
    }
    return true;
  }

  /** One blocking flow (Dinic) over the arcs of reduced cost 0; false where no deficit can be reached by them. */
  #shipAlongLevels(): boolean {
    const { stateCount } = this.#graph;
    const levels = new Int32Array(stateCount).fill(-1);
    const queue: number[] = [];
    for (const [state, excess] of this.#excess.entries()) {
      if (excess <= 0) continue;
      levels[state] = 0;
      queue.push(state);
    }
    const surplus = queue.slice();
    let reached = false;
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] ?? 0;
      if ((this.#excess[state] ?? 0) < 0) reached = true;
      for (let arc = 0; this.#look(state, arc); arc++) {
        const target = this.#arcTarget;
        if (this.#arcRoom === 0 || (levels[target] ?? 0) >= 0 || this.#reducedCost(state) !== 0) continue;
        levels[target] = (levels[state] ?? 0) + 1;
        queue.push(target);
      }
    }
    if (!reached) return false;
    const nextArc = new Int32Array(stateCount);
    for (const state of surplus)
      while ((this.#excess[state] ?? 0) > 0 && this.#shipFrom(state, levels, nextArc));
    return true;
  }

  /** Ships along one way from a surplus state; arcs that led nowhere are not looked at again. */
  #shipFrom(start: number, levels: Int32Array, nextArc: Int32Array): boolean {
    const states = [start];
    const arcs: number[] = [];
    const rooms: number[] = [];
    for (;;) {
      const state = states[states.length - 1] ?? start;
      if ((this.#excess[state] ?? 0) < 0) break;
      if (this.#advance(state, levels, nextArc)) {
        arcs.push(nextArc[state] ?? 0);
        rooms.push(this.#arcRoom);
        states.push(this.#arcTarget);
        continue;
      }
      states.pop();
      arcs.pop();
      rooms.pop();
      const before = states[states.length - 1];
      if (before === undefined) return false;
      nextArc[before] = (nextArc[before] ?? 0) + 1;
    }
    const end = states[states.length - 1] ?? start;
    const amount = Math.min(this.#excess[start] ?? 0, -(this.#excess[end] ?? 0), ...rooms);
    for (const [index, arc] of arcs.entries()) this.#ship(states[index] ?? 0, arc, amount);
    this.#excess[start] = (this.#excess[start] ?? 0) - amount;
    this.#excess[end] = (this.#excess[end] ?? 0) + amount;
    return true;
  }

  #advance(state: number, levels: Int32Array, nextArc: Int32Array): boolean {
    for (; this.#look(state, nextArc[state] ?? 0); nextArc[state] = (nextArc[state] ?? 0) + 1) {
      const deeper = levels[this.#arcTarget] === (levels[state] ?? 0) + 1;
      if (deeper && this.#arcRoom > 0 && this.#reducedCost(state) === 0) return true;
    }
    return false;
  }
}

import type { Walkable } from "#graph/shortest-ways";
import { collectTours, type Tours } from "./tours.js";

/** Per transition 1 or 0: whether it was walked, and whether no way leads through it any more. */
export interface Tried {
  readonly covered: Uint8Array;
  readonly broken: Uint8Array;
}

/**
 * Plans a cover while it is walked, for a service that may fail on the way. It prefers an uncovered transition of
 * the current state, and otherwise walks to the nearest state that has one. After a failure the state of the
 * service is unknown: the walk starts over, the transition counts as tried, and no later way leads through it.
 */
export class GreedyPlanner {
  readonly #graph: Walkable;
  readonly #maxSteps: number;
  readonly #covered: Uint8Array;
  readonly #broken: Uint8Array;
  /** Per state: all transitions before this one are covered. */
  readonly #next: Uint32Array;
  readonly #ahead: number[] = [];
  readonly #seenIn: Int32Array;
  readonly #arrivingBy: Int32Array;
  readonly #cameFrom: Int32Array;
  #search = 0;
  #state: number;
  #steps = 0;
  #uncovered: number;

  /** `tried`: what an earlier walk has come to. */
  constructor(graph: Walkable, maxSteps: number, tried?: Tried) {
    this.#graph = graph;
    this.#maxSteps = maxSteps;
    this.#covered = tried?.covered.slice() ?? new Uint8Array(graph.transitionCount);
    this.#broken = tried?.broken.slice() ?? new Uint8Array(graph.transitionCount);
    this.#next = graph.offsets.slice(0, graph.stateCount);
    this.#seenIn = new Int32Array(graph.stateCount);
    this.#arrivingBy = new Int32Array(graph.stateCount);
    this.#cameFrom = new Int32Array(graph.stateCount);
    this.#state = graph.initial;
    for (const [transition, broken] of this.#broken.entries())
      if (broken === 1) this.#covered[transition] = 1;
    this.#uncovered = this.#covered.reduce((open, covered) => open + 1 - covered, 0);
  }

  /** The state in which the service should be now. */
  get state(): number {
    return this.#state;
  }

  /** How many transitions were neither walked nor tried in vain. */
  get uncovered(): number {
    return this.#uncovered;
  }

  uncoveredTransitions(): number[] {
    return [...this.#covered.keys()].filter((transition) => this.#covered[transition] === 0);
  }

  /**
   * The transition to walk next; "reset" where it is better to start over, "done" where nothing is left that a way
   * leads to. Tell with `passed`, `failed` or `reset` what came of it.
   */
  next(): number | "reset" | "done" {
    if (this.#ahead.length === 0 && this.#uncovered > 0) this.#planWay();
    const planned = this.#ahead[this.#ahead.length - 1];
    if (planned !== undefined) return planned;
    return this.#steps > 0 && this.#uncovered > 0 ? "reset" : "done";
  }

  passed(transition: number): void {
    this.#cover(transition);
    this.#ahead.pop();
    this.#state = this.#graph.targets[transition] ?? 0;
    this.#steps++;
  }

  failed(transition: number): void {
    this.#cover(transition);
    this.#broken[transition] = 1;
    this.reset();
  }

  reset(): void {
    this.#ahead.length = 0;
    this.#state = this.#graph.initial;
    this.#steps = 0;
  }

  #cover(transition: number): void {
    if (this.#covered[transition] === 1) return;
    this.#covered[transition] = 1;
    this.#uncovered--;
  }

  #openTransition(state: number): number {
    const end = this.#graph.offsets[state + 1] ?? 0;
    let transition = this.#next[state] ?? 0;
    while (transition < end && this.#covered[transition] === 1) transition++;
    this.#next[state] = transition;
    return transition < end ? transition : -1;
  }

  /** Fills `#ahead` (in reverse) with the way to the nearest uncovered transition that fits into this tour. */
  #planWay(): void {
    const { offsets, targets } = this.#graph;
    this.#search++;
    const queue = [this.#state];
    const depths = [0];
    this.#seenIn[this.#state] = this.#search;
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head] ?? 0;
      const depth = depths[head] ?? 0;
      const open = this.#openTransition(state);
      // A tour that has not begun may be longer than the limit: otherwise far states were never tried.
      if (this.#steps > 0 && this.#steps + depth >= this.#maxSteps) return;
      if (open >= 0) {
        this.#ahead.push(open);
        for (let at = state; at !== this.#state; at = this.#cameFrom[at] ?? 0) {
          this.#ahead.push(this.#arrivingBy[at] ?? 0);
        }
        return;
      }
      const end = offsets[state + 1] ?? 0;
      for (let transition = offsets[state] ?? 0; transition < end; transition++) {
        const target = targets[transition] ?? 0;
        if (this.#broken[transition] === 1 || this.#seenIn[target] === this.#search) continue;
        this.#seenIn[target] = this.#search;
        this.#arrivingBy[target] = transition;
        this.#cameFrom[target] = state;
        queue.push(target);
        depths.push(depth + 1);
      }
    }
  }
}

/** The cover that the planner makes on a service without faults. */
export function coverGreedily(graph: Walkable, maxSteps: number): Tours {
  const planner = new GreedyPlanner(graph, maxSteps);
  return collectTours(function* () {
    let tour: number[] = [];
    for (let step = planner.next(); ; step = planner.next()) {
      if (typeof step === "number") {
        tour.push(step);
        planner.passed(step);
        continue;
      }
      if (tour.length > 0) yield tour;
      if (step === "done") return;
      tour = [];
      planner.reset();
    }
  });
}

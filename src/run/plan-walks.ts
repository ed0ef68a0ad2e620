import type { Random } from "#base/random";
import { coverGraph } from "#cover/cover-graph";
import { randomWalks } from "#cover/random-walk";
import type { Tours } from "#cover/tours";
import { type WalkChoice, walkChoice } from "#cover/walk-choice";
import type { Graph } from "#graph/graph";
import { type Shard, takes, WHOLE } from "./shard.js";

/** How models are walked. */
export interface Itinerary {
  /** Calls per tour: as many as a person reads. */
  readonly maxSteps: number;
  /** Tours at a time, each on things of its own. */
  readonly workers: number;
  /** The part of the tours that is walked here. */
  readonly shard: Shard;
  /** Random walks besides the tours that cover the model. */
  readonly walks?: { readonly count: number; readonly by: WalkChoice };
  /** What a whole run is to cost at most, as far as walks can decide: requests for each operation. */
  readonly budget: number;
  /** After so many calls of a tour the whole state is looked at. Default: as often as is affordable. */
  readonly lookEvery?: number;
}

export const USUAL_ITINERARY: Itinerary = { maxSteps: 50, workers: 1, shard: WHOLE, budget: 100 };

export interface PlannedWalks {
  readonly walks: readonly PlannedWalk[];
  /** The number of the last walk of all shards. */
  readonly last: number;
  /** Per transition 1 where it belongs to another shard. */
  readonly elsewhere: Uint8Array;
}

export interface PlannedWalk {
  /** Numbers of transitions, from the initial state on. */
  readonly transitions: ArrayLike<number>;
  readonly number: number;
  /** It is walked for its history, not for the transitions: none of them may be new. */
  readonly isRandom: boolean;
}

/** The walks through a model that belong to this shard: the cheapest cover, then random ones. */
export function planWalks(graph: Graph, itinerary: Itinerary, random: Random): PlannedWalks {
  const { maxSteps, shard, walks } = itinerary;
  const { tours } = coverGraph(graph, { maxSteps });
  const { own, elsewhere } = share(graph, tours, shard);
  const wandering =
    walks === undefined ? [] : randomWalks(graph, walks.count, maxSteps, walkChoice(graph, walks.by), random);
  return {
    walks: [
      ...own.map((index) => ({ transitions: tours.tour(index), number: index + 1, isRandom: false })),
      ...wandering
        .map((walk, index) => ({ transitions: walk, number: tours.count + index + 1, isRandom: true }))
        .filter((_, index) => takes(shard, index)),
    ],
    last: tours.count + wandering.length,
    elsewhere,
  };
}

/** The tours of a shard. A transition belongs to the first tour that makes it. */
function share(graph: Graph, tours: Tours, shard: Shard): { own: readonly number[]; elsewhere: Uint8Array } {
  const seen = new Uint8Array(graph.transitionCount);
  const elsewhere = new Uint8Array(graph.transitionCount);
  const own: number[] = [];
  for (let index = 0; index < tours.count; index++) {
    const isOwn = takes(shard, index);
    if (isOwn) own.push(index);
    for (const transition of tours.tour(index)) {
      if (seen[transition] === 0 && !isOwn) elsewhere[transition] = 1;
      seen[transition] = 1;
    }
  }
  return { own, elsewhere };
}

/** Names a model in the ids of its tours, so that equal names give equal values. */
export function walkName(index: number, models: number): string {
  return models === 1 ? "model" : `model ${index + 1}`;
}

import type { Call, Sequence } from "#calls/call";
import type { Finding } from "#calls/finding";
import { anyOperation } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import { resourceNamed } from "#semantics/semantics";
import { Attempts, type Replay } from "#shrink/attempts";
import { shrinkInputs } from "#shrink/shrink-inputs";
import { upTo } from "../shrink-life.js";
import { simplerFor } from "../shrink-simpler.js";
import type { World } from "../world.js";
import type { ConversationResult } from "./conversation-result.js";
import type { KnownConversation } from "./follow-conversation.js";
import { rebindCalls } from "./rebind-calls.js";

export interface ConversationShrinking {
  readonly world: World;
  readonly maxAttempts: number;
  readonly replay: Replay<Sequence>;
}

/**
 * The smallest conversation that still shows a fault: first the fewest turns of recursions, then the simplest values.
 * It stays one of the protocol, so a turn goes as a whole: from a place in the protocol to where it is the same again.
 */
export async function shrinkConversation(
  known: KnownConversation,
  result: ConversationResult,
  finding: Finding,
  { world, maxAttempts, replay }: ConversationShrinking,
): Promise<Sequence> {
  const planned = upTo(result.planned, finding.call);
  const { sequence } = planned;
  const { exchanges } = result.trace;
  const attempts = new Attempts(replay, maxAttempts, ({ calls }: Sequence) => JSON.stringify(calls));
  const fails = (candidate: Sequence) => attempts.fails(candidate);
  const placeOf = new Map(sequence.calls.map(({ id }, index) => [id, result.places[index] ?? ""]));

  const kept = async (calls: readonly Call[]): Promise<readonly Call[] | undefined> => {
    const rebound = rebindCalls(calls, known, exchanges, world);
    return rebound !== undefined && (await fails({ ...sequence, calls: rebound })) ? rebound : undefined;
  };

  let { calls } = sequence;
  const places = () => calls.map(({ id }) => placeOf.get(id) ?? "");
  const shortest = shortestWay(places()).flatMap((index) => calls[index] ?? []);
  if (shortest.length < calls.length) calls = (await kept(shortest)) ?? calls;
  for (let shrunk = true; shrunk && !attempts.isSpent; ) {
    shrunk = false;
    for (const [from, to] of turnsIn(places())) {
      const fewer = await kept(calls.toSpliced(from, to - from));
      if (fewer === undefined) continue;
      calls = fewer;
      shrunk = true;
      break;
    }
  }
  const simpler = simplerFor(world, planned, exchanges, (id) => [
    ...(result.fixed.get(id) ?? []),
    ...idsOf(
      calls.find((call) => call.id === id),
      world,
    ),
  ]);
  return shrinkInputs({ ...sequence, calls }, simpler, fails);
}

/** Where the call gives what it creates an id: a simpler one may be somebody's. */
function idsOf(call: Call | undefined, { api, semantics }: World): readonly string[] {
  const meaning = call && semantics.operations[call.operation];
  const resource = resourceNamed(semantics, meaning?.resource ?? null);
  if (call === undefined || resource === undefined) return [];
  const place = placeOfChosenId(resource, anyOperation(api, call.operation), call);
  return place?.in === "body" ? [`/body/${place.name}`] : [];
}

/** The indexes of the calls on the shortest way to the last one, jumping between equal places. */
export function shortestWay(places: readonly string[]): readonly number[] {
  const last = places.length - 1;
  const best: number[] = places.map(() => Number.POSITIVE_INFINITY);
  const next: number[] = places.map((_, index) => index);
  // From the end: at each call, go on from the best of all later calls at the same place.
  const bestAt = new Map<string, number>();
  for (let index = last; index >= 0; index--) {
    const place = places[index] ?? "";
    best[index] = index === last ? 1 : 1 + (best[next[index + 1] ?? -1] ?? Number.POSITIVE_INFINITY);
    const other = bestAt.get(place);
    if (other !== undefined && (best[other] ?? 0) <= (best[index] ?? 0)) next[index] = other;
    else bestAt.set(place, index);
  }
  const way: number[] = [];
  for (let index = next[0] ?? -1; index >= 0 && index <= last; index = next[index + 1] ?? -1) {
    way.push(index);
    if (index === last) break;
  }
  return way;
}

/** From where to where calls can be left out, the longest first. */
export function turnsIn(places: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const turns: (readonly [number, number])[] = [];
  for (const [from, place] of places.entries()) {
    for (let to = from + 1; to < places.length; to++) if (places[to] === place) turns.push([from, to]);
  }
  return turns.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
}

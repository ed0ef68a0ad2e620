import type { CallInputs } from "#calls/call";
import type { Candidate } from "./candidate.js";
import { confirmQueries } from "./confirm-queries.js";
import type { Card, Ground } from "./ground.js";
import { mayWrite } from "./ground.js";
import type { MetaProperty } from "./meta-property.js";
import type { Observation } from "./observation.js";
import { playFor } from "./play-for.js";
import { listsIn, referredIn } from "./script.js";
import { Search } from "./search.js";
import { searchNeighbourhood } from "./search-neighbourhood.js";
import { shrinkFind } from "./shrink-find.js";
import { smallestCreate } from "./smallest-create.js";
import { Stage, type StageOptions } from "./stage.js";
import { type Find, findsIn, Trove } from "./trove.js";
import { variantsOf } from "./variants.js";

export interface Neighbourhood {
  readonly finds: readonly Find[];
  /** All operations that behave as queries. */
  readonly queries: readonly string[];
  /** Those that the state was made of. */
  readonly state: readonly string[];
  /** Where it was played: it knows what changes by itself, and what is slow. */
  readonly stage: Stage;
  readonly ground: Ground;
  /** The service was lost, or the budget spent. */
  readonly isCut: boolean;
}

export interface NeighbourhoodOptions extends StageOptions {
  readonly properties: readonly MetaProperty[];
  /** The query operations, where the user names them. */
  readonly queries?: readonly string[];
  readonly onProgress: (text: string) => void;
}

/** Explores the operations around one resource. */
export async function exploreNeighbourhood(
  start: Ground,
  options: NeighbourhoodOptions,
): Promise<Neighbourhood> {
  const { properties, onProgress } = options;
  // 1. The smallest thing that can be made, as far as is known yet what shows it.
  const first = new Stage(start, { ...options, name: `${options.name} smallest` });
  first.watch(listsIn(start.cards));
  onProgress("the smallest that can be made");
  const smallest = await smallestCreate(start, first);
  const ground = { ...start, smallest: withSmallest(start, smallest) };

  // 2. Who is a query: answers that stay, answers that change.
  const stage = new Stage(ground, options);
  stage.watch(listsIn(ground.cards));
  const search = new Search(ground, stage, properties);
  const own = ground.cards.filter(({ resource }) => resource === ground.resource);
  onProgress("queries");
  for (const card of own)
    for (const inputs of variantsOf(card, ground)) await search.twice(card, inputs, false);
  let found = await search.queries();
  if (found.length === 0 && ground.world.ledger.isPatient && !stage.isOver) {
    // The service was slow to show things before: perhaps the second look came too early.
    stage.beGenerous();
    found = await search.queries();
  }
  const queries =
    options.queries === undefined
      ? await confirmed(found, search, ground, stage, options)
      : ground.cards.filter((card) => !mayWrite(card) && options.queries?.includes(card.operation.key));

  // 3. What changes the state, and how.
  onProgress("behaviour");
  const state = stateOf(queries, ground);
  await searchNeighbourhood(search, ground, stage, queries, state);

  // 4. Each as small as it can be, and seen once more.
  onProgress("smaller examples");
  const smallCalls = new Set([...ground.smallest.values()].map((inputs) => JSON.stringify(inputs.body)));
  const settled = new Trove();
  const seen = new Map<string, Observation | undefined>();
  for (const find of search.trove.finds) {
    const small = await settle(find, ground, stage, seen, (body) => smallCalls.has(JSON.stringify(body)));
    if (small !== undefined) settled.add(small);
  }
  return {
    finds: settled.smallest,
    queries: queries.map(({ operation }) => operation.key),
    state: state.map(({ operation }) => operation.key),
    stage,
    ground,
    isCut: stage.isOver,
  };
}

/** Of what seems to be a query, what is one. What is none may change by itself, and then tells nothing. */
async function confirmed(
  found: readonly Card[],
  search: Search,
  ground: Ground,
  stage: Stage,
  options: NeighbourhoodOptions,
): Promise<readonly Card[]> {
  const judge = new Stage(ground, { ...options, name: `${options.name} queries` }, stage.volatile);
  const showing = await confirmQueries(found, ground, judge);
  for (const card of found.filter((candidate) => !showing.includes(candidate))) await search.idle(card);
  return search.withoutWriters(showing);
}

/** An example is kept where it shows again: what a restart or somebody else did does not. */
async function settle(
  find: Find,
  ground: Ground,
  stage: Stage,
  /** What was seen once more already: one look serves all that the same calls show. */
  seen: Map<string, Observation | undefined>,
  isSmallest: (body: CallInputs["body"]) => boolean,
): Promise<Find | undefined> {
  const looks = find.property.watches === true;
  const play = (candidate: Candidate) => playFor(find.property, candidate, stage);
  if (stage.isOver) return find;
  const isAsItIs = find.property.shrinks === false || stage.leavesThings(find.observation.candidate);
  const small = isAsItIs
    ? find
    : await shrinkFind(find, ground, play, (call) => call.body === undefined || isSmallest(call.body));
  // What is drawn anew each time does not show everything each time.
  const turns = find.property.shrinks === false ? 5 : 2;
  const name = `${looks} ${find.property.shapes.includes("swapped")} ${JSON.stringify(small.observation.candidate)}`;
  for (let turn = 0; turn < turns; turn++) {
    const observation =
      turn === 0 && seen.has(name) ? seen.get(name) : await play(small.observation.candidate);
    seen.set(name, observation);
    const again = observation && findsIn(observation, [find.property]).find(({ key }) => key === small.key);
    if (again !== undefined) return again;
    if (stage.isOver) return small;
  }
  return undefined;
}

function withSmallest(ground: Ground, inputs: CallInputs | undefined): ReadonlyMap<string, CallInputs> {
  return inputs === undefined
    ? ground.smallest
    : new Map([...ground.smallest, [ground.resource.name, inputs]]);
}

/** What is asked to see the state: lists of the neighbourhood; where there are none, whatever shows one thing. */
function stateOf(queries: readonly Card[], { resource }: Ground): readonly Card[] {
  const lists = queries.filter((card) => !referredIn(card).has(resource.name));
  return (lists.length > 0 ? lists : queries).slice(0, MOST_QUERIES);
}

/** Every query is asked around every call. */
const MOST_QUERIES = 3;

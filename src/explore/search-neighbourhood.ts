import { type Card, type Ground, mayWrite } from "./ground.js";
import { type Deed, NEW_THING, type Search, type Setting } from "./search.js";
import type { Stage } from "./stage.js";
import { fullestInputs, smallestInputs, variantsOf } from "./variants.js";

/** Everything that is worth a try in a neighbourhood, from the simplest question to the longest. */
export async function searchNeighbourhood(
  search: Search,
  ground: Ground,
  stage: Stage,
  queries: readonly Card[],
  state: readonly Card[],
): Promise<void> {
  stage.watch(state);
  if (state.length > 0) await searchByState(search, ground, stage, queries);
  await search.plans();
  if (state.length > 0) await search.surprises(SURPRISES);
}

/** What changes the state, and how. */
async function searchByState(
  search: Search,
  ground: Ground,
  stage: Stage,
  queries: readonly Card[],
): Promise<void> {
  const own = ground.cards.filter(({ resource }) => resource === ground.resource);
  const changing: Deed[] = [];
  for (const card of own) {
    for (const inputs of variantsOf(card, ground)) {
      const outcome = await search.once(card, inputs);
      if (!mayWrite(card) || outcome === "unchanged") continue;
      changing.push({ card, inputs, setting: NEW_THING });
      await search.twice(card, inputs, true);
      await search.sequence(card, inputs);
    }
  }
  for (const card of own) await searchShrinking(search, ground, card);
  const writing = own.filter((card) => mayWrite(card) && card.semantics !== "CREATE");
  const unlocked = await searchSettings(search, ground, writing, changing);
  await searchPairs(search, writing, [...changing, ...unlocked]);
  // What turned out to be slow was asked about too early before.
  for (const query of queries) {
    for (const card of own.filter(({ operation }) => stage.isSlow(operation.key)))
      await search.around(query, card);
  }
}

/** What was filled with all that there is room for, and is then updated with the least, may become smaller. */
async function searchShrinking(search: Search, ground: Ground, card: Card): Promise<void> {
  const [fullest, smallest] = [fullestInputs(card, ground), smallestInputs(card, ground)];
  if (fullest === undefined || smallest === undefined) return;
  const filled = { card, inputs: fullest, setting: NEW_THING };
  await search.once(card, smallest, { ...NEW_THING, deeds: [filled] });
}

/**
 * What does nothing to a new thing may do something to another: to one that is not as small as it can be, or after
 * something else was done to it. Each call that comes to something opens a situation for those that have not yet.
 */
async function searchSettings(
  search: Search,
  ground: Ground,
  writing: readonly Card[],
  changing: readonly Deed[],
): Promise<readonly Deed[]> {
  const unlocked: Deed[] = [];
  const isIdle = (card: Card) => ![...changing, ...unlocked].some((deed) => deed.card === card);
  const firsts = changing.filter(
    ({ card }, index) =>
      writing.includes(card) &&
      card.semantics !== "DELETE" &&
      changing.findIndex((deed) => deed.card === card) === index,
  );
  const settings: Setting[] = [
    { things: "usual", deeds: [] },
    ...firsts.map((deed): Setting => ({ things: "smallest", deeds: [deed] })),
  ];
  let tries = 0;
  // The list grows while it is gone through.
  for (const setting of settings) {
    for (const card of writing.filter(isIdle)) {
      for (const inputs of variantsOf(card, ground).slice(0, VARIANTS)) {
        if (++tries > MOST_TRIES) return unlocked;
        if ((await search.once(card, inputs, setting)) === "unchanged") continue;
        const deed = { card, inputs, setting };
        unlocked.push(deed);
        settings.push({ ...setting, deeds: [...setting.deeds, deed] });
        await search.twice(card, inputs, true, setting);
        break;
      }
    }
  }
  return unlocked;
}

/** Two calls about one thing, each pair in both orders; also two of one operation that change it in two ways. */
async function searchPairs(
  search: Search,
  writing: readonly Card[],
  changing: readonly Deed[],
): Promise<void> {
  const waysOf = (card: Card) => changing.filter((deed) => deed.card === card);
  const paired = writing.slice(0, MOST_PAIRED);
  const deeds = paired.map(
    (card): Deed => waysOf(card)[0] ?? { card, inputs: card.inputs, setting: NEW_THING },
  );
  for (const [index, deed] of deeds.entries()) {
    const { card } = deed;
    if (card.semantics === "UPDATE") await search.taken(card);
    const [, otherWay] = waysOf(card);
    if (otherWay !== undefined) await search.pair(deed, otherWay);
    for (const other of deeds.slice(index + 1)) await search.pair(deed, other);
  }
}

/** Calls that are tried in situations where they may come to something. */
const MOST_TRIES = 60;

/** The smallest inputs, and those that are known to work. */
const VARIANTS = 2;

/** Pairs grow with the square of this. */
const MOST_PAIRED = 6;

const SURPRISES = 10;

import { isArray, isObject, type Json } from "#base/json";
import { compareSizes, compareStates } from "./compare-states.js";
import { type Card, type Ground, mayWrite } from "./ground.js";
import type { Observation } from "./observation.js";
import { differencesIn } from "./say-difference.js";
import { listsIn, Script } from "./script.js";
import type { Stage } from "./stage.js";

/** Once may be chance: a number that is drawn anew each time grows half of the time. */
const TURNS = 2;

/**
 * Which of those that seem to be queries show the state. An answer that is another after a call may be so for other
 * reasons: a clock, a counter, a draw. The answer of a query grows when something is made, or shrinks when something is
 * deleted, as the authors of the meta-properties recommend to confirm it; or it then has what the call has sent.
 */
export async function confirmQueries(
  candidates: readonly Card[],
  ground: Ground,
  stage: Stage,
): Promise<readonly Card[]> {
  const confirmed: Card[] = [];
  for (const card of candidates) if (await showsState(card, ground, stage)) confirmed.push(card);
  return confirmed;
}

async function showsState(query: Card, ground: Ground, stage: Stage): Promise<boolean> {
  // The lists tell when everything that was made is gone again: a look at one thing would not.
  stage.watch([query, ...listsIn(ground.cards).filter((list) => list !== query)]);
  for (const card of ground.cards.filter(mayWrite)) {
    let turns = 0;
    while (turns < TURNS) {
      const script = new Script(ground);
      const given = [...(script.prepare(query) ?? []), ...(script.prepare(card) ?? [])];
      const observation = await stage.play({ given, acts: [script.call(card)] }, true);
      // With the budget spent or the service gone nothing more can be found out.
      if (stage.isOver) return true;
      if (observation === undefined || !isTelling(observation)) break;
      turns += 1;
    }
    if (turns === TURNS) return true;
  }
  return false;
}

/** The call changed what the query shows in a way that chance and time do not. */
function isTelling({ states, acts: [act], volatile }: Observation): boolean {
  const [was, is] = states.map(([look]) => look);
  if (was === undefined || is === undefined || compareStates([was], [is], volatile).isEqual) return false;
  if (compareSizes([was], [is]) !== 0) return true;
  // Of a list that is too long to be read as a whole the end cannot be seen to grow.
  if (!was.isWhole && !is.isWhole && was.body !== undefined && is.body !== undefined) return true;
  const sent = leavesOf(act?.request.inputs.body?.content);
  return differencesIn(was.body, is.body, () => false).some(({ other }) =>
    leavesOf(other).some((leaf) => sent.includes(leaf)),
  );
}

function leavesOf(json: Json | undefined): readonly (string | number)[] {
  if (isArray(json)) return json.flatMap(leavesOf);
  if (isObject(json)) return Object.values(json).flatMap(leavesOf);
  return typeof json === "string" || typeof json === "number" ? [json] : [];
}

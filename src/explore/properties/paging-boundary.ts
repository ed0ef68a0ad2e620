import { succeeded } from "#calls/succeeded";
import { keywordOf } from "#openapi/schema-shape";
import { declaresPages } from "#semantics/experiments/declares-pages";
import { wholeList } from "#semantics/guess-rules";
import { listItems } from "#semantics/list-items";
import { nameWords } from "#values/name-words";
import type { Candidate } from "../candidate.js";
import type { Card, Ground } from "../ground.js";
import { answerOf } from "../look-around.js";
import type { MetaProperty } from "../meta-property.js";
import { Script } from "../script.js";

/** More things are there than a list shows: it comes in pages, and so many are on one. */
export const pagingBoundary: MetaProperty = {
  id: "paging-boundary",
  title: "paging boundary",
  shapes: ["planned"],
  shrinks: false,
  *plan(ground) {
    const key = wholeList(ground.resource);
    const list = ground.cards.find(({ operation }) => operation.key === key);
    if (list === undefined || ground.resource.delete.length === 0) return;
    for (const count of countsFor(list, ground)) {
      const candidate = listOf(count, list, ground);
      const observation = candidate && (yield candidate);
      const [act] = observation?.acts ?? [];
      const shown = act && listItems(answerOf(act))?.length;
      if (shown === undefined) return;
      if (shown >= count) continue;
      const smallest = shown + 1 < count ? listOf(shown + 1, list, ground) : undefined;
      if (smallest !== undefined) yield smallest;
      return;
    }
  },
  shows: ({ acts, given }) => {
    const [list] = acts;
    const items = list && listItems(answerOf(list));
    if (acts.length !== 1 || list === undefined || items === undefined) return undefined;
    const last = given.at(-1)?.call.operation;
    const made = given.filter((exchange) => exchange.call.operation === last && succeeded(exchange)).length;
    // A list that shows nothing of this may be another list.
    if (made <= items.length || items.length === 0) return undefined;
    return {
      operation: list.call.operation,
      says: `of ${made} things that were made it shows ${items.length}`,
      about: `${items.length} of ${made}`,
    };
  },
};

/** The page size that the document names, and one more; else what is usual, as far as it is worth its cost. */
function countsFor(list: Card, { world }: Ground): readonly number[] {
  const size = list.operation.parameters
    .filter(({ in: place, name }) => place === "query" && SIZE.test(nameWords(name).join(" ")))
    .map(({ schema }) => keywordOf(schema, "default", world.api.schemas))
    .find((value) => typeof value === "number" && value > 0 && value <= MOST);
  if (typeof size === "number") return [size + 1];
  return declaresPages(world.api, list.operation.key) ? [11, 21, 31] : [21];
}

const SIZE = /\b(limit|size|per page|page size|take|top|count)\b/;

const MOST = 50;

function listOf(count: number, list: Card, ground: Ground): Candidate | undefined {
  const script = new Script(ground);
  const given = [...Array(count).keys()].map(() => script.make(ground.resource.name));
  const calls = given.flatMap((made) => made ?? []);
  const more = script.prepare(list);
  if (given.includes(undefined) || more?.length !== 0) return undefined;
  return { given: calls, acts: [script.call(list)] };
}

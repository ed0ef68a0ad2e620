import { expect, it } from "vitest";
import { isObject, type Json } from "#base/json";
import { deviationsIn, learnAgainst } from "./learn-against.js";
import { startShelves } from "./shelf-service.js";
import { apiOf } from "./test-against.js";

/** The shelves' document, with a delete that may conflict. */
function withConflict(document: Json, summary: string, description: string): Json {
  const copy = structuredClone(document);
  const paths = isObject(copy) && isObject(copy.paths) ? copy.paths : {};
  const item = paths["/shelves/{shelfId}"];
  const removal = isObject(item) && isObject(item.delete) ? item.delete : {};
  const responses = isObject(removal.responses) ? removal.responses : {};
  Object.assign(removal, { summary, responses: { ...responses, "409": { description } } });
  return copy;
}

it.each([
  ["Delete a shelf.", "There are still items on the shelf.", "WARN"],
  ["Delete a shelf.", "The main shelf cannot be deleted.", "NOTE"],
  ["Delete a shelf and its items.", "There are still items under repair on the shelf.", undefined],
])(
  "a delete that takes the rest along where the document says: %s 409: %s",
  async (summary, conflict, told) => {
    const shelves = await startShelves({ onDelete: "cascade" });
    try {
      const lesson = await learnAgainst(
        shelves.url,
        apiOf(withConflict(shelves.document, summary, conflict)),
      );
      const expected = told === undefined ? [] : [`${told} conflict-is-refused DELETE /shelves/{shelfId}`];
      expect(deviationsIn(lesson)).toEqual(expected);
    } finally {
      await shelves.close();
    }
  },
);

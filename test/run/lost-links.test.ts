import { expect, test } from "vitest";
import type { Thing } from "#cover/tour";
import { keptAbove, lostLinks } from "#run/lost-links";
import { SELF } from "#semantics/recipe";

function thing(name: string, madeBy: string, more: Partial<Thing> = {}): Thing {
  return {
    name,
    resource: name.replace(/\d+$/, ""),
    state: "there",
    ids: new Map([[SELF, made(madeBy)]]),
    parents: new Map(),
    writes: [],
    ...more,
  };
}

const made = (call: string) =>
  ({ kind: "reference", call, source: { in: "response body", pointer: "/id" } }) as const;

const card = thing("card1", "make card", {
  ids: new Map([
    [SELF, made("make card")],
    ["list", made("make list")],
  ]),
  parents: new Map([["list", "list1"]]),
});

test("what still has all that it refers to has lost nothing", () => {
  expect(lostLinks(card, [card, thing("list1", "make list")])).toEqual([]);
});

test("what refers to a thing that has gone has lost it", () => {
  const list = thing("list1", "make list", { state: "gone" });
  expect(lostLinks(card, [card, list])).toEqual([{ child: "card", parent: "list" }]);
});

test("another thing in the same place is not the one that was referred to", () => {
  const list = thing("list1", "make list again");
  expect(lostLinks(card, [card, list])).toEqual([{ child: "card", parent: "list" }]);
});

test("what is lost further up is lost, too", () => {
  const project = thing("project1", "make project", { state: "gone" });
  const list = thing("list1", "make list", { parents: new Map([["project", "project1"]]) });
  expect(lostLinks(card, [card, list, project])).toEqual([{ child: "list", parent: "project" }]);
});

test("things that refer to each other are gone through once", () => {
  const list = thing("list1", "make list", { parents: new Map([["card", "card1"]]) });
  expect(lostLinks(card, [card, list])).toEqual([]);
});

test("what is gone with something that is kept may be kept as well", () => {
  const project = thing("project1", "make project", { state: "trash" });
  const list = thing("list1", "make list", { state: "gone", parents: new Map([["project", "project1"]]) });
  const gone = { ...card, state: "gone" } as const;
  expect(keptAbove(gone, [gone, list, project])).toEqual([{ child: "list", parent: "project" }]);
  expect(keptAbove(gone, [gone, { ...list, parents: new Map() }])).toEqual([]);
});

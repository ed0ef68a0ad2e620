import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { unwrap } from "#base/unwrap";
import { compareWritten } from "#judge/compare-written";

const json = fc.jsonValue() as fc.Arbitrary<Json>;
const kinds = (sent: Json, read: Json | undefined) =>
  compareWritten(sent, read).map(({ pointer, kind }) => `${kind} ${pointer}`.trim());

describe("what was written and what is read", () => {
  test.prop([json])("are the same where nothing changed", (value) => {
    expect(compareWritten(value, JSON.parse(JSON.stringify(value)) as Json)).toEqual([]);
  });

  test.prop([fc.dictionary(fc.string(), json), fc.string(), json])(
    "are the same where the service only added a member",
    (value, name, more) => {
      fc.pre(!Object.hasOwn(value, name));
      expect(compareWritten(value, { ...value, [name]: more })).toEqual([]);
    },
  );

  it.each<[Json, Json | undefined, string[]]>([
    [{ email: "A@B.org" }, { email: "a@b.org" }, ["normalised /email"]],
    [{ name: " Ada " }, { name: "Ada" }, ["normalised /name"]],
    [{ name: "Cedar delta 118-24nf" }, { name: "cedar-delta-118-24nf" }, ["normalised /name"]],
    [{ name: "Crème & Café's" }, { name: "creme-cafes" }, ["normalised /name"]],
    [{ name: "Cedar delta" }, { name: "Cedar_delta" }, ["normalised /name"]],
    [{ name: "Cedar delta 118" }, { name: "cedar-118" }, ["unrelated /name"]],
    [{ time: "10:30" }, { time: "10-30" }, ["unrelated /time"]],
    [{ phone: "+1 (202) 555-0143" }, { phone: "+12025550143" }, ["normalised /phone"]],
    [{ phone: "+12025550143" }, { phone: "12025550143" }, ["derived /phone"]],
    [{ balance: "-12345678" }, { balance: "12345678" }, ["derived /balance"]],
    [{ weight: "1.234567" }, { weight: "1234567" }, ["unrelated /weight"]],
    [{ at: "2026-01-01T00:00:00Z" }, { at: "2026-01-01T01:00:00+01:00" }, ["normalised /at"]],
    [{ price: 9.999999 }, { price: 10 }, ["normalised /price"]],
    [{ n: 1 }, { n: "1" }, ["normalised /n"]],
    [{ price: "62.5" }, { price: "62.50" }, ["normalised /price"]],
    [{ price: "62" }, { price: "62.00" }, ["normalised /price"]],
    [{ price: 62.5 }, { price: "62.50" }, ["normalised /price"]],
    [{ price: "620" }, { price: "62" }, ["derived /price"]],
    [{ price: "62.5" }, { price: "62.05" }, ["unrelated /price"]],
    [{ zip: "01234" }, { zip: "1234" }, ["derived /zip"]],
    [{ price: 20 }, { price: "20.00" }, ["normalised /price"]],
    [{ price: "7.5" }, { price: "7.50" }, ["normalised /price"]],
    [{ price: 20 }, { price: "21.00" }, ["unrelated /price"]],
    [{ price: "7.5" }, { price: "7.51" }, ["derived /price"]],
    [{ release: "1.10" }, { release: "1.1" }, ["derived /release"]],
    [{ code: "007" }, { code: "7" }, ["derived /code"]],
    [{ host: "example.org" }, { host: "example.org." }, ["normalised /host"]],
    [{ text: "It rains." }, { text: "It rains" }, ["derived /text"]],
    [{ tags: ["b", "a"] }, { tags: ["a", "b"] }, ["normalised /tags"]],
    [{ tags: ["a", "a"] }, { tags: ["a"] }, ["normalised /tags"]],
    [{ tags: ["Sea", "air", "AIR"] }, { tags: ["air", "sea"] }, ["normalised /tags"]],
    [{ tags: ["Sea", "air"] }, { tags: ["air", "seal"] }, ["unrelated /tags"]],
    [{ author_id: 7 }, { author: { id: 7, name: "Ada" } }, []],
    [{ authorId: 7 }, { author: { id: 8, name: "Ada" } }, ["derived /authorId"]],
    [{ author_id: 7 }, { author: "Ada" }, ["missing /author_id"]],
    [
      { levels: [{ no: 2 }, { no: 1 }] },
      {
        levels: [
          { no: 1, free: 4 },
          { no: 2, free: 4 },
        ],
      },
      ["normalised /levels"],
    ],
    [
      { levels: [{ no: 2 }, { no: 1 }] },
      {
        levels: [
          { no: 1, free: 4 },
          { no: 3, free: 4 },
        ],
      },
      ["unrelated /levels"],
    ],
    [{ labels: {} }, {}, ["normalised /labels"]],
    [
      { options: ["yes", "no"] },
      {
        options: [
          { id: 1, text: "yes" },
          { id: 2, text: "no" },
        ],
      },
      ["normalised /options"],
    ],
    [
      { options: ["yes", "no"] },
      {
        options: [
          { id: 1, text: "yes" },
          { id: 2, text: "yes" },
        ],
      },
      ["unrelated /options"],
    ],
    [{ note: "" }, { note: null }, ["normalised /note"]],
    [{ name: "Harry Potter" }, { name: "Harry Po" }, ["derived /name"]],
    [{ due: "2026-05-01" }, { due: "2026-04-30" }, ["derived /due"]],
    [{ at: "2026-05-01T22:00:00Z" }, { at: "2026-05-02T00:00:00Z" }, ["derived /at"]],
    [{ capacity: 4 }, { capacity: 5 }, ["derived /capacity"]],
    [{ capacity: 4 }, { capacity: 16 }, ["unrelated /capacity"]],
    [{ status: "draft" }, { status: "open" }, ["unrelated /status"]],
    [{ name: "Ada" }, {}, ["missing /name"]],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, ["missing /a/c"]],
    [{ tags: ["a", "b"] }, { tags: ["a"] }, ["unrelated /tags"]],
  ])("%j and %j: %j", (sent, read, expected) => {
    expect(kinds(sent, read)).toEqual(expected);
  });

  it("are compared inside the envelope that a service puts around", () => {
    expect(unwrap({ data: { name: "Ada", id: 1 }, meta: {} }, { name: "Ada" })).toEqual({
      name: "Ada",
      id: 1,
    });
    expect(unwrap({ name: "Ada" }, { name: "Ada" })).toEqual({ name: "Ada" });
  });
});

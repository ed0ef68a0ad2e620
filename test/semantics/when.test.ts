import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Template } from "#calls/template";
import { givesUp } from "#semantics/gives-up";
import { whenIn } from "#semantics/when";

function body(members: Record<string, Json>): Template {
  const named = Object.entries(members).map(([name, value]) => [name, { kind: "value", value }]);
  return { kind: "object", members: Object.fromEntries(named) };
}

const places = (members: Record<string, Json>) => {
  const when = whenIn(body(members));
  return when === undefined ? undefined : [when.begin.pointer, when.end?.pointer];
};

describe("when a thing takes place", () => {
  it("is from a begin to an end, or at one moment", () => {
    expect(places({ check_in: "2031-05-01", check_out: "2031-05-02", born: "1990-01-01" })).toEqual([
      "/check_in",
      "/check_out",
    ]);
    expect(places({ startsAt: "2031-05-01T10:00:00Z", title: "x" })).toEqual(["/startsAt", undefined]);
  });

  it("is in an object each, where only that is called a begin or an end", () => {
    const at = (sample: string): Template => body({ dateTime: sample });
    const content: Template = {
      kind: "object",
      members: { start: at("2031-05-01T10:00:00Z"), end: at("2031-05-01T11:00:00Z") },
    };
    const when = whenIn(content);
    expect([when?.begin.pointer, when?.end?.pointer]).toEqual(["/start/dateTime", "/end/dateTime"]);
  });

  it("is not said by other dates, nor by several moments", () => {
    expect(places({ birthDate: "1990-01-01" })).toBeUndefined();
    expect(places({ dueDate: "2031-05-01" })).toBeUndefined();
    expect(places({ date: "2031-05-01", time: "2031-05-01T10:00:00Z" })).toBeUndefined();
  });
});

describe("words for giving up", () => {
  it.each(["cancel", "cancelled", "canceledByGuest", "DECLINED", "withdraw"])("%s", (word) => {
    expect(givesUp(word)).toBe(true);
  });

  it.each(["confirmed", "avoid", "checked_in"])("not %s", (word) => {
    expect(givesUp(word)).toBe(false);
  });
});

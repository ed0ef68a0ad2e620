import { describe, expect, it } from "vitest";
import type { CallInputs } from "#calls/call";
import { type Fresh, type Template, value } from "#calls/template";
import { hasShortSpans, wholeSpans, withShortSpans } from "#semantics/short-spans";

const fresh = (name: string, sample: string): Fresh => ({ kind: "fresh", name, sample });

function inputs(members: Readonly<Record<string, Template>>): CallInputs {
  const content = { kind: "object", members } as const;
  return { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: "application/json", content } };
}

/** The names of the members that are parts of a short stretch afterwards. */
function shortened(members: Readonly<Record<string, Template>>): readonly string[] | undefined {
  const content = withShortSpans(inputs(members))?.body?.content;
  if (content?.kind !== "object") return undefined;
  return Object.entries(content.members).flatMap(([name, member]) =>
    member.kind === "fresh" && member.form === "span" ? [name] : [],
  );
}

const BEGIN = fresh("from", "2024-01-01");
const END = value("2038-01-01");

describe("inputs with short stretches of time", () => {
  it("have them wherever a begin and an end stand beside each other, drawn or not", () => {
    expect(shortened({ from: BEGIN, to: END, title: value("x") })).toEqual(["from", "to"]);
  });

  it("have them where each is in an object of its own", () => {
    const at = (name: string): Template => ({ kind: "object", members: { date: fresh(name, "2024-01-01") } });
    const content = withShortSpans(inputs({ start: at("date"), end: at("date") }))?.body?.content;
    const dates = content?.kind === "object" ? Object.values(content.members) : [];
    const drawn = dates.map((one) => (one.kind === "object" ? one.members.date : undefined));
    expect(drawn).toMatchObject([
      { form: "span", name: "start date" },
      { form: "span", name: "end date" },
    ]);
  });

  it.each([
    ["only a begin", { from: BEGIN }],
    ["no dates", { from: value("Rome"), to: value("Oslo") }],
    [
      "a begin and an end in different objects",
      { from: BEGIN, nested: { kind: "object", members: { to: END } } },
    ],
  ] as const)("are none where there is %s", (_, members) => {
    expect(shortened(members)).toBeUndefined();
  });

  it("are not made twice", () => {
    const short = withShortSpans(inputs({ from: BEGIN, to: END }));
    expect(short && hasShortSpans(short)).toBe(true);
    expect(short && withShortSpans(short)).toBeUndefined();
  });
});

describe("parts that are taken over from another thing", () => {
  const members = { from: BEGIN, to: fresh("to", "2024-01-02"), name: fresh("name", "x") };
  it.each([
    [["/from"], ["/from", "/to"]],
    [
      ["/to", "/name"],
      ["/from", "/name", "/to"],
    ],
    [["/name"], ["/name"]],
  ])("%s are %s: an end goes with its begin", (parts, whole) => {
    expect([...wholeSpans({ kind: "object", members }, new Set(parts))].sort()).toEqual(whole);
  });
});

import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { isPartOf } from "#base/is-part-of";
import { isObject, type Json } from "#base/json";
import { effectOnAbsent } from "#semantics/experiments/absent";
import { effectOfDuplicate } from "#semantics/experiments/duplicate";
import { echoesIn } from "#semantics/experiments/echoes";
import { effectOfCreate } from "#semantics/experiments/effect-of-create";
import { EXPERIMENTS } from "#semantics/experiments/experiments";
import { effectOfRemoval } from "#semantics/experiments/parent-delete";
import { shownIn } from "#semantics/experiments/shows-related";
import { type Sight, showsTheSame } from "#semantics/experiments/sight";
import { agreed } from "#semantics/experiments/study";
import type { Rule } from "#semantics/rule";

const answer = fc.record({
  kind: fc.constantFrom("accepted" as const, "refused" as const, "unclear" as const),
  complains: fc.boolean(),
});
const kind = fc.constantFrom("there" as const, "absent" as const, "unknown" as const);
const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const sight: fc.Arbitrary<Sight> = fc.oneof(
  json.map((content): Sight => ({ kind: "there", content, said: "", call: "" })),
  fc.constantFrom<Sight>({ kind: "absent", said: "", call: "" }, { kind: "unknown", said: "", call: "" }),
);

describe("no conclusion", () => {
  test.prop([answer, kind])("rests on an unclear answer or a look that shows nothing", (said, seen) => {
    fc.pre(said.kind === "unclear" || seen === "unknown");
    expect(effectOfCreate(said, seen)).toBeUndefined();
    if (seen !== "there") expect(effectOnAbsent(said, seen)).toBeUndefined();
    expect(effectOfRemoval(said, seen, seen)).toBeUndefined();
  });

  test.prop([answer, kind])("calls refused what can be seen, or accepted what cannot", (said, seen) => {
    const effect = effectOfCreate(said, seen);
    if (effect === "refuse") expect(seen).toBe("absent");
    if (effect === "accept") expect([said.kind, seen]).toEqual(["accepted", "there"]);
    if (effectOnAbsent(said, seen) === "create") expect([said.kind, seen]).toEqual(["accepted", "there"]);
  });

  test.prop([answer, sight, sight, fc.option(json, { nil: undefined })])(
    "about a duplicate rests on anything but two looks at the thing",
    (said, before, after, sent) => {
      const effect = effectOfDuplicate(said, before, after, sent);
      if (effect === undefined) return;
      expect([before.kind, after.kind]).toEqual(["there", "there"]);
      const changed =
        before.kind === "there" && after.kind === "there" && !showsTheSame(before.content, after.content);
      expect(effect === "replace").toBe(changed);
    },
  );

  test.prop([answer, kind, kind])("about a parent says that both went and stayed", (said, parent, child) => {
    const effect = effectOfRemoval(said, parent, child);
    if (effect === "restrict") expect([said.kind, parent, child]).toEqual(["refused", "there", "there"]);
    if (effect === "cascade") expect([said.kind, parent, child]).toEqual(["accepted", "absent", "absent"]);
    if (effect === "orphan") expect([said.kind, parent, child]).toEqual(["accepted", "absent", "there"]);
  });
});

describe("what is echoed", () => {
  const body = fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), json, { minKeys: 1, maxKeys: 5 });
  const write = fc.record({ operation: fc.constantFrom("POST /a", "PUT /a"), sent: body, read: body });

  test.prop([fc.array(write, { maxLength: 5 })])(
    "can be read after every write, but for the exceptions",
    (written) => {
      for (const rule of echoesIn("a", written)) {
        if (rule.kind !== "echoes") throw new Error("another kind of rule");
        for (const { operation, sent, read } of written) {
          if (operation === rule.operation) expect(isPartOf(without(sent, rule.except), read)).toBe(true);
        }
      }
    },
  );

  test.prop([write])("is never known from one write", (one) => {
    expect(echoesIn("a", [one])).toEqual([]);
  });

  it.each<[string, readonly Json[], readonly Json[], readonly string[] | undefined]>([
    ["two values", [{ n: "a" }, { n: "b" }], [{ n: "a" }, { n: "b" }], []],
    [
      "the same value twice may be a default",
      [
        { n: 1, m: "a" },
        { n: 1, m: "b" },
      ],
      [
        { n: 1, m: "a" },
        { n: 1, m: "b" },
      ],
      ["/n"],
    ],
    ["a list is nobody's default", [{ n: ["x"] }, { n: ["x"] }], [{ n: ["x"] }, { n: ["x"] }], []],
    [
      "cut once",
      [
        { n: "a", m: 1 },
        { n: "bb", m: 2 },
      ],
      [
        { n: "a", m: 1 },
        { n: "b", m: 2 },
      ],
      ["/n"],
    ],
    ["in an envelope", [{ n: "a" }, { n: "b" }], [{ data: { n: "a" } }, { data: { n: "b" } }], []],
    ["nothing", [{ n: "a" }, { n: "b" }], [{}, {}], undefined],
    [
      "a member called __proto__",
      [JSON.parse('{"__proto__":"a"}'), JSON.parse('{"__proto__":"b"}')],
      [{}, {}],
      undefined,
    ],
  ])("%s", (_, sent, read, except) => {
    const written = sent.map((each, index) => ({
      operation: "POST /a",
      sent: each,
      read: read[index] ?? {},
    }));
    const [rule] = echoesIn("a", written);
    expect(rule === undefined ? undefined : rule.kind === "echoes" && rule.except).toEqual(except);
  });
});

describe("what an update is not held to", () => {
  const exceptions = (written: readonly [string, Json, Json][]) =>
    echoesIn(
      "a",
      written.map(([operation, sent, read]) => ({ operation, sent, read })),
    ).flatMap((rule) => (rule.kind === "echoes" && rule.operation === "PUT /a" ? [rule.except] : []));
  const PUTS: readonly [string, Json, Json][] = [
    ["PUT /a", { n: "a", may: { read: ["x", "y"] } }, { n: "a", may: { read: ["x", "y"] } }],
    ["PUT /a", { n: "b", may: { read: ["x", "z"] } }, { n: "b", may: { read: ["x", "z"] } }],
  ];

  it("is what a create sends beside it and the service changes: it may be sent the same", () => {
    const create: [string, Json, Json] = [
      "POST /a",
      { n: "c", may: { write: ["y"] }, key: "1" },
      { n: "c", may: { write: ["me", "y"] }, key: "one" },
    ];
    expect(exceptions([...PUTS, create, create])).toEqual([["/may/write"]]);
  });

  it("is a list that was in order by chance", () => {
    const create: [string, Json, Json] = [
      "POST /a",
      { n: "c", may: { read: ["y", "x"] } },
      { n: "c", may: { read: ["x", "y"] } },
    ];
    expect(exceptions([...PUTS, create, create])).toEqual([["/may/read"]]);
  });
});

describe("two turns", () => {
  const rule = fc
    .record({
      resource: fc.constantFrom("a", "b"),
      effect: fc.constantFrom("refuse" as const, "accept" as const),
      reason: fc.string(),
    })
    .map((some): Rule => ({ kind: "reuse", source: "learned", ...some }));
  const content = ({ reason: _, ...rest }: Rule) => JSON.stringify(rest);

  test.prop([fc.array(rule), fc.array(rule)])("agree on what both of them say", (one, two) => {
    const both = agreed(one, two).map(content);
    expect(both).toEqual(one.map(content).filter((line) => two.map(content).includes(line)));
    expect(new Set(both)).toEqual(new Set(agreed(two, one).map(content)));
  });
});

describe("looks", () => {
  it.each<[Json, Json, boolean]>([
    [{ a: 1, at: "2024-01-01T00:00:00Z" }, { a: 1, at: "2024-01-02T00:00:00Z" }, true],
    [{ a: 1, deletedAt: null }, { a: 1, deletedAt: "2024-01-02T00:00:00Z" }, false],
    [{ a: 1 }, { a: 2 }, false],
  ])("%j and %j show the same: %j", (before, after, same) => {
    expect(showsTheSame(before, after)).toBe(same);
  });

  it("do not show the same where a date was sent", () => {
    const [before, after] = [{ due: "2024-01-01" }, { due: "2024-01-02" }];
    expect(showsTheSame(before, after, { newDue: "2024-01-02" })).toBe(false);
    expect(showsTheSame(before, after, { newDue: "2024-01-03" })).toBe(true);
  });

  it.each<[Json, string]>([
    [[7, 8], "as id"],
    [[{ pid: "7" }], "in a field"],
    [[{ name: 7 }], "nothing"],
    [[], "nothing"],
  ])("a list %j shows 7 %s", (items, expected) => {
    const listing = {
      kind: "items",
      items: items as readonly Json[],
      paged: false,
      complete: false,
    } as const;
    expect(shownIn(listing, 7, ["pid", "id"]).kind).toBe(expected);
  });
});

describe("experiments", () => {
  it("have ids and questions of their own", () => {
    const ids = EXPERIMENTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const questions = EXPERIMENTS.map(({ question }) => question);
    expect(new Set(questions).size).toBe(questions.length);
    for (const question of questions) expect(question).toMatch(/^[A-Z].*\?$/);
  });
});

function without(value: Json, except: readonly string[], pointer = ""): Json {
  if (!isObject(value)) return value;
  const left = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const here = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return except.includes(here) ? [] : [[name, without(member, except, here)]];
  });
  return Object.fromEntries(left);
}

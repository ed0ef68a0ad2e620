import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { arbitraryProtocols, withoutSpans } from "./arbitrary-protocol.js";

function canonical(text: string): string {
  const parsed = parseProtocol(text);
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  return printProtocol(parsed.value);
}

describe("parse and print", () => {
  test.prop([arbitraryProtocols], { numRuns: 500 })(
    "reading what was printed gives the same tree",
    (protocols) => {
      const text = printProtocol(protocols);
      const parsed = parseProtocol(text);
      if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
      expect(withoutSpans(parsed.value)).toEqual(withoutSpans(protocols));
    },
  );

  test.prop([arbitraryProtocols])("printing is stable", (protocols) => {
    expect(canonical(printProtocol(protocols))).toBe(printProtocol(protocols));
  });

  test.prop([arbitraryProtocols])("every node lies inside its parent", (protocols) => {
    const text = printProtocol(protocols);
    const parsed = parseProtocol(text);
    const outside: unknown[] = [];
    const visit = (node: unknown, from: number, to: number) => {
      if (typeof node !== "object" || node === null) return;
      // Positions inside of a formula are counted from its beginning.
      if ("formula" in node || ("kind" in node && node.kind === "call")) return;
      const { span } = node as { span?: { start: { offset: number }; end: { offset: number } } };
      const isName = "by" in node || "type" in node || "generator" in node || "from" in node;
      const [start, end] = span && !isName ? [span.start.offset, span.end.offset] : [from, to];
      if (start < from || end > to || start > end) outside.push(node);
      for (const [key, child] of Object.entries(node)) if (key !== "span") visit(child, start, end);
    };
    visit(parsed.ok ? parsed.value : {}, 0, text.length);
    expect(outside).toEqual([]);
  });
});

describe("spellings", () => {
  it.each([
    ["S = !a().?C200().end", "S = !a().?C200()"],
    ["S = !a() . ?C200() . end", "S = !a().?C200()"],
    ["S = !a().?200", "S = !a().?C200()"],
    ["S = !a().?C2xx", "S = !a().?C2XX()"],
    ["S =", "S = end"],
    ["S=!a().?C200().", "S = !a().?C200()"],
    ["S = (!a().?C200()).!b().?C200()", "S =\n  !a().?C200().\n  !b().?C200()"],
    ["S = !GET /pets/{petId}(petId).?C200()", "S = !GET /pets/{petId}(petId).?C200()"],
    ["S = !GET/pets().?C200()", "S = !GET /pets().?C200()"],
    ['S = !"GET /pets"().?C200()', "S = !GET /pets().?C200()"],
    ["S = !a(x: Seq[String](g)).?C200()", 'S = !a(x: "Seq[String]"(g)).?C200()'],
    ["S = !a(x: String (g 'l' 2 -1 true)).?C200", 'S = !a(x: String(g "l" 2 -1 true)).?C200()'],
    ["S = !a(limit=5, 'X-Id' = x, /a/b = y).?C200", "S = !a(limit = 5, X-Id = x, /a/b = y).?C200()"],
    [
      "S = !a().?C201(id = /id, all: Pet, at = header.Location)",
      "S = !a().?C201(id = /id, all: Pet, at = header.Location)",
    ],
    ["S = !a().?C200()<x > 1 and y = 2>", "S = !a().?C200()<x > 1 && y == 2>"],
    ["S = !a().?C200()<x > 1>\nT = S", "S = !a().?C200()<x > 1>\n\nT = S"],
    ["S = !a().?C200()<x > T => y>", "S = !a().?C200()<x > true => y>"],
    ['S = !a().?C200()<x == "a>.b">', 'S = !a().?C200()<x == "a>.b">'],
    ["S = !a()<0.25@x > 3>.?C200()", "S = !a()<0.25@x > 3>.?C200()"],
    ["S = !a()<1 > x>.?C200()", "S = !a()<1 > x>.?C200()"],
    ["S = !a()<(5e-3)>.?C200()", "S = !a()<(0.005)>.?C200()"],
    ["S = !a().?C200()<checkCustomer(c1,c2)>", "S = !a().?C200()<checkCustomer(c1, c2)>"],
    ["S = rec X.!a().?C200().X", "S =\n  rec X.(\n    !a().?C200().X\n  )"],
    ["S = rec X.(!a().?C200().X).!b().?C200()", "S =\n  rec X.(\n    !a().?C200().X\n  ).\n  !b().?C200()"],
    ["S = +{!a().?C200(), end,}", "S =\n  +{\n    !a().?C200(),\n    end\n  }"],
    ["S = !a().&{?C200(), ?C4XX()}", "S =\n  !a().&{\n    ?C200(),\n    ?C4XX()\n  }"],
    [
      "# one\nS = !a(). // two\n# three\n?C200() # four\n# five",
      "# one\nS =\n  !a().  // two\n    # three\n    ?C200()  # four\n\n# five",
    ],
  ])("%s", (text, expected) => {
    expect(canonical(text)).toBe(`${expected}\n`);
  });

  it("warns where the published grammar of GLACIER groups an assertion differently", () => {
    const { problems } = parseProtocol("S = !a().?C200()<a || b && c>");
    expect(problems.map(({ code, at }) => [code, at])).toEqual([
      ["formula-precedence", { line: 1, column: 20 }],
    ]);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["", "1:1", "begins with its name"],
    ["!a()", "1:1", "begins with its name"],
    ["end = !a()", "1:1", "begins with its name"],
    ["S !a()", "1:3", "`=` is expected"],
    ["S = !a() ?C200()", "1:10", "complete before `?`"],
    ["S = !a().?C200().end.X", "1:21", "Nothing can follow `end`"],
    ["S = !(x)", "1:6", "An operation is expected"],
    ["S = !a.?C200()", "1:7", "`(` is expected"],
    ["S = !a(x", "1:9", "`)` is expected"],
    ["S = !a(x:)", "1:10", "A type is expected"],
    ["S = !a(x: String())", "1:18", "name of a generator"],
    ["S = !a(x: String(g)", "1:20", "`)` is expected"],
    ["S = !a(x: Seq[Int)", "1:11", "type is not closed"],
    ["S = !a(limit = )", "1:16", "A variable or a value"],
    ["S = !a(x = -y)", "1:13", "A number is expected"],
    ["S = !a(1e999)", "1:8", "too large"],
    ["S = !a().?D200()", "1:11", "A status is expected"],
    ["S = !a().?C20()", "1:11", "A status is expected"],
    ["S = !a().?C200(5)", "1:16", "name of a variable"],
    ["S = !a().?C200(id = id)", "1:21", "place in the answer"],
    ['S = !a().?C200(id = "id")', "1:21", "no place in a body"],
    ["S = !a().?C200()<x == 1", "1:17", "assertion is not closed"],
    ["S = !a().?C200()<x == >.X", "1:23", "A value is expected"],
    ["S = !a().?C200()<respons_code(this) == 1>", "1:18", "no function `respons_code`"],
    ["S = !a()<0.5@>.?C200()", "1:14", "A value is expected"],
    ["S = +!a()", "1:6", "`{` is expected"],
    ["S = +{}", "1:7", "A branch is expected"],
    ["S = +{!a().?C200(),,}", "1:20", "A branch is expected"],
    ["S = +{!a().?C200()", "1:19", "`}` is expected"],
    ["S = rec .(X)", "1:9", "name of the recursion"],
    ["S = rec X(X)", "1:10", "`.` is expected"],
    ["S = rec X.(!a().?C200().X", "1:26", "`)` is expected"],
    ["S = !a().5", "1:10", "A step is expected"],
    ["S = (!a()", "1:10", "`)` is expected"],
  ])("%s", (text, at, message) => {
    expectRefused(text, at, message);
  });

  it.each([
    ["parentheses in parentheses", `S = ${"(".repeat(500)}`, "1:106", "deeper than 100"],
    ["choices in choices", `S = ${"+{".repeat(500)}`, "1:207", "deeper than 100"],
    ["recursions in recursions", `S = ${"rec X.".repeat(500)}`, "1:611", "deeper than 100"],
    ["many steps", `S = ${"!a().?C200().".repeat(1001)}`, "1:13005", "at most 2000 steps"],
    ["a long text", "x".repeat(500_001), "1:1", "500001 characters"],
  ])("%s", (_, text, at, message) => {
    expectRefused(text, at, message);
  });

  test.prop([fc.string({ unit: "binary", maxLength: 60 })], { numRuns: 1000 })(
    "any text is read or refused with a position",
    (text) => expectPositioned(text),
  );

  const tokens =
    "S = ! ? + & { } ( ) [ ] , . : < > @ - / rec X end a.b GET /pets/{id} C200 C4XX x : String (g \"l\") 0.5 'a' /id header.Location x==1 f(x) # // \n \u{1f600} __proto__ constructor".split(
      " ",
    );
  test.prop([fc.array(fc.constantFrom(...tokens), { maxLength: 40 }), fc.constantFrom("", " ")], {
    numRuns: 1000,
  })("any words of the language are read or refused with a position", (words, glue) =>
    expectPositioned(`S = ${words.join(glue)}`),
  );

  test.prop([arbitraryProtocols, fc.nat(), fc.nat(8), fc.string({ maxLength: 3 })], { numRuns: 500 })(
    "a damaged protocol is read or refused with a position",
    (protocols, place, cut, insert) => {
      const text = printProtocol(protocols);
      const at = place % (text.length + 1);
      expectPositioned(text.slice(0, at) + insert + text.slice(at + cut));
    },
  );

  it.each([
    ["opening signs", "<".repeat(30_000)],
    ["comments that close nothing", `<${">#".repeat(100_000)}\nx`],
    ["closing signs", `<${"> ".repeat(100_000)}`],
    ["empty comments", "#\n".repeat(100_000)],
  ])("a long run of %s does not take long", (_, run) => {
    expectPositioned(`S = !a().?C200()${run}`);
  });
});

function expectRefused(text: string, at: string, message: string): void {
  const parsed = parseProtocol(text);
  const [found] = parsed.problems;
  expect(parsed).toMatchObject({ ok: false, problems: { length: 1 } });
  expect(`${found?.at?.line}:${found?.at?.column}`).toBe(at);
  expect(found?.message).toContain(message);
  expect(found?.hint).not.toBe("");
}

function expectPositioned(text: string): void {
  const parsed = parseProtocol(text);
  if (parsed.ok) {
    expect(canonical(printProtocol(parsed.value))).toBe(printProtocol(parsed.value));
    return;
  }
  expect(parsed.problems).toHaveLength(1);
  const lines = text.split("\n");
  for (const { at, message, hint } of parsed.problems) {
    expect(at?.line).toBeGreaterThanOrEqual(1);
    expect(at?.line).toBeLessThanOrEqual(lines.length);
    expect(at?.column).toBeGreaterThanOrEqual(1);
    expect(at?.column).toBeLessThanOrEqual((lines[(at?.line ?? 1) - 1]?.length ?? 0) + 1);
    expect(message).not.toBe("");
    expect(hint).not.toBe("");
  }
}

import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { parseFormula } from "#glacier/parse-formula";
import { printFormula } from "#glacier/print-formula";
import { arbitraryFormula, withoutSpans } from "./arbitrary-formula.js";

function canonical(text: string): string {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  return printFormula(parsed.value);
}

function failure(text: string) {
  const [found] = parseFormula(text).problems;
  return (
    found && {
      code: found.code,
      at: `${found.at?.line}:${found.at?.column}`,
      message: found.message,
      hint: found.hint,
    }
  );
}

describe("parse and print", () => {
  test.prop([arbitraryFormula], { numRuns: 1500 })(
    "reading what was printed gives the same tree",
    (formula) => {
      const parsed = parseFormula(printFormula(formula));
      if (!parsed.ok) throw new Error(`${printFormula(formula)}: ${JSON.stringify(parsed.problems)}`);
      expect(withoutSpans(parsed.value)).toEqual(withoutSpans(formula));
      expect(parsed.problems, "the canonical form reads alike under the published grammar").toEqual([]);
    },
  );

  test.prop([arbitraryFormula])("printing is stable", (formula) => {
    expect(canonical(printFormula(formula))).toBe(printFormula(formula));
  });

  test.prop([arbitraryFormula])("every node lies inside its parent", (formula) => {
    const parsed = parseFormula(printFormula(formula));
    const outside: unknown[] = [];
    const visit = (node: unknown, from: number, to: number) => {
      if (typeof node !== "object" || node === null) return;
      const { span } = node as { span?: { start: { offset: number }; end: { offset: number } } };
      // A variable's span is its name, so that a message points there.
      const [start, end] = span && !("in" in node) ? [span.start.offset, span.end.offset] : [from, to];
      if (start < from || end > to || start > end) outside.push(node);
      for (const [key, child] of Object.entries(node)) if (key !== "span") visit(child, start, end);
    };
    visit(parsed.ok ? parsed.value : {}, 0, Number.POSITIVE_INFINITY);
    expect(outside).toEqual([]);
  });
});

describe("spellings", () => {
  it.each([
    ["res_code(GET /players/{pid}) = 404", "response_code(GET /players/{pid}) == 404"],
    ["req_body(@) = res_body(@)", "request_body(this) == response_body(this)"],
    [
      "req_body(@) = prev(res_body(GET /players/{pid}))",
      "request_body(this) == previous(response_body(GET /players/{pid}))",
    ],
    [
      "res_code(GET /players/req_body(@){pid}) = 404",
      "response_code(GET /players/request_body(this){pid}) == 404",
    ],
    ["response_code(GET/players/{pid}) == 404", "response_code(GET /players/{pid}) == 404"],
    ["response_code(get /players) ≠ 404", "response_code(GET /players) != 404"],
    [
      "response_code(this) ≥ 200 and response_code(this) ≤ 299",
      "response_code(this) >= 200 && response_code(this) <= 299",
    ],
    ["res_body(@).len > 1", "response_body(this).length > 1"],
    ['path_param(this["id"]) != nil', "path_param(this){id} != null"],
    ['response_header(this, "Location") != none', "response_header(this){Location} != null"],
    [
      'response_header(GET /players/{pid}, "ETag") != null',
      "response_header(GET /players/{pid}){ETag} != null",
    ],
    ["response_body(this).a.b[0]['c d'] == -1.5e3", 'response_body(this){a}.b[0]["c d"] == -1500'],
    ["request_body(this){name} != {b.name}", "request_body(this){name} != b.name"],
    [
      "for t in res_body(GET /tournaments) :-\n  res_body(GET /tournaments/{t.tid}/players).len ≤\n  res_body(GET /tournaments/{t.tid}/capacity)",
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= response_body(GET /tournaments/{t.tid}/capacity)",
    ],
    ["T", "true"],
    ["F", "false"],
    ["?", "?"],
    ["a or b and not c", "a || (b && !c)"],
    ["x not in [1, 2]", "!(x in [1, 2])"],
    ["a is part of b", "a is part of b"],
    ["a is not part of b", "!(a is part of b)"],
    ["(a => b) => c", "(a => b) => c"],
    ["a - (b - c) * 2", "a - (b - c) * 2"],
    ["for x in A, y in B : x == y", "for x in A, y in B :- x == y"],
    ["for x, y in A :- x != y", "for x, y in A :- x != y"],
    ["for x in A : exists y in x.ys :- y == 1", "for x in A :- exists y in x.ys :- y == 1"],
    ["response_code(GET /odata/Users('x')/name) == 200", "response_code(GET /odata/Users('x')/name) == 200"],
    ["response_code(GET /a?b={c}&d=1,2) == 200", "response_code(GET /a?b={c}&d=1,2) == 200"],
    ["response_code(GET /a/{user-id}) == 200 # a comment", "response_code(GET /a/{user-id}) == 200"],
    ["a // to the end of the line\n  && b", "a && b"],
    ["response_code(GET\n  /players)\n  ==\n  200", "response_code(GET /players) == 200"],
  ])("%s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it.each([
    ["a || b && c", ["formula-precedence"]],
    ["a => b => c", ["formula-precedence"]],
    ["a => b || c", ["formula-precedence"]],
    ["a || (b && c)", []],
    ["a && b || c", []],
    ["a && b && c => d", []],
  ])("%s warns of another reading: %j", (text, codes) => {
    expect(parseFormula(text).problems.map((found) => found.code)).toEqual(codes);
  });
});

describe("what cannot be read", () => {
  it.each([
    ["", "1:1", "nothing more"],
    ["response_code(this) ==", "1:23", "nothing more"],
    ["response_code(this) == 200 200", "1:28", "complete before `200`"],
    ["respons_code(this) == 200", "1:1", "no function `respons_code`"],
    ["response_code(that) == 200", "1:15", "applied to `that`"],
    ["response_code(GET /players == 200", "1:28", "is not closed"],
    ["a < b < c", "1:7", "do not chain"],
    ["for x response_body(this) :- T", "1:7", "`in` is expected"],
    ["for x in y", "1:11", "`:-` is expected"],
    ["for in in y :- T", "1:5", "name of a variable"],
    ["x == 'abc", "1:6", "A value is expected"],
    ["(a && b", "1:8", "parenthesis is not closed"],
    ["a\n  && ;", "2:6", "A value is expected"],
    ["this == 1", "1:1", "cannot stand alone"],
    ["response_code(GET /a#b) == 1", "1:21", "no fragment"],
    ["1e999 == x", "1:1", "too large"],
    [`${"(".repeat(500)}a${")".repeat(500)}`, "1:201", "deeper than 200"],
    [Array(500).fill("a").join(" && "), "1:1003", "deeper than 200"],
    [`a${".b".repeat(500)}`, "1:402", "deeper than 200"],
    ["x".repeat(20_001), "1:1", "20001 characters"],
  ])("%.40s", (text, at, message) => {
    const found = failure(text);
    expect(found?.at).toBe(at);
    expect(found?.message).toContain(message);
    expect(found?.hint).not.toBe("");
  });

  it("points into the file that the formula stands in", () => {
    const [found] = parseFormula("a &&\n&& b", { origin: { line: 10, column: 7 } }).problems;
    expect(found?.at).toEqual({ line: 11, column: 1 });
    expect(parseFormula("&& b", { origin: { line: 10, column: 7 } }).problems[0]?.at).toEqual({
      line: 10,
      column: 7,
    });
  });

  it("suggests the function that was meant", () => {
    expect(failure("respons_body(this) == 1")?.hint).toBe('Did you mean "response_body"?');
  });

  test.prop([fc.string({ unit: "binary", maxLength: 60 })], { numRuns: 1000 })(
    "any text is read or refused with a position",
    (text) => {
      expectPositioned(text);
    },
  );

  const tokens =
    "for exists x y in ( ) { } [ ] , : :- . this @ GET /a/{b} response_body response_code previous == != < && || => ! - + 1 2.5 'a' \"b\" T null ? is part of not and or # // \n \u{1f600} __proto__ constructor".split(
      " ",
    );
  test.prop([fc.array(fc.constantFrom(...tokens), { maxLength: 30 }), fc.constantFrom("", " ")], {
    numRuns: 2500,
  })("any words of the language are read or refused with a position", (words, glue) => {
    expectPositioned(words.join(glue));
  });

  test.prop([arbitraryFormula, fc.nat(), fc.nat(5), fc.string({ maxLength: 3 })], { numRuns: 1000 })(
    "a damaged formula is read or refused with a position",
    (formula, place, cut, insert) => {
      const text = printFormula(formula);
      const at = place % (text.length + 1);
      expectPositioned(text.slice(0, at) + insert + text.slice(at + cut));
    },
  );
});

function expectPositioned(text: string): void {
  const parsed = parseFormula(text);
  if (parsed.ok) {
    expect(canonical(printFormula(parsed.value))).toBe(printFormula(parsed.value));
    return;
  }
  expect(parsed.problems).toHaveLength(1);
  const lines = text.split("\n");
  for (const found of parsed.problems) {
    expect(found.at?.line).toBeGreaterThanOrEqual(1);
    expect(found.at?.line).toBeLessThanOrEqual(lines.length);
    expect(found.at?.column).toBeGreaterThanOrEqual(1);
    expect(found.at?.column).toBeLessThanOrEqual((lines[(found.at?.line ?? 1) - 1]?.length ?? 0) + 1);
  }
}

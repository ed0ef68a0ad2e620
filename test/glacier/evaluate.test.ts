import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { capturePrevious } from "#glacier/capture-previous";
import { type Environment, evaluate, type Truth } from "#glacier/evaluate";
import { printFormula } from "#glacier/print-formula";
import type { Limits } from "#glacier/run-passes";
import type { ThisCall } from "#glacier/scope";
import { arbitraryFormula } from "./arbitrary-formula.js";
import { answer, call, formula, observe, silence, type World } from "./world.js";

const TOURNAMENTS: World = {
  "/players": [{ pid: "1" }, { pid: "2" }],
  "/players/1": { pid: "1", name: "Ana", email: null },
  "/players/2": { pid: "2", name: "Bo" },
  "/tournaments": [{ tid: 7 }, { tid: 8 }],
  "/tournaments/7": { tid: 7, capacity: 2, tags: ["a", "b"], owner: { name: "Eve" } },
  "/tournaments/8": { tid: 8, capacity: 1 },
  "/tournaments/7/players": ["1"],
  "/tournaments/8/players": ["1", "2"],
  "/tournaments/7/capacity": 2,
  "/tournaments/8/capacity": {
    kind: "response",
    status: 200,
    headers: {},
    redirects: 0,
    body: { kind: "text", text: "1", invalidJson: false },
  },
  "/count": answer(200, [1, 2, 3], { "x-total-count": "3" }),
  "/down": silence,
  "/empty": answer(204),
  "/search?q=a%20b": ["hit"],
};

const CREATED = call(
  { path: { tid: "7" }, query: { limit: 5 }, header: { "X-Run": "r1" }, json: { pid: "2", tags: ["a"] } },
  answer(201, { pid: "2", tags: ["a"], created: "2026-01-01", eid: 3 }, { location: "/players/2" }),
);

async function truthOf(text: string, environment: Partial<Environment> = {}): Promise<Truth> {
  return (await evaluate(formula(text), { observer: observe(TOURNAMENTS), call: CREATED, ...environment }))
    .truth;
}

describe("what a formula says", () => {
  it.each<[string, Truth]>([
    ["response_code(GET /players/1) == 200", "true"],
    ["response_code(GET /players/9) == 404", "true"],
    ["response_code(GET /players/9) == 200", "false"],
    ["response_code(GET /players/{pid}) == 200", "true"],
    ["response_code(GET /players/request_body(this){pid}) == 200", "true"],
    ["response_code(GET /tournaments/{tid}) == 200", "true"],
    ["response_code(GET /tournaments/{tid}/players/{eid}) == 404", "true"],
    ["request_body(this) is part of response_body(this)", "true"],
    ["request_body(this) == response_body(this)", "false"],
    ["response_code(this) in [200, 201]", "true"],
    ["response_code(this) not in [200, 201]", "false"],
    ['response_header(this){Location} == "/players/" + pid', "true"],
    ['response_header(this, "LOCATION") != null', "true"],
    ['response_header(this, "ETag") == null', "true"],
    ["response_header(GET /count){X-Total-Count} == response_body(GET /count).length", "true"],
    ["path_param(this){tid} == response_body(GET /tournaments/{tid}){tid}", "true"],
    ["query_param(this){limit} == 5", "true"],
    ['request_header(this, "x-run") == "r1"', "true"],
    ["response_body(GET /tournaments/7).owner.name == 'Eve'", "true"],
    ["response_body(GET /tournaments/7).tags[1] == 'b'", "true"],
    ["response_body(GET /tournaments/7)['tags'].length * 2 - 1 == 3", "true"],
    ["'Ana'.length == 3", "true"],
    ["response_body(GET /search?q={'a b'})[0] == 'hit'", "true"],
    ["7 % 4 == 3 && 1 / 4 == 0.25", "true"],
    ["'2026-01-01' < '2026-02-01'", "true"],
    ["1 == '1'", "false"],
    ["response_body(GET /players/1).email == null", "true"],
    ["response_body(GET /players/2).email == null", "true"],
    ["response_body(GET /players/2).name != null", "true"],
    ["!(1 == 2) <=> T", "true"],
    ["{pid} == '2'", "true"],
  ])("%s is %s", async (text, truth) => {
    expect(await truthOf(text)).toBe(truth);
  });

  it.each<[string, string]>([
    ["response_body(GET /players/9).name == 'Ana'", "there is no `name` in an answer of 404"],
    ["response_body(GET /players/9).name != null", "there is no `name` in an answer of 404"],
    ["response_body(GET /players/2).email == 'x'", "there is no `email`"],
    ["response_code(GET /down) == 200", "GET /down got no response (timeout)"],
    ["response_body(GET /empty) == 1", "GET /empty answered 204 and has no body"],
    ["for x in response_body(GET /players/9) :- T", "an object is not a list, but an answer of 404"],
    ["response_body(GET /players/1).length > 0", "an object has no length"],
    ["1 < 'a'", "a number and a text have no order"],
    ["1 / 0 == 1", "1 / 0 is no number"],
    [
      "response_body(GET /players/{nobody}) == 1",
      "`nobody` is neither a variable, a path parameter nor a field",
    ],
    ["response_code(GET /players/{''}) == 200", "a value cannot stand in a url"],
    ["response_code(GET /players/{'..'}/x) == 200", "a value leads out of its path"],
    ["response_code(GET /players/{response_body(this)}) == 200", "a value cannot stand in a url"],
    ["response_code(DELETE /players/1) == 200", "DELETE /players/1: DELETE may change the service"],
    ["previous(response_code(GET /players/1)) == 200", "GET /players/1: it was not read before the call"],
    ["response_body(this).__proto__ == 1", "there is no `__proto__`"],
    ["response_body(this).constructor != 1", "there is no `constructor`"],
    ["5", "a number is not a statement"],
    ["?", "the clause claims nothing"],
  ])("%s cannot be said: %s", async (text, reason) => {
    const evaluation = await evaluate(formula(text), { observer: observe(TOURNAMENTS), call: CREATED });
    expect(evaluation.truth).toBe("unknown");
    expect(evaluation.missing?.reason).toBe(reason);
    expect(evaluation.missing?.at.line).toBe(1);
  });

  it("a response of this call does not exist before it", async () => {
    expect(await truthOf("response_code(this) == 201", { call: call({}) })).toBe("unknown");
    expect(await truthOf("response_code(this) == 201", { call: undefined })).toBe("unknown");
  });

  it("only declared operations other than GET and HEAD are called", async () => {
    const observer = observe({ "/search": { hits: 1 } });
    const text = "response_body(POST /search).hits == 1";
    expect(await truthOf(text, { observer })).toBe("unknown");
    expect(observer.asked).toEqual([]);
    expect(await truthOf(text, { observer, pureOperations: ["POST /search"] })).toBe("true");
  });
});

describe("Kleene's logic", () => {
  const values = { T: "true", F: "false", "?": "unknown" } as const;
  const symbols = Object.keys(values) as (keyof typeof values)[];
  const rank: Record<Truth, number> = { false: 0, unknown: 1, true: 2 };
  const byRank: readonly Truth[] = ["false", "unknown", "true"];
  const and = (a: Truth, b: Truth) => byRank[Math.min(rank[a], rank[b])];
  const or = (a: Truth, b: Truth) => byRank[Math.max(rank[a], rank[b])];
  const not = (a: Truth): Truth => byRank[2 - rank[a]] ?? "unknown";
  const pairs = symbols.flatMap((a) => symbols.map((b) => [a, b] as const));

  it.each(pairs)("%s and %s", async (a, b) => {
    expect(await truthOf(`${a} && ${b}`)).toBe(and(values[a], values[b]));
    expect(await truthOf(`${a} || ${b}`)).toBe(or(values[a], values[b]));
    expect(await truthOf(`${a} => ${b}`)).toBe(or(not(values[a]), values[b]));
    expect(await truthOf(`!${a}`)).toBe(not(values[a]));
    const iff = and(or(not(values[a]), values[b]) ?? "unknown", or(not(values[b]), values[a]) ?? "unknown");
    expect(await truthOf(`${a} <=> ${b}`)).toBe(iff);
  });

  const lists = fc.array(fc.constantFrom(...symbols), { maxLength: 5 });
  test.prop([lists])("a quantifier is the chain of its elements", async (list) => {
    const items = list.map((symbol) => (symbol === "?" ? "?" : symbol === "T" ? 1 : 0));
    const observer = observe({ "/items": items });
    const body = "(x == '?' => ?) && (x != '?' => x == 1)";
    const all = list.reduce<Truth>((truth, symbol) => and(truth, values[symbol]) ?? truth, "true");
    const some = list.reduce<Truth>((truth, symbol) => or(truth, values[symbol]) ?? truth, "false");
    expect(await truthOf(`for x in response_body(GET /items) :- ${body}`, { observer })).toBe(all);
    expect(await truthOf(`exists x in response_body(GET /items) :- ${body}`, { observer })).toBe(some);
  });
});

describe("quantifiers", () => {
  it.each<[string, Truth]>([
    [
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= response_body(GET /tournaments/{t.tid}/capacity)",
      "false",
    ],
    [
      "for t in response_body(GET /tournaments) : for pid in response_body(GET /tournaments/{t.tid}/players) :- response_code(GET /players/{pid}) == 200",
      "true",
    ],
    [
      "for t in response_body(GET /tournaments), pid in response_body(GET /tournaments/{t.tid}/players) :- response_code(GET /players/{pid}) == 200",
      "true",
    ],
    ["for p, q in response_body(GET /players) :- p.pid != q.pid", "true"],
    ["for p in response_body(GET /players), q in response_body(GET /players) :- p.pid != q.pid", "true"],
    [
      "for p in response_body(GET /players) : for q in response_body(GET /players) :- p.pid != q.pid",
      "false",
    ],
    ["exists p, q in response_body(GET /players) :- p.pid == q.pid", "false"],
    ["exists p in response_body(GET /players) :- p.pid == '2'", "true"],
    ["for x in [] :- F", "true"],
    ["exists x in [] :- T", "false"],
    ["for x, y in [1] :- F", "true"],
    ["for x, y in [1, 1] :- x != y", "false"],
  ])("%s is %s", async (text, truth) => {
    expect(await truthOf(text)).toBe(truth);
  });

  it("reads what does not depend on each other together, and each url once", async () => {
    const observer = observe(TOURNAMENTS);
    const text =
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/capacity) >= 0 && response_body(GET /tournaments/{t.tid}/capacity) < 9";
    const evaluation = await evaluate(formula(text), { observer });
    expect(evaluation).toMatchObject({ truth: "true", reads: 3 });
    expect(observer.asked).toEqual([
      "GET /tournaments",
      "GET /tournaments/7/capacity",
      "GET /tournaments/8/capacity",
    ]);
  });

  it("does not read what a guard makes needless", async () => {
    const observer = observe(TOURNAMENTS);
    expect(
      await truthOf("response_code(GET /players/9) == 200 => response_body(GET /down) == 1", { observer }),
    ).toBe("true");
    expect(
      await truthOf("response_code(GET /players/1) == 200 || response_body(GET /down) == 1", { observer }),
    ).toBe("true");
    expect(observer.asked).not.toContain("GET /down");
  });
});

describe("limits", () => {
  const numbers = (count: number): World => ({ "/n": Array.from({ length: count }, (_, index) => index) });
  const limited = (world: World, limits: Partial<Limits>, text: string) =>
    evaluate(formula(text), { observer: observe(world), limits });

  it("looks at the first, the last and evenly spaced elements of a large collection, and says so", async () => {
    const evaluation = await limited(
      numbers(1000),
      { items: 5 },
      "for x in response_body(GET /n) :- x in [0, 250, 500, 749, 999]",
    );
    expect(evaluation).toMatchObject({
      truth: "true",
      sampled: [{ collection: "response_body(GET /n)", taken: 5, total: 1000 }],
    });
  });

  it.each<[string, Truth]>([
    ["for x in response_body(GET /n) :- x >= 0", "true"],
    ["for x in response_body(GET /n) :- x < 999", "false"],
    ["exists x in response_body(GET /n) :- x == 999", "true"],
    ["exists x in response_body(GET /n) :- x == -1", "unknown"],
    ["!(for x in response_body(GET /n) :- x >= 0)", "unknown"],
    ["!(exists x in response_body(GET /n) :- x == -1)", "true"],
    ["(for x in response_body(GET /n) :- x >= 0) => F", "unknown"],
    ["(for x in response_body(GET /n) :- x >= 0) <=> F", "unknown"],
  ])("a sample never makes a formula false by what it left out: %s is %s", async (text, truth) => {
    expect((await limited(numbers(1000), { items: 10 }, text)).truth).toBe(truth);
  });

  it("looks at fewer elements where the reads would be too many", async () => {
    const text = "for x in response_body(GET /n) :- response_code(GET /item/{x}) == 404";
    const evaluation = await limited(numbers(150), { reads: 20 }, text);
    expect(evaluation.truth).toBe("true");
    expect(evaluation.reads).toBeLessThanOrEqual(20);
    expect(evaluation.sampled).toEqual([{ collection: "response_body(GET /n)", taken: 12, total: 150 }]);
  });

  it("reads for those elements only that concern whoever asks, and passes over none that need no read", async () => {
    const observer = observe(numbers(20));
    const concerns = (element: Json) => element === 7;
    const reading = "for x in response_body(GET /n) :- response_code(GET /item/{x}) == 404";
    const evaluation = await evaluate(formula(reading), { observer, concerns });
    expect(observer.asked).toEqual(["GET /n", "GET /item/7"]);
    expect(evaluation).toMatchObject({
      truth: "true",
      sampled: [{ collection: "response_body(GET /n)", taken: 1, total: 20 }],
    });
    const plain = "for x in response_body(GET /n) :- x < 19";
    expect((await evaluate(formula(plain), { observer, concerns })).truth).toBe("false");
    const some = "exists x in response_body(GET /n) :- response_code(GET /item/{x}) == 200";
    expect((await evaluate(formula(some), { observer, concerns })).truth).toBe("false");
  });

  it("gives up where even one element needs too many reads", async () => {
    const text =
      "response_code(GET /a) == 404 && response_code(GET /b) == 404 && response_code(GET /c) == 404";
    const evaluation = await limited({}, { reads: 2 }, text);
    expect(evaluation.missing?.reason).toContain("more than 2 reads");
  });

  it("bounds the steps of nested quantifiers", async () => {
    const text =
      "for a in response_body(GET /n) : for b in response_body(GET /n) : for c in response_body(GET /n) :- a + b + c >= 0";
    const evaluation = await limited(numbers(200), { steps: 10_000 }, text);
    expect(evaluation.missing?.reason).toBe("the formula takes too many steps");
  });
});

describe("previous", () => {
  const environment = async (text: string, before: World, after: World, judged: ThisCall) => {
    const asked = observe(before);
    const previous = await capturePrevious(formula(text), { before: asked, call: judged });
    return {
      asked: asked.asked,
      evaluation: await evaluate(formula(text), { observer: observe(after), call: judged, previous }),
    };
  };
  const judged = call({ path: { pid: "1" } }, answer(200, { pid: "1" }));

  it.each<[string, World, World, Truth]>([
    [
      "response_body(this) == previous(response_body(GET /players/{pid}))",
      { "/players/1": { pid: "1" } },
      {},
      "true",
    ],
    [
      "response_body(this) == previous(response_body(GET /players/{pid}))",
      { "/players/1": { pid: "x" } },
      {},
      "false",
    ],
    [
      "previous(response_body(GET /n).length) + 1 == response_body(GET /n).length",
      { "/n": [1] },
      { "/n": [1, 2] },
      "true",
    ],
    [
      "for p in previous(response_body(GET /n)) :- p.id == 1 || response_body(GET /n/{p.id}) == previous(response_body(GET /n/{p.id}))",
      { "/n": [{ id: 1 }, { id: 2 }], "/n/1": 1, "/n/2": 2 },
      { "/n": [{ id: 2 }], "/n/2": 2 },
      "true",
    ],
    [
      "for p in response_body(GET /n) :- response_body(GET /n/{p}) == previous(response_body(GET /n/{p}))",
      { "/n": [1, 2], "/n/1": 1, "/n/2": 2 },
      { "/n": [2], "/n/2": 3 },
      "false",
    ],
    [
      "for p in response_body(GET /n) :- response_body(GET /n/{p}) == previous(response_body(GET /n/{p}))",
      { "/n": [1], "/n/1": 1 },
      { "/n": [1, 2], "/n/1": 1, "/n/2": 2 },
      "unknown",
    ],
    ["previous(response_body(this)) == 1", {}, {}, "unknown"],
  ])("%s over %j and then %j is %s", async (text, before, after, truth) => {
    expect((await environment(text, before, after, judged)).evaluation.truth).toBe(truth);
  });

  it("reads before the call only what it will need", async () => {
    const text =
      "response_code(GET /players/{pid}) == 404 && response_body(this) == previous(response_body(GET /players/{pid}))";
    const { asked } = await environment(text, { "/players/1": { pid: "1" } }, {}, judged);
    expect(asked).toEqual(["GET /players/1"]);
    expect((await environment("response_code(GET /a) == 404", {}, {}, judged)).asked).toEqual([]);
  });
});

describe("explanations", () => {
  const messages = async (text: string) => {
    const { because } = await evaluate(formula(text), { observer: observe(TOURNAMENTS), call: CREATED });
    return because.map(({ message, bindings }) =>
      [message, ...bindings.map(({ name, value }) => `${name} = ${value}`)].join(" | "),
    );
  };

  it.each<[string, string[]]>([
    ["response_code(GET /players/{pid}) == 404", ["response_code(GET /players/2) == 404: 200"]],
    ["T && response_code(this) == 200", ["response_code(this) == 200: 201"]],
    ["1 == 2 || response_code(this) == 200", ["1 == 2", "response_code(this) == 200: 201"]],
    ["response_code(this) == 201 => F", ["response_code(this) == 201: 201", "false"]],
    ["!(response_code(this) == 201)", ["response_code(this) == 201: 201"]],
    [
      "for t in response_body(GET /tournaments) :- response_body(GET /tournaments/{t.tid}/players).length <= response_body(GET /tournaments/{t.tid}/capacity)",
      [
        'response_body(GET /tournaments/8/players).length <= response_body(GET /tournaments/8/capacity): 2 and "1" | t = {"tid":8}',
      ],
    ],
    [
      "exists p in response_body(GET /players) :- p.pid == '9'",
      ['exists p in response_body(GET /players) :- p.pid == "9": none of 2 does'],
    ],
    [
      "request_body(this) == response_body(this)",
      [
        'request_body(this) == response_body(this): {"pid":"2","tags":["a"]} and {"pid":"2","tags":["a"],"created":"2026-01-01","eid":3}; they differ at /created, /eid',
      ],
    ],
    ["F", ["false"]],
  ])("%s", async (text, expected) => {
    expect(await messages(text)).toEqual(expected);
  });
});

describe("any formula over any service", () => {
  const bodies = fc.jsonValue({ maxDepth: 3 }).map((json) => json as Json);
  const limits = { items: 5, tuples: 20, reads: 20, steps: 2_000 };

  test.prop([arbitraryFormula, bodies, bodies], { numRuns: 800 })(
    "ends within its limits, with a reason or an explanation",
    async (tree, body, sent) => {
      let asked = 0;
      const observer = {
        read: async () => {
          asked++;
          return answer(200, body);
        },
      };
      const judged = call({ path: { p: 1, tid: "x" }, json: sent }, answer(200, body));
      const previous = await capturePrevious(tree, { before: observer, call: judged, limits });
      const evaluation = await evaluate(tree, { observer, call: judged, previous, limits });
      expect(asked).toBeLessThanOrEqual(2 * limits.reads);
      expect(evaluation.truth === "false").toBe(evaluation.because.length > 0);
      expect(evaluation.truth === "unknown").toBe(evaluation.missing !== undefined);
    },
  );

  test.prop([arbitraryFormula, bodies], { numRuns: 300 })(
    "says the same about the printed formula",
    async (tree, body) => {
      const observer = { read: async () => answer(200, body) };
      const judged = call({ path: { p: 1, tid: "x" } }, answer(200, body));
      const truth = async (text: string) =>
        (await evaluate(formula(text), { observer, call: judged, limits })).truth;
      expect((await evaluate(tree, { observer, call: judged, limits })).truth).toBe(
        await truth(printFormula(tree)),
      );
    },
  );
});

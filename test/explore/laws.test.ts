import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Json } from "#base/json";
import { danglingReferences } from "#calls/references";
import { resolveCall } from "#calls/resolve-call";
import { again, repeats } from "#explore/candidate";
import { compareSizes, compareStates } from "#explore/compare-states";
import { candidateArbitrary } from "#explore/draw-candidate";
import type { Example } from "#explore/example";
import { readExploration, storeExploration } from "#explore/exploration-file";
import type { State } from "#explore/observation";
import { isSubsequence } from "#explore/trove";
import { compareAnswers, haveSameShape, Volatile } from "#explore/volatile";
import { loadApi } from "#openapi/load-api";
import { documentPath } from "#services/service-files";

const api = await loadApi(documentPath("groups"));
if (!api.ok) throw new Error("the bundled document is read");
const document = api.value;

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const state = fc
  .array(json, { minLength: 1, maxLength: 2 })
  .map((bodies): State => bodies.map((body) => ({ operation: "GET /x", body, isWhole: true })));
const drawn = candidateArbitrary({
  api: document,
  operations: document.operations,
  references: true,
  longest: 6,
});

describe("answers", () => {
  test.prop([json])("equal themselves", (one) => {
    expect(compareAnswers("GET /x", one, one, new Volatile()).isEqual).toBe(true);
    expect(haveSameShape(one, one)).toBe(true);
  });

  test.prop([json, json])(
    "are equal once what differs between them is known to change by itself",
    (one, other) => {
      const volatile = new Volatile();
      volatile.learn("GET /x", one, other);
      const { isEqual, ignored } = compareAnswers("GET /x", one, other, volatile);
      if (haveSameShape(one, other)) expect(isEqual).toBe(true);
      expect(ignored.length > 0).toBe(
        haveSameShape(one, other) && JSON.stringify(one) !== JSON.stringify(other),
      );
    },
  );

  test.prop([fc.integer(), fc.integer(), fc.string(), fc.string()])(
    "never lose a change in another field",
    (a, b, one, other) => {
      fc.pre(one !== other);
      const volatile = new Volatile();
      volatile.learn("GET /x", { count: a, name: one }, { count: b, name: one });
      expect(
        compareAnswers("GET /x", { count: a, name: one }, { count: b, name: other }, volatile).isEqual,
      ).toBe(false);
    },
  );

  test("of which one is missing are not equal", () => {
    expect(compareAnswers("GET /x", undefined, null, new Volatile()).isEqual).toBe(false);
  });
});

describe("states", () => {
  test.prop([state, state])("grow one way and shrink the other", (before, after) => {
    expect(compareSizes(before, after)).toBe(0 - compareSizes(after, before) + 0);
  });

  test.prop([state])("have the size that they have", (one) => {
    expect(compareSizes(one, one)).toBe(0);
    expect(compareStates(one, one, new Volatile()).isEqual).toBe(true);
  });

  test("are larger with one thing more, and not by a longer name", () => {
    const list = (...names: readonly string[]): State => [
      { operation: "GET /x", body: names.map((name) => ({ name })), isWhole: true },
    ];
    expect(compareSizes(list(), list("a"))).toBe(1);
    expect(compareSizes(list("a", "b"), list("a"))).toBe(-1);
    expect(compareSizes(list("a"), list("a much longer name than before"))).toBe(0);
  });
});

describe("drawn sequences", () => {
  test.prop([drawn])("refer only to what comes before", (calls) => {
    expect(danglingReferences({ id: "drawn", purpose: "", calls })).toEqual([]);
  });

  test.prop([fc.integer()])("are the same for the same seed", (seed) => {
    const sample = () => fc.sample(drawn, { seed, numRuns: 3 });
    expect(sample()).toEqual(sample());
  });

  test.prop([
    candidateArbitrary({ api: document, operations: document.operations, references: false, longest: 4 }),
  ])(
    "have no references where none are wanted, and then the repetition sends what the first call sent",
    (calls) => {
      for (const call of calls) {
        const inputs = resolveCall(call, { exchanges: [], fresh: ({ sample }) => sample });
        if (!inputs.ok) throw new Error("without references everything is known");
        const outcome = { kind: "none", reason: "unresolved", message: "" } as const;
        const request = { method: "", url: "", headers: {}, inputs: inputs.value };
        const repeated = again(call, "again");
        expect(repeats(repeated, call)).toBe(true);
        const exchanges = [{ call, request, outcome, milliseconds: 0 }];
        expect(resolveCall(repeated, { exchanges, fresh: ({ sample }) => sample })).toEqual(inputs);
      }
    },
  );
});

describe("steps", () => {
  test.prop([fc.array(fc.constantFrom("a", "b", "c")), fc.infiniteStream(fc.boolean())])(
    "that are left out leave a part of what was there",
    (steps, keep) => {
      const few = steps.filter(() => keep.next().value === true);
      expect(isSubsequence(few, steps)).toBe(true);
      expect(isSubsequence(steps, few)).toBe(few.length === steps.length);
    },
  );
});

describe("files of examples", () => {
  const example: Example = {
    key: "MP-S-1 GET /x: GET /x 200",
    metaProperty: "MP-S-1",
    title: "state identity",
    operation: "GET /x",
    sentences: ["execute GET /x, answered 200"],
    calls: [{ operation: "GET /x", status: 200, role: "act", inputs: {} }],
    ignored: [],
    state: ["GET /x"],
    sequence: { given: [], acts: [] },
  };

  test.prop([drawn, fc.string()])("are read as they were written", (acts, title) => {
    const examples = [{ ...example, sequence: { given: [], acts } }];
    const text = storeExploration(
      { title, seed: 1, queryOperations: [], unseen: [], examples },
      { piolet: "1.0.0", document: "openapi.yaml", overlays: [] },
    );
    const read = readExploration(text, "file.json");
    expect(read.ok && read.value.examples).toEqual(JSON.parse(JSON.stringify(examples)));
  });

  test.prop([fc.string()])("are refused where they are something else", (text) => {
    const read = readExploration(text, "file.json");
    expect(read.ok ? "read" : read.problems[0]?.code).toBe("exploration-file");
  });
});

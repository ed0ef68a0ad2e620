import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Call, Sequence } from "#calls/call";
import { danglingReferences, referencesOf } from "#calls/references";
import type { Template } from "#calls/template";
import { type ShrunkSequence, shrinkSequence } from "#shrink/shrink-sequence";
import { type SimplerOptions, simplerInputs } from "#shrink/simpler-inputs";
import { sequence as anySequence } from "../calls/arbitraries.js";

interface Shrinking {
  readonly result: ShrunkSequence;
  readonly asked: readonly Sequence[];
}

const ANYTHING: SimplerOptions = { isFixed: () => false, isValid: () => true };

async function shrink(
  sequence: Sequence,
  fails: (candidate: Sequence) => boolean,
  {
    most = 10_000,
    options = ANYTHING,
    guards = new Map<string, string>(),
    pinned = [] as readonly string[],
  } = {},
): Promise<Shrinking> {
  const asked: Sequence[] = [];
  const result = await shrinkSequence(sequence, {
    replay: async (candidate) => {
      asked.push(candidate);
      return fails(candidate) ? "fails" : "passes";
    },
    maxAttempts: most,
    evidence: sequence.calls.slice(-1).map(({ id }) => id),
    guards,
    simpler: simplerInputs(options),
    pinned,
  });
  return { result, asked };
}

const hasAll = (ids: readonly string[]) => (candidate: Sequence) =>
  ids.every((id) => candidate.calls.some((call) => call.id === id));

const failing = anySequence.chain((sequence) =>
  fc.record({
    sequence: fc.constant(sequence),
    cause: fc.subarray(sequence.calls.map(({ id }) => id)),
  }),
);

describe("a sequence that was shrunk", () => {
  test.prop([failing])("still fails, and never had a dangling reference", async ({ sequence, cause }) => {
    const { result, asked } = await shrink(sequence, hasAll(cause));
    expect(hasAll(cause)(result.sequence)).toBe(true);
    for (const candidate of asked) expect(danglingReferences(candidate)).toEqual([]);
  });

  test.prop([failing])("has no call that nothing needs", async ({ sequence, cause }) => {
    const { calls } = (await shrink(sequence, hasAll(cause))).result.sequence;
    const used = new Set(calls.flatMap((call) => referencesOf(call).map(({ reference }) => reference.call)));
    for (const { id } of calls) expect(cause.includes(id) || used.has(id)).toBe(true);
  });

  test.prop([failing])("has no input that could be left out", async ({ sequence, cause }) => {
    const { calls } = (await shrink(sequence, hasAll(cause))).result.sequence;
    const used = new Set(calls.flatMap((call) => referencesOf(call).map(({ reference }) => reference.call)));
    for (const call of calls) {
      if (used.has(call.id)) continue;
      expect([call.query, call.header, call.cookie]).toEqual([{}, {}, {}]);
    }
  });

  test.prop([failing, fc.nat(8)])("respects its budget", async ({ sequence, cause }, most) => {
    const { result, asked } = await shrink(sequence, hasAll(cause), { most });
    expect(asked.length).toBeLessThanOrEqual(most);
    expect(result.attempts).toBe(asked.length);
    expect(hasAll(cause)(result.sequence)).toBe(true);
  });

  test.prop([failing])("keeps what is pinned, needed or not", async ({ sequence, cause: pinned }) => {
    const { result, asked } = await shrink(sequence, () => true, { pinned });
    for (const candidate of [result.sequence, ...asked]) expect(hasAll(pinned)(candidate)).toBe(true);
  });

  test.prop([failing])("keeps what is fixed as it is", async ({ sequence, cause }) => {
    const options = { ...ANYTHING, isFixed: () => true };
    const { calls } = (await shrink(sequence, hasAll(cause), { options })).result.sequence;
    for (const call of calls) {
      const before = sequence.calls.find(({ id }) => id === call.id);
      expect(before && unnamed(call, before)).toEqual(before && unnamed(before, before));
    }
  });
});

/** What is now where no reference stood before: in place of those, the names may have come that they led to. */
function unnamed(now: unknown, before: unknown): unknown {
  if (typeof before !== "object" || before === null || typeof now !== "object" || now === null) return now;
  if ("kind" in before && before.kind === "reference") return null;
  const then: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(Object.entries(now).map(([name, part]) => [name, unnamed(part, then[name])]));
}

function call(id: string, body: Readonly<Record<string, Template>> = {}, path: Call["path"] = {}): Call {
  const content: Template = { kind: "object", members: body };
  const inputs = { path, query: {}, header: {}, cookie: {} };
  return { id, operation: "POST /things", ...inputs, body: { contentType: "application/json", content } };
}

const sequenceOf = (...calls: readonly Call[]): Sequence => ({ id: "s", purpose: "", calls });

const fresh = (name: string): Template => ({ kind: "fresh", name, sample: name });

const nameOf = (id: string): Template => ({
  kind: "reference",
  call: id,
  source: { in: "request body", pointer: "/name" },
});

const idsOf = ({ sequence }: ShrunkSequence) => sequence.calls.map(({ id }) => id);

describe("while a sequence is shrunk", () => {
  it("a look that guards a call goes with it and never without it", async () => {
    const sequence = sequenceOf(call("look"), call("other"), call("create"), call("end"));
    const guards = new Map([["look", "create"]]);
    const kept = await shrink(sequence, hasAll(["create", "end"]), { guards });
    expect(idsOf(kept.result)).toEqual(["look", "create", "end"]);
    const gone = await shrink(sequence, hasAll(["end"]), { guards });
    expect(idsOf(gone.result)).toEqual(["end"]);
    for (const candidate of [...kept.asked, ...gone.asked])
      expect(hasAll(["look"])(candidate)).toBe(hasAll(["create"])(candidate));
  });

  it("a member that a later call repeats stays, and others go", async () => {
    const first = call("first", { name: fresh("name"), colour: { kind: "value", value: "blue" } });
    const sequence = sequenceOf(first, call("second", { name: nameOf("first") }));
    const repeats = ({ calls }: Sequence) => calls.some((one) => referencesOf(one).length > 0);
    const { result } = await shrink(sequence, repeats);
    const [left] = result.sequence.calls;
    expect(left?.body?.content).toEqual({
      kind: "object",
      members: { name: { ...fresh("name"), form: "short" } },
    });
  });

  it("what is only named is not made where nobody misses it", async () => {
    const maker = (id: string) => call(id, { name: fresh(`${id}: name`) });
    const linked = call("link", { from: nameOf("one"), to: nameOf("two") });
    const inPath = call("end", {}, { name: nameOf("three") });
    const sequence = sequenceOf(maker("one"), maker("two"), maker("three"), linked, inPath);
    const options = { ...ANYTHING, isFixed: () => true };
    const { result } = await shrink(sequence, hasAll(["two", "link", "end"]), { options });
    // A path leads to what must be there.
    expect(idsOf(result)).toEqual(["two", "three", "link", "end"]);
    const link = result.sequence.calls.find(({ id }) => id === "link");
    expect(link?.body?.content).toEqual({
      kind: "object",
      members: { from: fresh("one: name"), to: nameOf("two") },
    });
  });

  it("a bound in a number is found", async () => {
    const sequence = sequenceOf(call("only", { size: { kind: "value", value: 900 } }));
    const size = ({ calls }: Sequence): number => {
      const content = calls[0]?.body?.content;
      const member = content?.kind === "object" ? content.members.size : undefined;
      return member?.kind === "value" ? Number(member.value) : 0;
    };
    const { result } = await shrink(sequence, (candidate) => size(candidate) >= 10);
    expect(size(result.sequence)).toBeLessThan(100);
  });
});

import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { scanProtocol, situationAt } from "#lsp/scan-protocol";
import { parseProtocol } from "#protocol/parse-protocol";
import { printProtocol } from "#protocol/print-protocol";
import { allSteps } from "#protocol/walk-steps";
import { arbitraryProtocols } from "../protocol/arbitrary-protocol.js";
import { HAS_MODELS, modelNames, readModel } from "../protocol/shared-data.js";

/** Where the parser sees calls, and where the scan does that needs no text to be complete. */
function callsIn(text: string) {
  const parsed = parseProtocol(text);
  if (!parsed.ok) throw new Error(text);
  const steps = parsed.value.definitions.flatMap(({ body }) => [...allSteps(body)]);
  const sends = steps.flatMap((step) => (step.kind === "send" ? [step] : []));
  const parsedAt = sends.map(({ operation }) => operation.span.start.offset);
  const marks = scanProtocol(text).marks.filter(({ kind }) => kind === "operation");
  return { parsedAt, scannedAt: new Set(marks.map(({ start }) => start)) };
}

describe("scanProtocol", () => {
  test.prop([arbitraryProtocols], { numRuns: 300 })("sees every call that the parser sees", (protocols) => {
    const { parsedAt, scannedAt } = callsIn(printProtocol(protocols));
    expect(parsedAt.filter((start) => !scannedAt.has(start))).toEqual([]);
  });

  test.prop([arbitraryProtocols, fc.nat()])("reads half of a text as it reads the whole", (protocols, at) => {
    const text = printProtocol(protocols);
    const half = text.slice(0, at % (text.length + 1));
    const { marks } = scanProtocol(half);
    for (const { start, end } of marks) expect(0 <= start && start < end && end <= half.length).toBe(true);
    const starts = marks.map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });

  test.prop([fc.string({ unit: "binary" })])("bears any text", (text) => {
    const { end } = scanProtocol(text);
    if (end.kind !== "nothing") expect(end.start).toBeLessThanOrEqual(text.length);
  });

  // Without ../shared there are none.
  const readable = modelNames().filter((name) => parseProtocol(readModel(name)).ok);
  it.skipIf(!HAS_MODELS).each(readable)("sees every call of the published %s", (name) => {
    const { parsedAt, scannedAt } = callsIn(readModel(name));
    expect(parsedAt.filter((start) => !scannedAt.has(start))).toEqual([]);
  });

  it.each([
    ["S = ", "step"],
    ["S = !", "operation"],
    ["S = !GET /pe", "operation"],
    ["S = !a(", "argument"],
    ["S = !a(x, ", "argument"],
    ["S = !a(x: ", "type"],
    ["S = !a(x: Cus", "type"],
    ["S = !a(x: Customer(", "generator"],
    ["S = !a(x: Customer(g", "generator"],
    ["S = !a().", "step"],
    ["S = !a().?", "status"],
    ["S = !a().?C20", "status"],
    ["S = !a().?C200(", "nothing"],
    ["S = !a().?C200(x: ", "type"],
    ["S = !a().?C200(x = /i", "nothing"],
    ["S = !a().?C200()<x is ", "assertion"],
    ["S = !a().?C200()<x > 1>.", "step"],
    ["S = !a(\nT = !", "operation"],
    ["S = !a(x\n.?C200().!", "operation"],
    ["S = +{!a().?C200(), ", "step"],
    ["S = !a() # and then !", "nothing"],
    ['S = !a("!', "nothing"],
  ])("%j: %s is typed next", (text, kind) => {
    expect(situationAt(text, text.length).kind).toBe(kind);
  });
});

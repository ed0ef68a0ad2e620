import { describe, expect, it } from "vitest";
import type { Call } from "#calls/call";
import type { Reference, Template } from "#calls/template";
import { loadApi } from "#openapi/load-api";
import { foreignWrite } from "#run/protocol/own-target";
import { guessSemantics } from "#semantics/guess-semantics";
import { documentPath } from "#services/service-files";

const ITEM = "/customers/{customerId}";
const fresh: Template = { kind: "fresh", name: "id", sample: "a" };
const literal: Template = { kind: "value", value: "7" };
const answer = (call: string): Reference => ({
  kind: "reference",
  call,
  source: { in: "response body", pointer: "/id" },
});
const sent = (call: string): Reference => ({
  kind: "reference",
  call,
  source: { in: "request parameter", place: "path", name: "customerId" },
});

/** `method path`, and the id in its path; the calls are `1`, `2` and so on. */
function conversation(...steps: readonly (readonly [operation: string, id?: Template])[]): readonly Call[] {
  return steps.map(([operation, id], index) => ({
    id: String(index + 1),
    operation,
    path: id === undefined ? {} : { customerId: id },
    query: {},
    header: {},
    cookie: {},
  }));
}

describe("foreignWrite", () => {
  it.each([
    ["what was created", [["POST /customers"], [`DELETE ${ITEM}`, answer("1")]], undefined],
    ["a read of anything", [[`GET ${ITEM}`, literal]], undefined],
    ["a fresh id", [[`DELETE ${ITEM}`, fresh]], undefined],
    [
      "an id that an earlier call sent, fresh",
      [
        [`GET ${ITEM}`, fresh],
        [`DELETE ${ITEM}`, sent("1")],
      ],
      undefined,
    ],
    ["an id of the file", [[`DELETE ${ITEM}`, literal]], "1"],
    ["an id that was read from a list", [["GET /customers"], [`DELETE ${ITEM}`, answer("1")]], "2"],
    [
      "an id that an earlier call sent, of the file",
      [
        [`GET ${ITEM}`, literal],
        [`DELETE ${ITEM}`, sent("1")],
      ],
      "2",
    ],
    ["an id of a later call", [[`DELETE ${ITEM}`, answer("2")], ["POST /customers"]], "1"],
  ] as const)("%s", async (_, steps, foreign) => {
    const api = await loadApi(documentPath("shop"));
    if (!api.ok) throw new Error("no document");
    expect(foreignWrite(conversation(...steps), guessSemantics(api.value))?.id).toBe(foreign);
  });
});

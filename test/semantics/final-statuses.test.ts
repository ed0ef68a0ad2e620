import { describe, expect, it } from "vitest";
import type { Operation } from "#openapi/api";
import { finalAmong } from "#semantics/final-statuses";
import { apiOf } from "../run/test-against.js";

function saying(description: string): Operation {
  const responses = { "200": { description: "" } };
  const api = apiOf({
    openapi: "3.0.3",
    info: { title: "Visits", version: "1" },
    paths: { "/visits/status": { put: { description, responses } } },
  });
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("there is one");
  return operation;
}

const CHOICES = ["cancelled", "done", "noShow"];

describe("statuses that the words call final", () => {
  it.each([
    ["Only a `booked` visit can change its status.", "booked", CHOICES],
    ["Only done visits may leave this state.", "done", ["cancelled", "noShow"]],
    ["Cancelled and no-show are final.", undefined, ["cancelled", "noShow"]],
    ["Only a booked visit can be changed.", undefined, []],
    ["The decision of the doctor is final.", undefined, []],
    ["Sets the status.", undefined, []],
  ])("%s", (words, onlyFrom, final) => {
    expect(finalAmong(saying(words), CHOICES)).toEqual({
      ...(onlyFrom === undefined ? {} : { onlyFrom }),
      final,
    });
  });
});

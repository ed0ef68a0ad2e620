import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { whyRefused } from "#semantics/read-refusal";

function refusedWith(value: Json): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    call: { id: "c", operation: "POST /books", ...inputs },
    request: { method: "POST", url: "http://x/books", headers: {}, inputs },
    outcome: {
      kind: "response",
      status: 400,
      headers: {},
      body: { kind: "json", value, text: JSON.stringify(value) },
      redirects: 0,
    },
    milliseconds: 1,
  };
}

describe("why a call was refused", () => {
  it.each<[Json, string]>([
    [{ detail: "Not authenticated" }, "Not authenticated"],
    [
      { detail: [{ loc: ["body", "age"], msg: "Input should be an integer" }] },
      "body.age: Input should be an integer",
    ],
    [{ isbn: ["This field is required."], title: ["Too long."] }, "isbn: This field is required."],
    [{ errors: { name: ["has already been taken"] } }, "name: has already been taken"],
    [{ errors: [{ field: "age", defaultMessage: "must be positive" }] }, "age: must be positive"],
    [{ statusCode: 400, message: ["name must be a string"], error: "Bad Request" }, "name must be a string"],
    [
      { message: "The body is not valid", details: [{ field: "ruleId", message: "no such rule" }] },
      "ruleId: no such rule",
    ],
    [
      { title: "One or more validation errors occurred.", errors: { name: ["It is required."] } },
      "name: It is required.",
    ],
    [{ title: "Not so", errors: {} }, "Not so"],
    [{ message: "Not so", details: [{ hint: "ask somebody" }] }, "Not so"],
  ])("%j says %j", (body, said) => {
    expect(whyRefused(refusedWith(body))).toBe(`it answers 400: ${said}`);
  });

  it("is not guessed from members that are no messages", () => {
    expect(whyRefused(refusedWith({ id: 1, tags: ["a"] }))).toBe("it answers 400");
  });
});

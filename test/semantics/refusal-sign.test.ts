import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { HttpResponse, SaidMeaning } from "#calls/exchange";
import { NO_SIGNS, type RefusalSign } from "#calls/refusal-sign";
import { absenceIn, meaningIn, signsDeclared, signsIn } from "#semantics/refusal-sign";
import { apiOf } from "../run/test-against.js";

function answer(value: Json, status = 200): HttpResponse {
  const body = { kind: "json", value, text: JSON.stringify(value) } as const;
  return { kind: "response", status, headers: {}, body, redirects: 0 };
}

function meaningBy(refusals: readonly RefusalSign[], response: HttpResponse): SaidMeaning | undefined {
  return meaningIn({ ...NO_SIGNS, refusals }, response)?.means;
}

describe("signs of a refusal in a success", () => {
  it.each<[Json, readonly string[]]>([
    [{ ok: false }, ["ok"]],
    [{ success: false, error: "no" }, ["success", "error"]],
    [{ status: "error" }, ["status"]],
    [{ code: 404 }, ["code"]],
    [{ errors: [] }, []],
    [{ error: null }, []],
    [{ ok: true, status: "active", code: 7 }, []],
    [["error"], []],
    ["error", []],
  ])("%j has %j", (body, members) => {
    expect(signsIn(body).map(({ member }) => member)).toEqual(members);
  });

  it("count only once they were learned", () => {
    expect(meaningBy([], answer({ ok: false }))).toBeUndefined();
    expect(meaningBy(signsIn({ ok: false }), answer({ ok: false }))).toBe("refused");
    expect(meaningBy(signsIn({ ok: false }), answer({ ok: true }))).toBeUndefined();
  });

  it("are no matter where the status says it already", () => {
    expect(meaningBy(signsIn({ ok: false }), answer({ ok: false }, 404))).toBeUndefined();
    expect(meaningBy(signsIn({ ok: false }), answer({ ok: false }, 400))).toBeUndefined();
  });

  it.each<[number, SaidMeaning]>([
    [404, "absent"],
    [401, "denied"],
    [422, "refused"],
    [500, "broken"],
  ])("a number in the body means what it means as a status: %i", (code, means) => {
    expect(meaningBy(signsIn({ code }), answer({ code }))).toBe(means);
  });

  test.prop([fc.jsonValue()])("whatever a body holds, a sign found in it holds for it", (value) => {
    const body = value as Json;
    expect(meaningBy(signsIn(body), answer(body)) !== undefined).toBe(signsIn(body).length > 0);
  });
});

describe("what is said of things that are not there", () => {
  const missing = answer({ message: "No such booking: 4711" }, 400);
  const absence = absenceIn(missing, true);

  it("is known again with another id", () => {
    const absences = absence === undefined ? [] : [absence];
    const signs = { ...NO_SIGNS, absences };
    expect(meaningIn(signs, answer({ message: "No such booking: 9" }, 400))?.means).toBe("absent");
    expect(meaningIn(signs, answer({ message: "No such booking: 9" }, 500))?.means).toBeUndefined();
    expect(meaningIn(signs, answer({ message: "The name is too long" }, 400))?.means).toBeUndefined();
  });

  it("needs words: a failure may be about anything", () => {
    expect(absenceIn(answer({ error: "Internal Server Error" }, 500), false)).toBeUndefined();
    expect(absenceIn(answer({ error: "Bad Request" }, 400), true)).toBeUndefined();
    expect(absenceIn(answer({ error: "record not found" }, 500), false)).toBeDefined();
  });

  it("is not kept where the status says it", () => {
    expect(absenceIn(answer({ error: "not found" }, 404), true)).toBeUndefined();
  });
});

describe("signs that a document declares", () => {
  const answers = (properties: Json): Json => ({
    responses: {
      "200": {
        description: "",
        content: { "application/json": { schema: { type: "object", properties } } },
      },
    },
  });
  const declared = async (...bodies: readonly Json[]) => {
    const paths = Object.fromEntries(bodies.map((body, index) => [`/p${index}`, { get: answers(body) }]));
    return signsDeclared(await apiOf({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths }));
  };
  const word = (...choices: readonly string[]): Json => ({ type: "string", enum: [...choices] });

  it("are a choice of two, one of them a failure, in several operations", async () => {
    const body = { status: word("success", "error"), data: {} };
    expect(await declared(body, body)).toEqual([
      { member: "status", says: "a word of failure", word: "error" },
    ]);
    expect(await declared(body)).toEqual([]);
  });

  it("are not the statuses of a job", async () => {
    const job = { status: word("queued", "done", "failed") };
    expect(await declared(job, job)).toEqual([]);
  });

  it("are flags of success", async () => {
    const body = { success: { type: "boolean" } };
    expect(await declared(body, body)).toEqual([{ member: "success", says: "false" }]);
  });
});

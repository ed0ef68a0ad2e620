import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { HttpResponse } from "#calls/exchange";
import { saysRefused, signsIn } from "#semantics/refusal-sign";

function answer(value: Json, status = 200): HttpResponse {
  const body = { kind: "json", value, text: JSON.stringify(value) } as const;
  return { kind: "response", status, headers: {}, body, redirects: 0 };
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
    expect(saysRefused([], answer({ ok: false }))).toBe(false);
    expect(saysRefused(signsIn({ ok: false }), answer({ ok: false }))).toBe(true);
    expect(saysRefused(signsIn({ ok: false }), answer({ ok: true }))).toBe(false);
  });

  it("are no matter where the status says it already", () => {
    expect(saysRefused(signsIn({ ok: false }), answer({ ok: false }, 404))).toBe(false);
  });

  test.prop([fc.jsonValue()])("whatever a body holds, a sign found in it holds for it", (value) => {
    const body = value as Json;
    expect(saysRefused(signsIn(body), answer(body))).toBe(signsIn(body).length > 0);
  });
});

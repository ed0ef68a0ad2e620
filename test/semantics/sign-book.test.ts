import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange, HttpResponse } from "#calls/exchange";
import { NO_SIGNS } from "#calls/refusal-sign";
import { SignBook } from "#semantics/sign-book";

function answer(value: Json, status: number): HttpResponse {
  const body = { kind: "json", value, text: JSON.stringify(value) } as const;
  return { kind: "response", status, headers: {}, body, redirects: 0 };
}

function exchange(value: Json, status: number): Exchange {
  const inputs = { path: {}, query: {}, header: {}, cookie: {} };
  return {
    call: { id: "a call", operation: "GET /things", ...inputs },
    request: { method: "GET", url: "http://localhost/things", headers: {}, inputs },
    outcome: answer(value, status),
    milliseconds: 1,
  };
}

function opened(...heard: readonly Exchange[]): SignBook {
  const book = new SignBook();
  book.open(NO_SIGNS);
  for (const one of heard) book.hear(one);
  return book;
}

describe("what a service's refusals say", () => {
  it("means the same in a success", () => {
    const book = opened(exchange({ status: "error", message: "no name" }, 400));
    expect(book.meaningIn(answer({ status: "error", message: "no room" }, 200))).toBe("refused");
    expect(book.meaningIn(answer({ status: "success", data: { id: 1 } }, 200))).toBeUndefined();
  });

  it("means nothing beside members that refusals do not have", () => {
    const book = opened(exchange({ errors: ["no name"] }, 422), exchange({ status: "failed" }, 400));
    expect(book.meaningIn(answer({ imported: 2, errors: ["line 3"] }, 200))).toBeUndefined();
    expect(book.meaningIn(answer({ id: 7, status: "failed" }, 200))).toBeUndefined();
    expect(book.meaningIn(answer({ errors: ["no name"] }, 200))).toBe("refused");
  });

  it("is the word that they use", () => {
    const book = opened(exchange({ status: "error" }, 400));
    expect(book.meaningIn(answer({ status: "failed" }, 200))).toBeUndefined();
  });

  it("is learned no more once the book is closed", () => {
    const book = opened();
    book.close();
    book.hear(exchange({ ok: false }, 400));
    expect(book.meaningIn(answer({ ok: false }, 200))).toBeUndefined();
  });

  it("is stored with a fault only where it told something", () => {
    const book = opened(exchange({ error: "no name" }, 400));
    expect(book.telling).toEqual([]);
    book.meaningIn(answer({ error: "no room" }, 200));
    expect(book.telling).toEqual([{ member: "error", says: "something", among: ["error"] }]);
  });
});

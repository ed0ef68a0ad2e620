import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Exchange, HttpResponse } from "#calls/exchange";
import { Concern } from "#run/concern";
import { NO_RESOURCE } from "#semantics/semantics";

const concern = () => new Concern([{ ...NO_RESOURCE, name: "book", idFields: ["bookId", "id"] }]);

interface Said {
  readonly status?: number;
  readonly path?: Record<string, Json>;
  readonly sent?: Json;
  readonly body?: Json;
  readonly headers?: HttpResponse["headers"];
}

function made(method: string, { status = 201, path = {}, sent, body, headers = {} }: Said): Exchange {
  const content = sent === undefined ? {} : { body: { contentType: "application/json", content: sent } };
  const inputs = { path, query: {}, header: {}, cookie: {}, ...content };
  const call = { id: method, operation: `${method} /books`, path: {}, query: {}, header: {}, cookie: {} };
  const answered =
    body === undefined
      ? ({ kind: "empty" } as const)
      : ({ kind: "json", value: body, text: JSON.stringify(body) } as const);
  return {
    call,
    request: { method, url: "http://localhost/books", headers: {}, inputs },
    outcome: { kind: "response", status, headers, body: answered, redirects: 0 },
    milliseconds: 1,
  };
}

describe("the elements of a list that concern a sequence", () => {
  it.each<[string, Exchange]>([
    ["in the answer", made("POST", { body: { id: 7 } })],
    ["in the envelope of an answer", made("POST", { body: { data: { bookId: "7" } } })],
    ["in what was sent", made("PUT", { sent: { bookId: 7 } })],
    ["in the path", made("PATCH", { path: { bookId: 7 } })],
    ["in Location", made("POST", { headers: { location: "/books/7" } })],
  ])("name a thing whose id stands %s", (_, exchange) => {
    const isOurs = concern().after([exchange]);
    expect(isOurs({ loan: 1, bookId: 7 })).toBe(true);
    expect(isOurs({ loan: 1, book: { id: 7 } })).toBe(true);
    expect(isOurs(7)).toBe(true);
    expect(isOurs({ loan: 1, bookId: 8 })).toBe(false);
  });

  it("do not name what was only looked at, or could not be made", () => {
    const [look, refused] = [
      made("GET", { path: { bookId: 7 } }),
      made("POST", { status: 409, body: { id: 7 } }),
    ];
    expect(concern().after([look, refused])({ bookId: 7 })).toBe(false);
  });

  it("were no strangers before the call: that a new thing has their number is chance", () => {
    const around = concern();
    const [old, own] = [
      { loan: 7, bookId: 3 },
      { loan: 9, bookId: 7 },
    ];
    expect(around.before([])(old)).toBe(false);
    const after = around.after([made("POST", { body: { id: 7 } })]);
    expect([old, own, { ...old, bookId: 7 }].map(after)).toEqual([false, true, true]);
  });
});

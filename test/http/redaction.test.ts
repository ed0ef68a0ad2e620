import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { FILTERED } from "#base/filtered";
import type { Call } from "#calls/call";
import { addSecrets } from "#http/add-secrets";
import { executeCall } from "#http/execute-call";
import { filterSecrets } from "#http/filter-secrets";
import { createRedactor } from "#http/redactor";
import { call, context, operation, service, target } from "./service.js";

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)));
/** Without brackets: with them it could come about anew between the mask and what follows. */
const longSecret = fc
  .string({ minLength: 8, unit: "grapheme" })
  .filter((text) => !/[[\]]/.test(text) && !FILTERED.includes(text));

function redactorFor(...secrets: readonly string[]) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe("the redactor", () => {
  property.prop([longSecret, fc.string(), fc.string()])(
    "leaves no long secret, plain or encoded",
    (secret, before, after) => {
      const redactor = redactorFor(secret);
      const forms = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString("base64"),
        JSON.stringify(secret).slice(1, -1),
      ];
      for (const form of forms) expect(redactor.redact(`${before}${form}${after}`)).not.toContain(form);
    },
  );

  property.prop([json, longSecret])("changes nothing where there is no secret", (value, secret) => {
    fc.pre(!JSON.stringify(value).includes(JSON.stringify(secret).slice(1, -1)));
    fc.pre(!JSON.stringify(value).includes(secret));
    expect(createRedactor().redactJson(value)).toBe(value);
    expect(redactorFor(secret).redactJson({ a: [value] })).toEqual({ a: [value] });
  });

  property.prop([json, longSecret])("finds a secret anywhere in JSON", (value, secret) => {
    const hidden = { [secret]: [value, { deep: `x${secret}y` }] };
    expect(JSON.stringify(redactorFor(secret).redactJson(hidden))).not.toContain(
      JSON.stringify(secret).slice(1, -1),
    );
  });

  it.each([
    ["abc", "abc abc", "abc abc"],
    ["test", "test latest testing test-1", "test latest testing test-1"],
    ["test", "http://ada:test@host/test", "http://ada:[Filtered]@host/test"],
    ["geheim!!", "xgeheim!!y", "x[Filtered]y"],
    ["a+b*c(d)", "a+b*c(d)", "[Filtered]"],
    ["12345678", "12345678 123456789", "[Filtered] 123456789"],
  ])("treats the secret %s by its length", (secret, text, expected) => {
    expect(redactorFor(secret).redact(text)).toBe(expected);
  });

  it("removes the longer of two secrets, not the shorter from its middle", () => {
    expect(redactorFor("password", "password-of-ann").redact("password-of-ann")).toBe(FILTERED);
  });

  it.each([
    [{ authorization: "Bearer abc" }, { authorization: "Bearer [Filtered]" }],
    [{ authorization: "abc" }, { authorization: FILTERED }],
    [{ cookie: "a=1; b=2" }, { cookie: "a=[Filtered]; b=[Filtered]" }],
    [
      { "set-cookie": "sid=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, t=2; Path=/" },
      {
        "set-cookie": "sid=[Filtered]; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, t=[Filtered]; Path=/",
      },
    ],
    [{ "x-api-key": "1" }, { "x-api-key": FILTERED }],
    [{ "content-type": "text/plain" }, { "content-type": "text/plain" }],
  ])("masks %j by its name", (headers, expected) => {
    expect(createRedactor().redactHeaders(headers)).toEqual(expected);
  });

  it.each(["admin", "administrator"])(
    "filters the short or common secret %s only in the values of credentials",
    (secret) => {
      const redactor = createRedactor((text) => text === "administrator");
      redactor.add(secret);
      const body = {
        [secret]: true,
        role: secret,
        url: `http://${secret}:${secret}@host/${secret}`,
        items: [secret],
      };
      expect(redactor.redactJson(body)).toEqual({
        ...body,
        url: `http://[Filtered]:[Filtered]@host/${secret}`,
      });
      expect(
        redactor.redactJson({ password: `${secret} or so`, token: { kind: "value", value: secret } }),
      ).toEqual({
        password: "[Filtered] or so",
        token: { kind: "value", value: FILTERED },
      });
      expect(redactor.redactJson({ session: { user: secret } })).toEqual({ session: { user: secret } });
      expect(redactor.redactJson({ headers: { "x-api-key": secret, "x-role": secret } })).toEqual({
        headers: { "x-api-key": FILTERED, "x-role": secret },
      });
    },
  );

  it("knows every session that a service gave, however many", () => {
    const redactor = createRedactor();
    for (let index = 0; index < 10_000; index++) redactor.learn(`session-number-${index}`);
    expect(redactor.redact("session-number-9999 session-number-1 session-numbers")).toBe(
      "[Filtered] [Filtered] session-numbers",
    );
  });

  it("knows a secret that a message has cut", () => {
    expect(redactorFor("abcdefghijklmnop").redact("it says abcdefghijk… and abcdefghijk")).toBe(
      "it says [Filtered]… and abcdefghijk",
    );
  });

  it("leaves no end of secrets that overlap", () => {
    expect(redactorFor("abcdefghij", "hijklmnopq").redact("x abcdefghijklmnopq y")).toBe("x [Filtered] y");
  });
});

describe("an exchange", () => {
  const secret = 'pa55/wörd "1"';

  /** Echoes everything it gets, in the body and in headers. */
  const echo = () =>
    service((request, response) => {
      response.setHeader("set-cookie", "sid=0123456789abcdef; HttpOnly; Path=/");
      response.setHeader("x-echo", encodeURIComponent(String(request.headers.authorization)));
      response.setHeader("content-type", "application/json");
      const { url, headers, body } = request;
      const login = Buffer.from(String(headers.authorization).replace("Basic ", ""), "base64").toString();
      response.end(JSON.stringify({ url, headers, body, login, escaped: "\u0070a55" }));
    });

  it("holds no secret in any of its parts once it is filtered", async () => {
    const { url } = await echo();
    const described = operation("POST /{id}", { security: [{ basic: [], key: [] }] });
    const api = {
      operations: [described],
      securitySchemes: {
        basic: { type: "http", scheme: "basic" },
        key: { type: "apiKey", in: "query", name: "k" },
      } as const,
    };
    const credentials = { basic: { user: "ann", password: secret }, apiKey: "key & more" };
    const opened = target(url, { api, credentials, headers: [["x-auth-token", "token-in-a-header"]] });
    const made: Call = call("POST /{id}", {
      path: { id: secret },
      query: { q: [secret, "token-in-a-header"] },
      header: { "X-Own": "token-in-a-header" },
      cookie: { c: "key & more" },
      json: { [secret]: { deep: [`<${secret}>`] } },
    });
    const operations = new Map([[described.key, described]]);
    const first = await executeCall(made, context(opened, { operations }));
    const second = await executeCall(made, context(opened, { operations }));
    const stored = JSON.stringify(filterSecrets([first, second], opened.redactor));
    const secrets = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      "token-in-a-header",
      "key & more",
      "0123456789abcdef",
    ];
    for (const text of secrets.flatMap((plain) => [
      plain,
      encodeURIComponent(plain),
      btoa(unescape(encodeURIComponent(plain))),
    ])) {
      expect(stored).not.toContain(text);
    }
    expect(stored).not.toContain(Buffer.from(`ann:${secret}`).toString("base64"));
    expect(first.outcome).toMatchObject({ status: 200, body: { kind: "json" } });
    expect(stored).toContain(`k=${FILTERED}`);
  });

  it("is as it came inside the run", async () => {
    const { url, received } = await service((_, response) => {
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ token: "token-of-the-user" }));
    });
    const opened = target(url, { credentials: { bearer: "token-of-the-user" } });
    const first = await executeCall(call("POST /login", { id: "login" }), context(opened));
    const source = { in: "response body", pointer: "/token" } as const;
    const next: Call = {
      ...call("GET /me", { id: "me" }),
      query: { t: { kind: "reference", call: "login", source } },
    };
    const second = await executeCall(next, context(opened, { exchanges: [first] }));
    expect(received[1]?.url).toBe("/me?t=token-of-the-user");
    expect(JSON.stringify(filterSecrets([first, second], opened.redactor))).not.toContain(
      "token-of-the-user",
    );
    expect(first.outcome).toMatchObject({ body: { value: { token: "token-of-the-user" } } });
  });
});

it.each([
  ["a URL in small letters", "p%2fw%2b%26%3cord-77"],
  ["a JSON text that escapes slashes", String.raw`p\/w+&<ord-77`],
  ["a page", "p/w+&amp;&lt;ord-77"],
  ["base64 for URLs", Buffer.from("p/w+&<ord-77").toString("base64url")],
])("a secret is also found in %s", (_, text) => {
  const redactor = createRedactor();
  redactor.add("p/w+&<ord-77");
  expect(redactor.redact(`before ${text} after`)).toBe("before [Filtered] after");
});

it("the password in a header that the user wrote as Basic is a secret, too", () => {
  const redactor = createRedactor();
  const value = `Basic ${Buffer.from("ada:long:passw0rd").toString("base64")}`;
  addSecrets(redactor, { headers: [["Authorization", value]] });
  expect(redactor.redact("you said long:passw0rd")).toBe("you said [Filtered]");
});

import type { Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { executeCall } from "#http/execute-call";
import { call, context, outcomeOf, rawService, service, target } from "./service.js";

/** What a service can do to its client, and the outcome that the record then shows. */
const LIMITS = { maxResponseBytes: 100_000 };
/** Only for those who never finish: a busy machine may need longer than this for any answer. */
const IMPATIENT = { ...LIMITS, requestTimeout: 300 };

const head = (text: string): string => `HTTP/1.1 200 OK\r\n${text}\r\n`;

const answers: readonly { name: string; answer: (socket: Socket) => void; outcome: string | RegExp }[] = [
  { name: "text that is no HTTP", answer: (s) => s.end("SSH-2.0-OpenSSH_9.6\r\n"), outcome: "garbage" },
  {
    name: "random bytes",
    answer: (s) => s.end(Buffer.from([0, 1, 2, 255, 254, 13, 10])),
    outcome: "garbage",
  },
  { name: "a hang-up instead of an answer", answer: (s) => s.destroy(), outcome: "reset" },
  { name: "a reset instead of an answer", answer: (s) => s.resetAndDestroy(), outcome: "reset" },
  { name: "half a head", answer: (s) => s.end("HTTP/1.1 200 OK\r\ncontent-"), outcome: "reset" },
  { name: "silence", answer: () => undefined, outcome: "timeout" },
  {
    name: "a reset in the middle of the body",
    answer: (s) => {
      s.write(`${head("content-length: 100\r\n")}abc`);
      setTimeout(() => s.resetAndDestroy(), 20);
    },
    outcome: "reset",
  },
  {
    name: "a shorter body than its content-length",
    answer: (s) => s.end(`${head("content-length: 10\r\n")}abc`),
    outcome: "reset",
  },
  {
    name: "a longer body than its content-length",
    answer: (s) => s.end(`${head("content-length: 2\r\ncontent-type: text/plain\r\n")}abc`),
    outcome: "200 text ab",
  },
  {
    name: "two content-lengths that disagree",
    answer: (s) => s.end(`${head("content-length: 2\r\ncontent-length: 3\r\n")}abc`),
    outcome: "reset",
  },
  {
    name: "an invalid chunk",
    answer: (s) => s.end(`${head("transfer-encoding: chunked\r\n")}3\r\nabc\r\nxyz\r\n`),
    outcome: "garbage",
  },
  {
    name: "chunks that just end",
    answer: (s) => s.end(`${head("transfer-encoding: chunked\r\n")}3\r\nabc\r\n`),
    outcome: "reset",
  },
  {
    name: "a body that never ends",
    answer: (s) => {
      s.write(head("content-type: text/plain\r\n"));
      const pump = (): void => {
        while (!s.destroyed && s.write("x".repeat(10_000)));
      };
      s.on("drain", pump);
      pump();
    },
    outcome: "too large",
  },
  {
    name: "a byte now and then",
    answer: (s) => {
      s.write(head("content-type: text/plain\r\n"));
      const timer = setInterval(() => (s.destroyed ? clearInterval(timer) : s.write("x")), 20);
    },
    outcome: "timeout",
  },
  {
    name: "a header now and then",
    answer: (s) => {
      s.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => (s.destroyed ? clearInterval(timer) : s.write("x-a: b\r\n")), 20);
    },
    outcome: "timeout",
  },
  {
    name: "server-sent events",
    answer: (s) => s.write(`${head("content-type: text/event-stream\r\n")}data: 1\n\n`),
    outcome: "timeout",
  },
  {
    name: "huge headers",
    answer: (s) => s.end(head(`x-a: ${"y".repeat(100_000)}\r\ncontent-length: 0\r\n`)),
    outcome: "too large",
  },
  {
    name: "very many headers",
    answer: (s) => s.end(head(`${"a: b\r\n".repeat(600)}content-length: 0\r\n`)),
    outcome: "too large",
  },
  {
    name: "headers named like members of every object",
    answer: (s) => s.end(head("__proto__: a\r\nconstructor: b\r\nconstructor: c\r\ncontent-length: 0\r\n")),
    outcome: "200",
  },
  {
    name: "an early hint before the answer",
    answer: (s) => s.end(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${head("content-length: 0\r\n")}`),
    outcome: "200",
  },
  {
    name: "a 204 with a body",
    answer: (s) => s.end("HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nabc"),
    outcome: /^(204|garbage|reset)$/,
  },
  {
    name: "an upgrade that nobody asked for",
    answer: (s) =>
      s.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
    outcome: "garbage",
  },
  {
    name: "the answer of HTTP/1.0",
    answer: (s) => s.end('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"a":1}'),
    outcome: '200 json {"a":1}',
  },
];

describe("a service that answers with", () => {
  it.each(answers)("$name", async ({ answer, outcome }) => {
    const url = await rawService((socket) => answer(socket));
    const seen = await outcomeOf(target(url, outcome === "timeout" ? IMPATIENT : LIMITS), "POST /");
    if (typeof outcome === "string") expect(seen).toBe(outcome);
    else expect(seen).toMatch(outcome);
  });

  it("a 204 with a body does not spoil the next call", async () => {
    const url = await rawService((socket, request) =>
      request.startsWith("GET /second")
        ? socket.write(`${head("content-length: 2\r\ncontent-type: text/plain\r\n")}ok`)
        : socket.write("HTTP/1.1 204 No Content\r\n\r\nabc"),
    );
    const opened = target(url, LIMITS);
    await outcomeOf(opened, "GET /first");
    expect(await outcomeOf(opened, "GET /second")).toBe("200 text ok");
  });
});

describe("a compressed body", () => {
  const json = Buffer.from('{"a":"ä"}');
  const encodings: readonly [string, Buffer, string][] = [
    ["gzip", gzipSync(json), '200 json {"a":"ä"}'],
    ["x-gzip", gzipSync(json), '200 json {"a":"ä"}'],
    ["deflate", deflateSync(json), '200 json {"a":"ä"}'],
    ["deflate", deflateRawSync(json), '200 json {"a":"ä"}'],
    ["br", brotliCompressSync(json), '200 json {"a":"ä"}'],
    ["gzip, br", brotliCompressSync(gzipSync(json)), '200 json {"a":"ä"}'],
    ["identity", json, '200 json {"a":"ä"}'],
    ["gzip", json, "garbage"],
    ["gzip", gzipSync(json).subarray(0, 15), "garbage"],
    ["gzip, gzip, gzip, gzip", gzipSync(json), "garbage"],
    ["gzip", gzipSync(Buffer.alloc(50_000_000)), "too large"],
    ["br", brotliCompressSync(Buffer.alloc(5_000_000)), "too large"],
    ["gzip", Buffer.alloc(0), "200"],
  ];
  it.each(encodings)("in %s is read within its bounds", async (encoding, body, outcome) => {
    const { url } = await service((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(body);
    });
    expect(await outcomeOf(target(url, LIMITS), "GET /")).toBe(outcome);
  });
});

describe("a body", () => {
  const bodies: readonly [string, string | undefined, Buffer | string, string][] = [
    ["JSON", "application/json", '{"a":[1,null]}', '200 json {"a":[1,null]}'],
    ["JSON of a vendor", "application/vnd.api+json; charset=utf-8", "[]", "200 json []"],
    ["JSON that is none", "application/json", "<html>", "200 invalid json <html>"],
    ["JSON behind a byte order mark", "application/json", "\u{FEFF}{}", "200 json {}"],
    ["a bare JSON number", "application/json", "12345678901234567890", "200 json 12345678901234567000"],
    ["JSON without a content type", undefined, '{"a":1}', '200 json {"a":1}'],
    ["JSON called text", "text/plain", '{"a":1}', '200 json {"a":1}'],
    ["text that begins like JSON", "text/plain", "{a", "200 text {a"],
    ["text that is a number", "text/plain", "17", "200 text 17"],
    ["Latin-1", "text/plain; charset=ISO-8859-1", Buffer.from([0xe9]), "200 text é"],
    ["an unknown charset", "text/plain; charset=klingon", "é", "200 text é"],
    ["an image", "image/png", Buffer.from([137, 80, 78, 71]), "200 binary 4"],
    ["bytes without a content type", undefined, Buffer.from([0, 255, 0]), "200 binary 3"],
    ["XML", "application/problem+xml", "<a/>", "200 text <a/>"],
  ];
  it.each(bodies)("of %s", async (_, contentType, body, outcome) => {
    const { url } = await service((_, response) => {
      if (contentType !== undefined) response.setHeader("content-type", contentType);
      response.end(body);
    });
    expect(await outcomeOf(target(url), "GET /")).toBe(outcome);
  });

  it("nested a million times over is text, and not a crash", async () => {
    const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    const { url } = await service((_, response) => {
      response.setHeader("content-type", "application/json").end(deep);
    });
    const { outcome } = await executeCall(call("GET /"), context(target(url)));
    expect(outcome).toMatchObject({ kind: "response", body: { kind: "text", invalidJson: false } });
  });

  it("of a HEAD is empty whatever its headers say", async () => {
    const { url } = await service((_, response) => {
      response.writeHead(200, { "content-length": "5", "content-encoding": "gzip" }).end();
    });
    expect(await outcomeOf(target(url), "HEAD /")).toBe("200");
  });
});

describe("a keep-alive connection that the service closes", () => {
  /** Answers the first request on each connection and hangs up on the second. */
  const forgetful = (): Promise<string> => {
    const seen = new WeakSet<Socket>();
    return rawService((socket) => {
      if (seen.has(socket)) socket.destroy();
      else socket.write(head("content-length: 0\r\n"));
      seen.add(socket);
    });
  };

  it("costs a GET a second try", async () => {
    const opened = target(await forgetful(), { concurrency: 1 });
    expect(await outcomeOf(opened, "GET /")).toBe("200");
    expect(await outcomeOf(opened, "GET /")).toBe("200");
    expect(opened.requests).toBe(3);
  });

  it("costs a POST its answer, because it may have been carried out", async () => {
    const opened = target(await forgetful(), { concurrency: 1 });
    expect(await outcomeOf(opened, "POST /")).toBe("200");
    expect(await outcomeOf(opened, "POST /")).toBe("reset");
    expect(opened.requests).toBe(2);
  });
});

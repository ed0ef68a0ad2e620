import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Clock } from "#http/clock";
import { executeCall } from "#http/execute-call";
import { createPacing } from "#http/pacing";
import { probeTarget } from "#http/probe-target";
import { parseRateLimit } from "#http/rate-limit";
import { openTarget } from "#http/target";
import { call, context, outcomeOf, rawService, service, target } from "./service.js";

/** A clock that jumps: whoever sleeps is woken at once, later. */
function jumpingClock(start = 1_000_000): Clock & { slept: number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      if (milliseconds <= 0) return;
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}

describe("a redirect", () => {
  /** `/old` answers with the status, everything else with what it got. */
  async function redirecting(status: number, location = "/new") {
    return await service((request, response) => {
      if (request.url === "/old") response.writeHead(status, { location }).end();
      else response.setHeader("content-type", "text/plain").end(`${request.method} ${request.body}`);
    });
  }

  it.each([
    [301, "GET", "GET "],
    [301, "POST", "GET "],
    [301, "PUT", 'PUT {"a":1}'],
    [302, "POST", "GET "],
    [303, "POST", "GET "],
    [303, "DELETE", "GET "],
    [307, "POST", 'POST {"a":1}'],
    [308, "PATCH", 'PATCH {"a":1}'],
  ])("of status %i makes of a %s a %s", async (status, method, seen) => {
    const { url } = await redirecting(status);
    const json = method === "GET" ? {} : { json: { a: 1 } };
    const { outcome } = await executeCall(call(`${method} /old`, json), context(target(url)));
    expect(outcome).toMatchObject({ status: 200, redirects: 1, body: { text: seen } });
  });

  it.each([
    [304, "/new"],
    [302, "ftp://h/"],
    [302, "http://[broken"],
  ])("of status %i to %s is the answer", async (status, location) => {
    const { url } = await redirecting(status, location);
    expect(await outcomeOf(target(url), "GET /old")).toBe(String(status));
  });

  it("in a circle ends after five", async () => {
    const { url, received } = await redirecting(302, "/old");
    const { outcome } = await executeCall(call("GET /old"), context(target(url)));
    expect(outcome).toMatchObject({ status: 302, redirects: 5 });
    expect(received).toHaveLength(6);
  });

  it("to another host takes no credentials, no cookies and no headers of the user along", async () => {
    const other = await service((_, response) => void response.end());
    const { url } = await service((_, response) => {
      response.writeHead(302, { location: `${other.url}/there`, "set-cookie": "sid=1; Path=/" }).end();
    });
    const headers = [
      ["authorization", "Bearer secret-token"],
      ["x-tenant", "acme"],
    ] as const;
    await outcomeOf(target(url, { headers }), "GET /", {});
    const [seen] = other.received;
    expect(seen?.headers["x-piolet-run-id"]).toBe("run-1");
    expect(seen?.headers).not.toHaveProperty("authorization");
    expect(seen?.headers).not.toHaveProperty("x-tenant");
  });

  it("to another host is not followed by a write", async () => {
    const other = await service((_, response) => void response.end());
    const { url } = await service(
      (_, response) => void response.writeHead(307, { location: other.url }).end(),
    );
    expect(await outcomeOf(target(url), "POST /")).toBe("307");
    expect(other.received).toHaveLength(0);
  });
});

describe("a service that asks to wait", () => {
  async function busy(times: number, status: number, retryAfter?: string) {
    return await service((_, response, number) => {
      if (number > times) response.end();
      else response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
    });
  }
  const date = new Date(1_000_000 + 7_000).toUTCString();

  it.each([
    ["in seconds", 429, "2", [2_000]],
    ["until a date", 503, date, [7_000]],
    ["without saying how long", 429, undefined, [1_000]],
    ["in nonsense", 429, "soon", [1_000]],
  ])("%s is asked again then", async (_, status, retryAfter, slept) => {
    const { url } = await busy(1, status, retryAfter);
    const clock = jumpingClock();
    expect(await outcomeOf(target(url, { clock }), "POST /")).toBe("200");
    expect(clock.slept).toEqual(slept);
  });

  it.each([
    ["a 503 that names no time is the answer", 503, undefined, "503", 1],
    ["too long a wait is not waited", 429, "3600", "429", 1],
    ["after three tries the answer stands", 429, "1", "429", 4],
  ])("%s", async (_, status, retryAfter, outcome, requests) => {
    const { url } = await busy(100, status, retryAfter);
    const opened = target(url, { clock: jumpingClock() });
    expect(await outcomeOf(opened, "GET /")).toBe(outcome);
    expect(opened.requests).toBe(requests);
  });
});

describe("pacing", () => {
  it.each([
    ["100/s", { count: 100, milliseconds: 1_000 }],
    [" 5 / M ", { count: 5, milliseconds: 60_000 }],
    ["1/h", { count: 1, milliseconds: 3_600_000 }],
  ])("reads %s", (text, value) => {
    expect(parseRateLimit(text)).toEqual({ ok: true, value, problems: [] });
  });

  it.each(["", "100", "0/s", "-1/s", "1.5/s", "10/d", "fast", "1/s/s"])("refuses %j", (text) => {
    expect(parseRateLimit(text).problems).toMatchObject([{ code: "rate-limit-invalid" }]);
  });

  property.prop([fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60 })])(
    "never lets more through in any window than the limit says",
    async (count, arrivals) => {
      const clock = jumpingClock();
      const pacing = createPacing(clock, { concurrency: 3, rateLimit: { count, milliseconds: 1_000 } });
      const starts: number[] = [];
      for (let index = 0; index < arrivals; index++) {
        const leave = await pacing.enter();
        starts.push(clock.now());
        leave?.();
      }
      starts.forEach((start, index) => {
        const window = starts.slice(index).filter((other) => other < start + 999.999);
        expect(window.length).toBeLessThanOrEqual(count);
      });
    },
  );

  it("lets no more calls run at once than allowed, and all of them in the end", async () => {
    let [now, most] = [0, 0];
    const { url } = await service((_, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 5);
    });
    const opened = target(url, { concurrency: 3 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(opened, "GET /")));
    expect(new Set(outcomes)).toEqual(new Set(["200"]));
    expect(most).toBe(3);
  });

  it("does not let one who gave up take a place with him", async () => {
    const pacing = createPacing(jumpingClock(), { concurrency: 1 });
    const first = await pacing.enter();
    const controller = new AbortController();
    const [second, third] = [pacing.enter(controller.signal), pacing.enter()];
    controller.abort();
    expect(await second).toBeUndefined();
    first?.();
    expect(await third).toBeTypeOf("function");
  });
});

describe("a run", () => {
  it("stops asking when its budget is spent", async () => {
    const { url, received } = await service((_, response) => void response.end());
    const opened = target(url, { maxRequests: 2 });
    const outcomes = [
      await outcomeOf(opened, "GET /"),
      await outcomeOf(opened, "GET /"),
      await outcomeOf(opened, "GET /"),
    ];
    expect(outcomes).toEqual(["200", "200", "cancelled"]);
    expect(received).toHaveLength(2);
  });

  it("sends nothing more when it is cancelled, and finishes what is on its way", async () => {
    const controller = new AbortController();
    const { url, received } = await service((request, response) => {
      controller.abort();
      if (request.url === "/") response.writeHead(303, { location: "/made" });
      response.end();
    });
    const opened = target(url);
    expect(await outcomeOf(opened, "POST /", { signal: controller.signal })).toBe("200");
    expect(await outcomeOf(opened, "GET /", { signal: controller.signal })).toBe("cancelled");
    expect(received).toHaveLength(2);
  });

  it("after the target is closed is cancelled", async () => {
    const { url } = await service((_, response) => void response.end());
    const opened = target(url);
    expect(await outcomeOf(opened, "GET /")).toBe("200");
    await opened.close();
    expect(await outcomeOf(opened, "GET /")).toBe("cancelled");
  });

  it("leaves no timer behind that would keep the process alive", async () => {
    const { url } = await service((_, response) => void response.end());
    const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await outcomeOf(target(url), "GET /");
    expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length).toBeLessThanOrEqual(
      before,
    );
  });
});

describe("first contact", () => {
  it("is made with anything that answers HTTP", async () => {
    const { url } = await service((_, response) => void response.writeHead(404).end());
    expect(await probeTarget(target(url), "run-1")).toMatchObject({ ok: true });
  });

  it.each([
    ["nothing listens", async () => "http://127.0.0.1:1", /refused/],
    ["nothing listens on either family", async () => "http://localhost:1", /refused/],
    ["the name is unknown", async () => "http://no-such-host.invalid", /does not resolve|in time/],
    ["it is no HTTP", () => rawService((socket) => void socket.end("220 smtp ready\r\n")), /not HTTP/],
    ["it is silent", () => rawService(() => undefined), /no answer within/],
    [
      "it is HTTP and not HTTPS",
      async () => (await service((_, r) => void r.end())).url.replace("http:", "https:"),
      /plain HTTP, not TLS/,
    ],
  ])("fails when %s, and says so", async (_, url, message) => {
    const result = await probeTarget(target(await url(), { requestTimeout: 1_000 }), "run-1");
    expect(result.problems).toMatchObject([
      { code: "target-unreachable", message: expect.stringMatching(message) },
    ]);
    expect(result.problems[0]?.hint).not.toBe("");
  });

  it.each([
    [{ url: "localhost:8080" }, "target-url-invalid"],
    [{ url: "/api" }, "target-url-invalid"],
    [{ url: "file:///etc/passwd" }, "target-url-invalid"],
    [{ url: "http://user:pass@h" }, "target-url-invalid"],
    [{ url: "http://h", proxy: "nonsense" }, "proxy-invalid"],
    [{ url: "http://h", tls: { ca: "x", cert: "no pem" } }, "tls-invalid"],
  ])("is refused for %j", (options, code) => {
    const result = openTarget({ version: "0.0.0", ...options });
    expect(result.problems).toMatchObject([{ code }]);
    expect(JSON.stringify(result.problems)).not.toContain("pass@");
  });
});

import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, request as sendRequest } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TlsOptions } from "#http/pools";
import { probeTarget } from "#http/probe-target";
import { proxyFor } from "#http/proxy-for";
import { closeAfterwards, listen, outcomeOf, service, target } from "./service.js";

/** Self-signed for localhost and 127.0.0.1, good until 2126. */
function pem(name: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", `${name}.pem`), "utf8");
}

const serverPair = { cert: pem("server-cert"), key: pem("server-key") };
const clientPair = { cert: pem("client-cert"), key: pem("client-key") };

async function secureService(options: ServerOptions = {}): Promise<string> {
  const server = createTlsServer({ ...serverPair, ...options }, (_, response) => void response.end("safe"));
  return await listen(server as never, "https");
}

describe("TLS", () => {
  const elsewhere = { cert: pem("elsewhere-cert"), key: serverPair.key };
  const isPlain = (url: string) => url.replace("http:", "https:");
  const expired = { cert: pem("expired-cert"), key: serverPair.key };

  it.each<[string, () => Promise<string>, TlsOptions, RegExp, RegExp]>([
    ["self-signed", () => secureService(), {}, /: its certificate is self-signed\.$/, /--tls-ca FILE/],
    [
      "of an authority that nobody knows",
      () => secureService(),
      { ca: clientPair.cert },
      /: its certificate is self-signed\.$/,
      /--tls-ca FILE/,
    ],
    [
      "expired",
      () => secureService(expired),
      { ca: expired.cert },
      /: its certificate has expired\.$/,
      /Renew/,
    ],
    [
      "for another host",
      async () => (await secureService(elsewhere)).replace("127.0.0.1", "localhost"),
      { ca: elsewhere.cert },
      /: its certificate is for another host \(.*DNS:elsewhere\.test\)\.$/,
      /host name that the certificate has/,
    ],
    [
      "not there, because it speaks plain HTTP",
      async () => isPlain((await service((_, response) => void response.end())).url),
      {},
      /: it speaks plain HTTP, not TLS\.$/,
      /http:\/\/ in place of https:\/\//,
    ],
  ])(
    "with a certificate that is %s is refused, in words and with a hint",
    async (_, url, tls, says, hint) => {
      const result = await probeTarget(target(await url(), { tls }), "run-1");
      expect(result.problems).toMatchObject([
        {
          code: "target-unreachable",
          message: expect.stringMatching(says),
          hint: expect.stringMatching(hint),
        },
      ]);
    },
  );

  it.each([
    ["its authority is given", { ca: serverPair.cert }],
    ["the check is off", { verify: false }],
  ])("works when %s", async (_, tls) => {
    expect(await outcomeOf(target(await secureService(), { tls }), "GET /")).toBe("200 text safe");
  });

  it("shows a client certificate where one is asked for", async () => {
    const url = await secureService({ requestCert: true, rejectUnauthorized: true, ca: clientPair.cert });
    expect(await outcomeOf(target(url, { tls: { ca: serverPair.cert, ...clientPair } }), "GET /")).toBe(
      "200 text safe",
    );
    expect(await outcomeOf(target(url, { tls: { ca: serverPair.cert } }), "GET /")).not.toMatch(/^200/);
  });
});

/** A forward proxy that resolves every name to this machine and counts what it carried. */
async function proxy(authorization?: string) {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const allowed = (request: IncomingMessage): boolean =>
    authorization === undefined || request.headers["proxy-authorization"] === authorization;
  const server = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (!allowed(request)) return void response.writeHead(407).end();
    const { port, pathname } = new URL(request.url ?? "");
    const onward = sendRequest(
      { port, path: pathname, method: request.method, host: "127.0.0.1" },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  server.on("connect", (request, socket: Socket) => {
    seen.push(`CONNECT ${request.url}`);
    sockets.add(socket);
    if (!allowed(request)) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const onward = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    for (const end of [socket, onward]) end.on("error", () => undefined);
  });
  closeAfterwards(async () => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listen(server), seen };
}

async function plainService(): Promise<string> {
  return (await service((_, response) => void response.end("through"))).url;
}

const named = (url: string): string => url.replace("127.0.0.1", "service.test");

describe("a proxy", () => {
  it("carries plain requests as they are", async () => {
    const { url } = await service((_, response) => void response.end("through"));
    const { url: via, seen } = await proxy();
    expect(await outcomeOf(target(named(url), { proxy: via }), "GET /a")).toBe("200 text through");
    expect(seen).toEqual([`GET ${named(url)}/a`]);
  });

  it("is a tunnel for TLS", async () => {
    const url = await secureService();
    const { url: via, seen } = await proxy();
    const tls = { ca: serverPair.cert };
    expect(await outcomeOf(target(named(url), { proxy: via, tls }), "GET /a")).toBe("200 text safe");
    expect(seen).toEqual([`CONNECT ${new URL(named(url)).host}`]);
  });

  it("gets its credentials from its URL", async () => {
    const { url } = await service((_, response) => void response.end("through"));
    const { url: via } = await proxy(`Basic ${btoa("ann:pw")}`);
    const known = via.replace("http://", "http://ann:pw@");
    expect(await outcomeOf(target(named(url), { proxy: known }), "GET /a")).toBe("200 text through");
  });

  it.each([
    ["refuses a tunnel", secureService, async () => (await proxy("Basic nobody")).url, /proxy/],
    ["refuses a request", plainService, async () => (await proxy("Basic nobody")).url, /proxy/],
    ["is down", plainService, async () => "http://127.0.0.1:1", /refused/],
  ])("that %s is a problem with a reason", async (_, url, via, message) => {
    const opened = target(named(await url()), {
      proxy: await via(),
      tls: { verify: false },
      requestTimeout: 1_000,
    });
    const problem = { code: "target-unreachable", message: expect.stringMatching(message) };
    expect((await probeTarget(opened, "run-1")).problems).toMatchObject([problem]);
  });

  it("is not used for this machine", async () => {
    const { url } = await service((_, response) => void response.end("direct"));
    const { url: via, seen } = await proxy();
    expect(await outcomeOf(target(url, { proxy: via }), "GET /")).toBe("200 text direct");
    expect(seen).toEqual([]);
  });

  it.each([
    ["http://localhost:80", "", false],
    ["http://[::1]:80", "", false],
    ["http://api.localhost", "", false],
    ["https://api.example.com", "", true],
    ["https://api.example.com", "example.com", false],
    ["https://api.example.com", ".example.com, other", false],
    ["https://api.example.com", "*.example.com", false],
    ["https://notexample.com", "example.com", true],
    ["https://api.example.com", "api.example.com:443", false],
    ["https://api.example.com", "api.example.com:80", true],
    ["https://api.example.com", "*", false],
  ])("for %s with no_proxy %j: %s", (origin, noProxy, used) => {
    expect(proxyFor(origin, "http://proxy", noProxy) !== undefined).toBe(used);
  });
});

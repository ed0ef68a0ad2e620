import { describe, expect, it } from "vitest";
import type { Call, Sequence } from "#calls/call";
import { execute } from "#http/execute";
import { call, context, describe as describeOutcome, operation, service, target } from "./service.js";

/** A small collection that gives ids. */
async function players() {
  const names = new Map<string, string>();
  return await service((request, response) => {
    const id = request.url.split("/")[2] ?? "";
    response.setHeader("content-type", "application/json");
    if (request.method === "POST") {
      names.set(String(names.size + 1), request.body);
      response.writeHead(201).end(JSON.stringify({ data: { id: names.size } }));
    } else if (!names.has(id)) response.writeHead(404).end();
    else if (request.method === "DELETE" && names.delete(id)) response.writeHead(204).end();
    else response.end(names.get(id));
  });
}

const create = call("POST /players", { id: "create", json: { name: "Ann" } });

function onCreated(method: string, id: string): Call {
  const source = { in: "response body", pointer: "/data/id" } as const;
  return {
    ...call(`${method} /players/{pid}`, { id }),
    path: { pid: { kind: "reference", call: "create", source } },
  };
}

function sequence(...calls: readonly Call[]): Sequence {
  return { id: "s1", purpose: "test", calls };
}

describe("a sequence", () => {
  it("runs on what its own calls created", async () => {
    const { url } = await players();
    const calls = [
      create,
      onCreated("GET", "read"),
      onCreated("DELETE", "delete"),
      onCreated("GET", "reread"),
    ];
    const trace = await execute(sequence(...calls), context(target(url)));
    expect(trace.exchanges.map(describeOutcome)).toEqual([
      '201 json {"data":{"id":1}}',
      '200 json {"name":"Ann"}',
      "204",
      "404",
    ]);
    expect(trace.exchanges[1]?.request).toMatchObject({
      url: `${url}/players/1`,
      inputs: { path: { pid: 1 } },
    });
  });

  it("ends where a call gets no response, unless told to go on", async () => {
    const { url } = await players();
    const calls = [onCreated("GET", "early"), create];
    const stopped = await execute(sequence(...calls), context(target(url)));
    const wentOn = await execute(sequence(...calls), { ...context(target(url)), goOn: true });
    expect(stopped.exchanges.map(describeOutcome)).toEqual(["unresolved"]);
    expect(wentOn.exchanges.map(describeOutcome)).toEqual(["unresolved", '201 json {"data":{"id":1}}']);
    expect(stopped.exchanges[0]?.outcome).toMatchObject({
      message: "response of call create, /data/id: that call has not been made",
    });
  });

  it("does not send what would mean another path", async () => {
    const { url, received } = await players();
    const trace = await execute(
      sequence(call("DELETE /players/{pid}", { path: { pid: ".." } })),
      context(target(url)),
    );
    expect(trace.exchanges.map(describeOutcome)).toEqual(["unsendable"]);
    expect(received).toHaveLength(0);
  });

  it("is the same bytes each time, but for the host", async () => {
    const record = async () => {
      const { url, received } = await players();
      const upload: Call = {
        ...call("POST /players", { id: "upload", header: { "X-B": "2", "X-A": "1" }, cookie: { c: "d" } }),
        body: { contentType: "multipart/form-data", content: { kind: "value", value: { a: 1, b: [1, 2] } } },
      };
      const calls = [
        create,
        upload,
        onCreated("GET", "read"),
        call("GET /players", { id: "q", query: { z: 1, a: [2] } }),
      ];
      const described = new Map([["GET /players", operation("GET /players")]]);
      await execute(sequence(...calls), {
        ...context(target(url, { headers: [["x-own", "h"]], credentials: { bearer: "t" } })),
        operations: described,
      });
      return received.map(({ method, url: path, rawHeaders, body }) => ({
        method,
        path,
        body,
        headers: rawHeaders.map((text, index) => (rawHeaders[index - 1] === "host" ? "HOST" : text)),
      }));
    };
    const [once, again] = [await record(), await record()];
    expect(once).toHaveLength(4);
    expect(again).toEqual(once);
    expect(once[0]?.headers).toEqual(
      expect.arrayContaining(["x-piolet-run-id", "run-1", "x-piolet-case-id", "case-1", "piolet/0.0.0"]),
    );
  });

  it("is sent under any id", async () => {
    const { url, received } = await service((_, response) => void response.end());
    await execute(sequence(call("GET /a")), context(target(url), { caseId: "Fall 1\n→" }));
    expect(received[0]?.headers["x-piolet-case-id"]).toBe("Fall 1%0A%E2%86%92");
  });

  it("goes below the path of the target's URL", async () => {
    const { url, received } = await service((_, response) => void response.end());
    await execute(sequence(call("GET /a")), context(target(`${url}/api/v1/`)));
    expect(received[0]?.url).toBe("/api/v1/a");
  });
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { Outcome } from "#calls/exchange";
import { capturePrevious } from "#glacier/capture-previous";
import { evaluate } from "#glacier/evaluate";
import { createObservationPoint } from "#glacier/observation-point";
import { planReads } from "#glacier/plan-reads";
import type { ReadRequest } from "#glacier/read-request";
import { answer, call, formula } from "./world.js";

/** A real service: players that can be deleted, and a count of the requests under way. */
const players = new Map([1, 2, 3].map((pid) => [String(pid), { pid, name: `player ${pid}` }]));
let busy = 0;
let busiest = 0;
let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    busiest = Math.max(busiest, ++busy);
    setTimeout(() => {
      busy--;
      const [, , pid] = (request.url ?? "").split("/");
      const found: Json | undefined = pid === undefined ? [...players.values()] : players.get(pid);
      if (request.method === "DELETE") players.delete(pid ?? "");
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(found ?? { message: "unknown" }));
    }, 5);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function send(request: Pick<ReadRequest, "method" | "path">): Promise<Outcome> {
  const response = await fetch(base + request.path, { method: request.method });
  return answer(response.status, (await response.json()) as Json);
}

const NEIGHBOURS =
  "for p in previous(response_body(GET /players)) :- p.pid != 2 => response_body(GET /players/{p.pid}) == previous(response_body(GET /players/{p.pid}))";

describe("an observation point", () => {
  it("serves every clause of its moment with one request per url, a few at a time", async () => {
    const before = createObservationPoint(send, { concurrency: 2 });
    const text = "for p in response_body(GET /players) :- response_code(GET /players/{p.pid}) == 200";
    expect((await evaluate(formula(text), { observer: before })).truth).toBe("true");
    expect((await evaluate(formula(text), { observer: before })).truth).toBe("true");
    expect({ issued: before.issued, saved: before.saved, busiest }).toEqual({
      issued: 4,
      saved: 4,
      busiest: 2,
    });
  });

  it("hands what was read after one call to the next call as its before", async () => {
    const clause = formula(NEIGHBOURS);
    const judged = call({ path: { pid: "2" } });
    const before = createObservationPoint(send);
    const previous = await capturePrevious(clause, { before, call: judged });
    const response = await send({ method: "DELETE", path: "/players/2" });
    const after = createObservationPoint(send);
    const evaluation = await evaluate(clause, { observer: after, previous, call: { ...judged, response } });
    expect(evaluation.truth).toBe("true");
    expect([before.issued, after.issued]).toEqual([4, 2]);
    const next = await capturePrevious(
      formula("response_code(GET /players/2) == previous(response_code(GET /players/1))"),
      { before: after, call: judged },
    );
    expect(next.size).toBe(1);
    expect([after.issued, after.saved]).toEqual([2, 1]);
  });

  it("frees its place when a request fails", async () => {
    const point = createObservationPoint(() => Promise.reject(new Error("down")), { concurrency: 1 });
    const read = (path: string) => point.read({ method: "GET", path, pattern: path });
    await expect(read("/a")).rejects.toThrow("down");
    await expect(read("/b")).rejects.toThrow("down");
  });
});

describe("the plan of a formula", () => {
  it.each<[string, string[]]>([
    ["response_code(GET /a) == 200 && response_code(GET /a) != 404", ["now GET /a"]],
    [
      "response_body(GET /a/{x}) == previous(response_body(GET /a/{x}))",
      ["now GET /a/{x}", "before GET /a/{x}"],
    ],
    [
      "for t in response_body(GET /ts), p in response_body(GET /ts/{t.id}/ps) :- response_code(GET /ps/{p}) == 200",
      ["now GET /ts", "now GET /ts/{t.id}/ps per t", "now GET /ps/{p} per p"],
    ],
    [
      "response_code(GET /a/{response_body(GET /b).id}) == 200",
      ["now GET /b", "now GET /a/{response_body(GET /b){id}} after reads"],
    ],
    [
      "response_code(GET /a/response_body(this){id}?x=1) == 200",
      ["now GET /a/{response_body(this){id}}?x=1 after the response"],
    ],
    ["T", []],
  ])("%s", (text, expected) => {
    const plan = planReads(formula(text)).map((read) => {
      const per = read.variables.length > 0 ? ` per ${read.variables.join(", ")}` : "";
      const waits = `${read.afterReads ? " after reads" : ""}${read.afterResponse ? " after the response" : ""}`;
      return `${read.moment} ${read.method} ${read.url}${per}${waits}`;
    });
    expect(plan).toEqual(expected);
  });
});

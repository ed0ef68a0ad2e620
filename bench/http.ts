import { Worker } from "node:worker_threads";
import { Pool } from "undici";
import type { Call } from "#calls/call";
import { type CallContext, executeCall } from "#http/execute-call";
import { openTarget } from "#http/target";
import type { BenchResult } from "./bench-result.js";

/**
 * What a call costs beyond its request: `executeCall` against a bare `pool.request` that reads the same JSON,
 * on the same server, which runs in a thread of its own. Read the ratio; the absolutes are the machine's.
 */
const [REQUESTS, ROUNDS] = [3_000, 5];

export async function benchHttp(): Promise<BenchResult> {
  const { url, stop } = await startServer();
  const rows: string[][] = [];
  for (const concurrency of [1, 8]) {
    const opened = openTarget({ url, version: "bench", concurrency });
    if (!opened.ok) throw new Error("the bench's own server has a URL");
    const target = opened.value;
    const pool = new Pool(url, { connections: concurrency });
    const raw = async (): Promise<void> => {
      const { body } = await pool.request({ method: "GET", path: "/players?limit=10" });
      await body.json();
    };
    const ours = async (): Promise<void> => {
      await executeCall(CALL, contextFor(target));
    };
    await perSecond(raw, concurrency);
    await perSecond(ours, concurrency);
    // Alternated, so that a busy moment of the machine hits both.
    const pairs: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push([await perSecond(raw, concurrency), await perSecond(ours, concurrency)]);
    }
    const [bestRaw, bestOurs] = [Math.max(...pairs.map(([a]) => a)), Math.max(...pairs.map(([, b]) => b))];
    rows.push([
      String(concurrency),
      bestRaw.toFixed(0),
      bestOurs.toFixed(0),
      (bestOurs / bestRaw).toFixed(2),
    ]);
    await Promise.all([pool.destroy(), target.close()]);
  }
  await stop();
  console.log("http: requests per second");
  for (const row of [["concurrent", "undici", "executeCall", "ratio"], ...rows]) {
    console.log(row.map((cell) => cell.padStart(12)).join(""));
  }
  const said = rows.map(([concurrency, , , ratio]) => `${ratio} with ${concurrency} at a time`);
  return { says: `requests a second against bare undici: ${said.join(", ")}`, numbers: { rows } };
}

const CALL: Call = {
  id: "c1",
  operation: "GET /players",
  path: {},
  query: { limit: { kind: "value", value: 10 } },
  header: {},
  cookie: {},
};

function contextFor(target: CallContext["target"]): CallContext {
  return {
    target,
    operations: new Map(),
    schemas: { resolve: () => undefined, problems: () => [] },
    fresh: (fresh) => fresh.sample,
    runId: "bench",
    caseId: "bench",
    exchanges: [],
  };
}

async function perSecond(once: () => Promise<void>, concurrency: number): Promise<number> {
  let left = REQUESTS;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await once();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return REQUESTS / ((performance.now() - started) / 1_000);
}

/** A list of ten players, as small services answer it. */
const SERVER = `
const { createServer } = require("node:http");
const { parentPort } = require("node:worker_threads");
const players = Array.from({ length: 10 }, (_, id) => ({ id, name: "player " + id, tags: ["a", "b"] }));
const body = JSON.stringify({ items: players, total: 10 });
const server = createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(body);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

async function startServer(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const worker = new Worker(SERVER, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}

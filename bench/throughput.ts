import { Pool } from "undici";
import type { SentRequest } from "#calls/exchange";
import type { BenchResult } from "./bench-result.js";
import { schemathesisTool } from "./detection/schemathesis-tool.js";
import type { Tool } from "./detection/tool.js";
import { printTable } from "./print-table.js";
import { testBundled } from "./test-bundled.js";
import type { BenchWish } from "./wish.js";
import { withServed } from "./with-served.js";

const SERVICE = "tournaments";
const WORKERS = [1, 8];

interface Measured {
  readonly requests: number;
  readonly seconds: number;
  /** Of the tester alone: the service runs in a process of its own. */
  readonly cpuSeconds: number;
}

/**
 * How fast a whole covering run is, and what a request costs it: against the same requests, sent by undici from a list
 * with nothing judged, which is the limit. Read the ratios; the absolutes are the machine's and the service's.
 */
export async function benchThroughput(wish: BenchWish): Promise<BenchResult> {
  const other = wish.tools.includes("schemathesis") ? schemathesisTool() : undefined;
  if (other === undefined) console.log("schemathesis: not installed, or not asked for (--with schemathesis)");
  const rows: (readonly [string, number, Measured])[] = [];
  for (const workers of WORKERS) {
    const sent: SentRequest[] = [];
    const covering = await withServed(SERVICE, (url) => measured(() => cover(url, workers, wish.size, sent)));
    const alone = await withServed(SERVICE, (url) => measured(() => sendAll(url, workers, sent)));
    rows.push(["piolet", workers, covering], ["undici alone", workers, alone]);
    if (other !== undefined) rows.push([other.name, workers, await measureTool(other, workers, wish)]);
  }
  printTable(
    ["tool", "workers", "requests", "seconds", "requests/s", "CPU ms/request"],
    rows.map(([tool, workers, { requests, seconds, cpuSeconds }]) => [
      tool,
      workers,
      requests,
      seconds,
      Math.round(requests / seconds),
      (cpuSeconds * 1_000) / requests,
    ]),
  );
  const said = rows.map(
    ([tool, workers, { requests, seconds }]) => `${tool} ${Math.round(requests / seconds)} (${workers})`,
  );
  const numbers = { rows: rows.map(([tool, workers, measure]) => ({ tool, workers, ...measure })) };
  return { says: `requests a second (workers): ${said.join(", ")}`, numbers };
}

async function cover(
  url: string,
  workers: number,
  size: string | undefined,
  sent: SentRequest[],
): Promise<number> {
  const wish = { service: SERVICE, url, seed: 1, size, workers, options: { maxShrinks: 0 } };
  await testBundled(wish, { onExchange: ({ request }) => void sent.push(request) });
  return sent.length;
}

/** So many at a time as the run had; what depends on the order of calls is answered otherwise, and as fast. */
async function sendAll(url: string, workers: number, sent: readonly SentRequest[]): Promise<number> {
  const pool = new Pool(url, { connections: workers });
  const queue = sent.values();
  const work = async () => {
    for (const { method, url: address, headers, bodyText } of queue) {
      const { pathname, search } = new URL(address);
      const path = `${pathname}${search}`;
      const { body } = await pool.request({ method, path, headers, body: bodyText ?? null });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  await pool.close();
  return sent.length;
}

async function measured(run: () => Promise<number>): Promise<Measured> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const requests = await run();
  const { user, system } = process.cpuUsage(before);
  return { requests, seconds: (performance.now() - began) / 1_000, cpuSeconds: (user + system) / 1e6 };
}

/** Its requests are the test cases that it reports: a stateful one has several, so this is the least. */
async function measureTool(tool: Tool, workers: number, { seconds, size }: BenchWish): Promise<Measured> {
  const told = await withServed(SERVICE, (url) =>
    tool.open().test({ service: SERVICE, url, seed: 1, size, shrink: false, seconds, workers }),
  );
  if (told.broken !== undefined) console.log(`${tool.name}: ${told.broken}`);
  return {
    requests: told.requests ?? 0,
    seconds: told.milliseconds / 1_000,
    cpuSeconds: told.cpuSeconds ?? 0,
  };
}

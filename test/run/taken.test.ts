import { serve } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { ORACLES } from "#judge/oracles";
import { TAKEN_DOCUMENT, takenService } from "./taken-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

const WITHOUT_OTHERS = Object.fromEntries(ORACLES.map(({ id }) => [id, "off"] as const));

describe("a thing that others name", () => {
  it("may have its numbers and choices moved by those", async () => {
    const { record, left } = await tested();
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    expect(record.transitions.covered).toBe(record.transitions.total);
    expect(left).toBe(0);
  });

  it("keeps its texts", async () => {
    const { record } = await tested("renames");
    expect(foundIn(record).filter((line) => line.startsWith("ERR"))).toContain("ERR frame POST /orders");
  });
});

async function tested(fault?: "renames"): Promise<{ readonly record: RunRecord; readonly left: number }> {
  const { app, count } = takenService(fault);
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const record = await testAgainst(`http://127.0.0.1:${port}`, apiOf(TAKEN_DOCUMENT), {
      oracles: WITHOUT_OTHERS,
      size: "1",
    });
    return { record, left: count() };
  } finally {
    server.close();
  }
}

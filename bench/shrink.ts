import { existsSync } from "node:fs";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { testApi } from "#pipeline";
import { nested } from "#services/nested/nested";
import { petstore } from "#services/petstore/petstore";
import { type Service, startService } from "#services/service";
import { documentPath, overlayPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { NO_GENERATORS } from "#values/generators";

const HEAD = ["service", "fault", "found", "before", "after", "attempts", "requests", "of all"];

/**
 * How small faults become, and what that costs: every planted fault of some services, the most severe finding of each.
 * `before` is the run that showed it first, `after` what is reported.
 */
export async function benchShrink(): Promise<void> {
  print(HEAD);
  for (const service of [tournaments, petstore, nested]) {
    for (const fault of Object.keys(service.faults)) {
      const record = await run(service, fault);
      const [found] = record.faults.filter(({ verdict }) => verdict !== "NOTE");
      print([service.name, fault, ...(found === undefined ? ["-"] : cells(found, record))]);
    }
  }
}

function cells(fault: Fault, { shrinking, requests }: RunRecord): readonly string[] {
  return [
    fault.id,
    String(fault.shrunk?.from ?? "-"),
    String(relevantExchanges(fault).length),
    String(fault.shrunk?.attempts ?? "-"),
    String(shrinking.requests),
    `${Math.round((shrinking.requests / requests) * 100)} %`,
  ];
}

function print(row: readonly string[]): void {
  const widths = [12, 34, 7, 8, 8, 10, 10, 8];
  console.log(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(""));
}

async function run(service: Service, fault: string): Promise<RunRecord> {
  const overlay = overlayPath(service.name);
  const overlays = existsSync(overlay) ? [overlay] : [];
  const api = await loadApi(documentPath(service.name), { overlays });
  const started = await startService(service, { fault });
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  const target = openTarget({ url: started.value.url, version: "bench", api: api.value });
  if (!target.ok) throw new Error("the bundled service has a URL");
  try {
    const record = await testApi({
      version: "bench",
      api: api.value,
      target: target.value,
      seed: 1,
      generators: NO_GENERATORS,
      accepted: new Set(),
      now: () => performance.now(),
    });
    if (!record.ok) throw new Error(record.problems[0]?.message);
    return record.value;
  } finally {
    await target.value.close();
    await started.value.close();
  }
}

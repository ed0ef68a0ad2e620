import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { nested } from "#services/nested/nested";
import { petstore } from "#services/petstore/petstore";
import { type Service, startService } from "#services/service";
import { tournaments } from "#services/tournaments/tournaments";
import { must } from "./must.js";
import { sampleFaults } from "./sample-faults.js";
import { testBundled } from "./test-bundled.js";
import type { BenchWish } from "./wish.js";

const HEAD = ["service", "fault", "found", "before", "after", "attempts", "requests", "of all"];

/**
 * How small faults become, and what that costs: the planted faults of some services, the most severe finding of each.
 * `before` is the run that showed it first, `after` what is reported.
 */
export async function benchShrink({ faults, size }: BenchWish): Promise<void> {
  print(HEAD);
  for (const service of [tournaments, petstore, nested]) {
    for (const fault of sampleFaults(service, faults)) {
      const record = await run(service, fault, size);
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

async function run(service: Service, fault: string, size: string | undefined): Promise<RunRecord> {
  const started = must(await startService(service, { fault }));
  try {
    return await testBundled({ service: service.name, url: started.url, seed: 1, size });
  } finally {
    await started.close();
  }
}

import { lazy } from "#base/lazy";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { findService, SERVICES } from "#services/list";
import { type Service, startService } from "#services/service";
import { SCENARIOS } from "../test/services/scenarios.js";
import type { BenchResult } from "./bench-result.js";
import { must } from "./must.js";
import { type Reproduced, RIGHT, reproduced, WAYS } from "./reproduced.js";
import { sampleFaults } from "./sample-faults.js";
import { testBundled } from "./test-bundled.js";
import type { BenchWish } from "./wish.js";

const HEAD = [
  "service",
  "fault",
  "found",
  "before",
  "after",
  "by hand",
  "minimal",
  "attempts",
  "requests",
  "of all",
  ...WAYS,
  "oracle",
];

/** Those with the most kinds of fault: joins and capacities, filters, things within things. */
const USUAL_SERVICES = ["tournaments", "petstore", "nested"];

/**
 * How small faults become, and what that costs: the planted faults of some services, the most severe finding of each.
 * `before` is the run that showed it first, `after` what is reported, `by hand` the calls of the scenario that a person wrote
 * to prove that the fault is alive. Minimal is what is no longer than that, or by one call. Then the fault is run again in every
 * way that a reader has, against the faulty service and against the correct one: `yes` where it shows there and is gone here.
 * So many at a time as wished; rows are printed as they come and kept in the order of the plan.
 */
export async function benchShrink(wish: BenchWish): Promise<BenchResult> {
  const { full, services, faults, size } = wish;
  print(HEAD);
  const usualServices = full ? SERVICES.map(({ name }) => name) : USUAL_SERVICES;
  const targets = (services.length === 0 ? usualServices : services).flatMap((name) => {
    const service = must(findService(name));
    // What is told of the correct service is no sign of a fault. Asked for when the first of its faults has its turn.
    const toldAnyway = lazy(async () => new Set((await run(service, undefined, size)).faults.map(keyOf)));
    return sampleFaults(service, faults, wish).map((fault) => ({ service, fault, toldAnyway }));
  });
  const made: Shrunk[] = [];
  const queue = targets.entries();
  const work = async () => {
    for (const [index, target] of queue) {
      made[index] = await shrunk(target, size);
      print(made[index].row);
    }
  };
  await Promise.all(Array.from({ length: wish.jobs }, work));
  const tally = { found: 0, minimal: 0, sh: 0, test: 0, arazzo: 0, replay: 0 };
  for (const { minimal, again } of made) {
    if (again === undefined) continue;
    tally.found++;
    if (minimal) tally.minimal++;
    for (const way of WAYS) if (again[way] === RIGHT) tally[way]++;
  }
  const rows = made.map(({ row }) => row);
  const ways = WAYS.map((way) => `${tally[way]} by ${way}`).join(", ");
  const says = `${tally.minimal} of ${tally.found} found are minimal, or one call from it; told apart: ${ways}`;
  console.log(says);
  return { says, numbers: { ...tally, head: HEAD, rows } };
}

interface Target {
  readonly service: Service;
  readonly fault: string;
  readonly toldAnyway: () => Promise<ReadonlySet<string>>;
}

/** What came of one planted fault; without `again` it was not found. */
interface Shrunk {
  readonly row: readonly string[];
  readonly minimal: boolean;
  readonly again?: Reproduced;
}

async function shrunk({ service, fault, toldAnyway }: Target, size: string | undefined): Promise<Shrunk> {
  const usual = await toldAnyway();
  const record = await run(service, fault, size);
  const found = record.faults.find((one) => one.verdict !== "NOTE" && !usual.has(keyOf(one)));
  if (found === undefined) return { row: [service.name, fault, "-"], minimal: false };
  const byHand = SCENARIOS[service.name]?.[fault]?.calls.length ?? 0;
  const again = await reproduced(found, record, service.name, fault);
  const row = [service.name, fault, ...cells(found, record, byHand, again)];
  return { row, minimal: isMinimal(found, byHand), again };
}

function keyOf({ key }: Fault): string {
  return key;
}

function isMinimal(fault: Fault, byHand: number): boolean {
  return relevantExchanges(fault).length <= byHand + 1;
}

function cells(
  fault: Fault,
  { shrinking, requests }: RunRecord,
  byHand: number,
  again: Reproduced,
): readonly string[] {
  return [
    fault.id,
    String(fault.shrunk?.from ?? "-"),
    String(relevantExchanges(fault).length),
    String(byHand),
    isMinimal(fault, byHand) ? "yes" : "no",
    String(fault.shrunk?.attempts ?? "-"),
    String(shrinking.requests),
    `${Math.round((shrinking.requests / requests) * 100)} %`,
    ...WAYS.map((way) => (again[way] === RIGHT ? "yes" : again[way])),
    fault.oracle,
  ];
}

function print(row: readonly string[]): void {
  const widths = [12, 34, 7, 8, 8, 9, 9, 10, 10, 8, 6, 6, 8, 8, 0];
  console.log(row.map((cell, index) => `${cell} `.padEnd(widths[index] ?? 0)).join(""));
}

async function run(
  service: Service,
  fault: string | undefined,
  size: string | undefined,
): Promise<RunRecord> {
  const started = must(await startService(service, fault === undefined ? {} : { fault }));
  try {
    return await testBundled({ service: service.name, url: started.url, seed: 1, size });
  } finally {
    await started.close();
  }
}

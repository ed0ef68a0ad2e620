import fc from "fast-check";
import { createRandom, deriveSeed } from "#base/random";
import { dealCards } from "#explore/deal-cards";
import { candidateArbitrary } from "#explore/draw-candidate";
import type { Ground } from "#explore/ground";
import { stateIdentityWithChange } from "#explore/properties/state-identity-with-change";
import { Stage } from "#explore/stage";
import { openTarget, type Target } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { learnSemantics } from "#run/learn-semantics";
import { guessSemantics } from "#semantics/guess-semantics";
import { persons, personsValidating } from "#services/persons/persons";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

const HEAD = [
  "service",
  "inputs",
  "searches",
  "quarter",
  "median",
  "three quarters",
  "not found",
  "paper's median",
];
const WIDTHS = [22, 14, 10, 10, 9, 16, 12, 0];

const MOST_CANDIDATES = 300;

/** Searches without references hardly ever end: fewer of them tell as much. */
const SEARCHES = {
  short: { references: 15, random: 1 },
  full: { references: 200, random: 20 },
} as const;

/**
 * What references are worth: how many sequences are drawn, blindly, until one shows "state identity, with observed
 * change" (something is made and taken away again). The experiment of Karlsson and others, table 1.
 */
export async function benchReferences({ full }: BenchWish): Promise<BenchResult> {
  const searches = SEARCHES[full ? "full" : "short"];
  print(HEAD);
  const rows: (readonly string[])[] = [];
  for (const [service, medians] of [
    [persons, { references: 62, random: 1000 }],
    [personsValidating, { references: 55.5, random: 1000 }],
  ] as const) {
    await onStage(service, async (ground, stage) => {
      for (const references of [true, false]) {
        const counts: number[] = [];
        for (let search = 0; search < searches[references ? "references" : "random"]; search++)
          counts.push(await candidatesUntilFound(ground, stage, references, search));
        const sorted = counts.toSorted((a, b) => a - b);
        const lost = counts.filter((count) => count > MOST_CANDIDATES).length;
        const known = medians[references ? "references" : "random"];
        const of = (count: number | undefined) =>
          count === undefined || count > MOST_CANDIDATES ? `> ${MOST_CANDIDATES}` : String(count);
        const row = [
          service.name,
          references ? "references" : "random",
          String(counts.length),
          ...[0.25, 0.5, 0.75].map((part) => of(sorted[Math.floor(sorted.length * part)])),
          String(lost),
          known === 1000 ? "> 1000" : String(known),
        ];
        rows.push(row);
        print(row);
      }
    });
  }
  const said = rows.map(([service, inputs, , , median]) => `${service} ${inputs} ${median}`);
  return { says: `sequences until found, median: ${said.join(", ")}`, numbers: { head: HEAD, rows } };
}

async function candidatesUntilFound(
  ground: Ground,
  stage: Stage,
  references: boolean,
  search: number,
): Promise<number> {
  const operations = ground.cards.map(({ operation }) => operation);
  const arbitrary = candidateArbitrary({ api: ground.world.api, operations, references, longest: 6 });
  const seed = deriveSeed(search, references ? "references" : "random");
  const drawn = fc.sample(arbitrary, { seed, numRuns: MOST_CANDIDATES });
  for (const [index, acts] of drawn.entries()) {
    const observation = await stage.play({ given: [], acts }, true);
    if (observation !== undefined && stateIdentityWithChange.shows(observation) !== undefined)
      return index + 1;
  }
  return MOST_CANDIDATES + 1;
}

function print(row: readonly string[]): void {
  console.log(row.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(""));
}

async function onStage(
  service: Service,
  use: (ground: Ground, stage: Stage) => Promise<void>,
): Promise<void> {
  const api = await loadApi(documentPath(service.name));
  const started = await startService(service);
  if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
  const target = openTarget({ url: started.value.url, version: "bench", api: api.value });
  if (!target.ok) throw new Error("the bundled service has a URL");
  try {
    const ground = await groundFor(api.value, target.value);
    const options = { requests: () => 0, maxRequests: Number.POSITIVE_INFINITY, name: "bench" };
    const stage = new Stage(ground, options);
    stage.watch(ground.cards.filter(({ semantics }) => semantics === "READ_MULTI"));
    await use(ground, stage);
  } finally {
    await target.value.close();
    await started.value.close();
  }
}

async function groundFor(api: Ground["world"]["api"], target: Target): Promise<Ground> {
  const random = createRandom(1);
  const options = { api, target, random, generators: NO_GENERATORS, clauses: [], runId: "bench" };
  const guessed = createWorld({ ...options, semantics: guessSemantics(api) });
  const { world, book } = await learnSemantics(guessed, { readOnly: false, onProgress: () => {} });
  const [resource] = world.semantics.resources;
  if (resource === undefined) throw new Error("persons are a resource");
  const cards = dealCards(world, book, resource, () => true);
  return { world, book, resource, cards, smallest: new Map(), random };
}

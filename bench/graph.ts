import { explore } from "#graph/explore";
import { graphBytes } from "#graph/graph";
import type { Model } from "#model/model";
import { exploreNaively } from "../test/graph/naive-explorer.js";
import { paperModel } from "../test/model/derived.js";
import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

/**
 * How fast models are explored, and how small their graphs are. The models come from the bundled documents and the
 * overlays of the paper's rules. Times are CPU times: other work does not count. The long form has also 4, 4, 4 without
 * symmetry: 429 million transitions in under 3 GB.
 */
export async function benchGraph({ full }: BenchWish): Promise<BenchResult> {
  const rows = [
    measure("Tournaments 3,3,3", await tournaments(3, 3, 3), false),
    measure("Petstore 4", await derived("petstore", 4), false),
    measure("Features 2", await derived("features", 2), false),
    measure("Tournaments 3,3,3", await tournaments(3, 3, 3), true),
    measure("Tournaments 4,4,4", await tournaments(4, 4, 4), true),
  ];
  if (full) {
    rows.push(measure("Tournaments 4,3,4", await tournaments(4, 3, 4), false));
    rows.push(measure("Tournaments 4,4,4", await tournaments(4, 4, 4), false));
  }
  console.table(rows);
  const naive = full
    ? compareWithNaive("Tournaments 3,3,3", await tournaments(3, 3, 3))
    : compareWithNaive("Tournaments 3,2,2", await tournaments(3, 2, 2));
  console.table([naive]);
  const fastest = Math.max(...rows.map((row) => row["k transitions/s"] ?? 0));
  const times = Math.round(naive.naive / naive["piolet, again"]);
  return {
    says: `up to ${(fastest / 1_000).toFixed(1)} million transitions a second, ${times} times as fast as objects and JSON keys`,
    numbers: { models: rows, naive },
  };
}

function tournaments(player: number, tournament: number, enrollment: number): Promise<Model> {
  return derived("tournaments", { player, tournament, enrollment });
}

async function derived(service: string, size: number | Readonly<Record<string, number>>): Promise<Model> {
  return (await paperModel(service, { size, fits: () => true })).model;
}

function measure(name: string, model: Model, symmetry: boolean) {
  const bounds = { symmetry, maxStates: 50_000_000, maxTransitions: 500_000_000 };
  const { seconds, result } = cpuTime(() => explore(model, bounds));
  if (result.kind !== "complete") return { name, symmetry, bound: result.bound };
  const { graph } = result;
  return {
    name,
    symmetry,
    states: graph.stateCount,
    transitions: graph.transitionCount,
    seconds: rounded(seconds),
    "k states/s": Math.round(graph.stateCount / seconds / 1_000),
    "k transitions/s": Math.round(graph.transitionCount / seconds / 1_000),
    "bytes/transition": rounded(graphBytes(graph) / graph.transitionCount),
  };
}

/** The explorer that one would write first, on the same model: objects for states, JSON for keys. */
function compareWithNaive(name: string, model: Model) {
  const cold = cpuTime(() => explore(model, { symmetry: false })).seconds;
  const warm = cpuTime(() => explore(model, { symmetry: false })).seconds;
  const naive = cpuTime(() => exploreNaively(model)).seconds;
  return { name, naive: rounded(naive), "piolet, first": rounded(cold), "piolet, again": rounded(warm) };
}

function cpuTime<T>(run: () => T): { readonly seconds: number; readonly result: T } {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, result };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

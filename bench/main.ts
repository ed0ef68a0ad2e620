import { didYouMean } from "#base/did-you-mean";
import { type BenchWish, readWish } from "./wish.js";

/** `npm run bench` runs all in their short form, `npm run bench -- http openapi` some. Each prints its tables. */
const BENCHES: Readonly<Record<string, () => Promise<(wish: BenchWish) => Promise<void>>>> = {
  startup: async () => (await import("./startup.js")).benchStartup,
  openapi: async () => (await import("./openapi.js")).benchOpenapi,
  values: async () => (await import("./values.js")).benchValues,
  graph: async () => (await import("./graph.js")).benchGraph,
  cover: async () => (await import("./cover.js")).benchCover,
  contracts: async () => (await import("./contracts.js")).benchContracts,
  inference: async () => (await import("./inference.js")).benchInference,
  http: async () => (await import("./http.js")).benchHttp,
  throughput: async () => (await import("./throughput.js")).benchThroughput,
  references: async () => (await import("./references.js")).benchReferences,
  shrink: async () => (await import("./shrink.js")).benchShrink,
  detection: async () => (await import("./detection.js")).benchDetection,
};

const wish = readWish(process.argv.slice(2));
const unknown = wish.names.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". ${didYouMean(unknown, Object.keys(BENCHES))}`);
  process.exitCode = 2;
} else {
  const began = performance.now();
  const times: string[] = [];
  for (const [name, load] of Object.entries(BENCHES)) {
    if (wish.names.length > 0 && !wish.names.includes(name)) continue;
    console.log(`\n== ${name}`);
    const beganThis = performance.now();
    await (await load())(wish);
    times.push(`${name} ${((performance.now() - beganThis) / 1_000).toFixed(0)} s`);
  }
  const form = wish.full ? "the long form" : "the short form";
  console.log(`\n${form}, ${((performance.now() - began) / 1_000).toFixed(0)} s: ${times.join(", ")}`);
}

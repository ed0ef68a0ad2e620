import { didYouMean } from "#base/did-you-mean";

/** `npm run bench` runs all, `npm run bench -- http openapi` some. Each prints one table. */
const BENCHES: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  startup: async () => (await import("./startup.js")).benchStartup,
  openapi: async () => (await import("./openapi.js")).benchOpenapi,
  values: async () => (await import("./values.js")).benchValues,
  graph: async () => (await import("./graph.js")).benchGraph,
  cover: async () => (await import("./cover.js")).benchCover,
  contracts: async () => (await import("./contracts.js")).benchContracts,
  inference: async () => (await import("./inference.js")).benchInference,
  http: async () => (await import("./http.js")).benchHttp,
  references: async () => (await import("./references.js")).benchReferences,
  shrink: async () => (await import("./shrink.js")).benchShrink,
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = wanted.find((name) => !Object.hasOwn(BENCHES, name));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". ${didYouMean(unknown, Object.keys(BENCHES))}`);
  process.exitCode = 2;
} else {
  for (const [name, load] of Object.entries(BENCHES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n== ${name}`);
    await (await load())();
  }
}

import type { BenchResult } from "./bench-result.js";
import type { BenchWish } from "./wish.js";

/** `npm run bench` runs all in their short form, `npm run bench -- http openapi` some. Each prints its tables and says in a line what they come to. */
export const BENCHES: Readonly<Record<string, () => Promise<(wish: BenchWish) => Promise<BenchResult>>>> = {
  startup: async () => (await import("./startup.js")).benchStartup,
  openapi: async () => (await import("./openapi.js")).benchOpenapi,
  inspect: async () => (await import("./inspect.js")).benchInspect,
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

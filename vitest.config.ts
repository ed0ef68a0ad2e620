import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/house/longest-first.js";

// The condition makes `#folder/file` mean the TypeScript source, so that tests never run a stale build.
const conditions = ["piolet-source", "node", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/house/temporary-folder.ts",
    // Vitest leaves one core to its main thread; on two cores that would be half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Nothing in the sources is kept from one file to the next but what never changes; loading them for each of the
    // hundred files would take half of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

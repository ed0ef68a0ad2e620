import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/house/longest-first.js";

const CONDITIONS = ["node", "import", "module", "default"];

/**
 * `npm test` builds, and then tests what it has built (`--mode built`): Node loads that by itself, as it does for users,
 * and runs it a fifth faster than through Vite. Otherwise `#folder/file` means the TypeScript source, so that whoever
 * calls Vitest by hand never tests a stale build.
 */
export default defineConfig(({ mode }) => {
  const isBuilt = mode === "built";
  const conditions = isBuilt ? CONDITIONS : ["piolet-source", ...CONDITIONS];
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      include: ["test/**/*.test.ts"],
      globalSetup: "test/house/temporary-folder.ts",
      server: { deps: { external: isBuilt ? [/\/dist\//] : [] } },
      // Vitest leaves one core to its main thread; on two cores that would be half of the machine.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // Nothing in the sources is kept from one file to the next but what never changes; loading them for each of the
      // hundred files would take half of the time.
      isolate: false,
      sequence: { sequencer: LongestFirst },
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  };
});

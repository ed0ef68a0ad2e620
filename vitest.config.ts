import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// The condition makes `#folder/file` mean the TypeScript source, so that tests never run a stale build.
const conditions = ["piolet-source", "node", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // Vitest leaves one core to its main thread; on two cores that would be half of the machine.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

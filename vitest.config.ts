import { defineConfig } from "vitest/config";

// The condition makes `#folder/file` mean the TypeScript source, so that tests never run a stale build.
const conditions = ["piolet-source", "node", "import", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

import { describe, expect, it } from "vitest";
import { findService, SERVICES } from "#services/list";
import { foundIn, testBundled } from "./test-against.js";

/** What a correct service is told of beyond notes: it is no error, and it is unusual. */
const WARNINGS: Readonly<Record<string, readonly string[]>> = {
  legacy: ["WARN reads-change-nothing GET /suppliers/{code}/remove"],
};

/** Those are walked through models of the usual size, in bundled.test.ts. */
const WALKED = ["tournaments", "petstore", "features"];

// Runs wait for slow effects more than they compute: side by side they wait together.
describe.concurrent("a correct service of the zoo", () => {
  it.each(SERVICES.map(({ name }) => name).filter((name) => !WALKED.includes(name)))(
    "%s has no error and no warning beyond its own",
    async (name) => {
      const service = findService(name);
      if (!service.ok) throw new Error(name);
      const found = foundIn(await testBundled(service.value, { size: "1", seed: 3 }));
      expect(found.filter((line) => !line.startsWith("NOTE"))).toEqual(WARNINGS[name] ?? []);
    },
  );
});

import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take ten seconds and more. Begun first, they leave the short ones to fill up the workers at the end.
 * Vitest does the same once it has seen the suite run; on a fresh clone it goes by the size of the files.
 */
const LONG = [
  "test/run/bundled-faults.test.ts",
  "test/docs/docs.test.ts",
  "test/run/walk.test.ts",
  "test/run/bundled.test.ts",
  "test/run/lifecycle.test.ts",
  "test/run/repeatable.test.ts",
  "test/run/bundled-zoo.test.ts",
  "test/judge/bundled.test.ts",
  "test/judge/shelf.test.ts",
  "test/report/exports.test.ts",
  "test/run/itinerary.test.ts",
  "test/cli/commands.test.ts",
  "test/real-documents.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) =>
      LONG.indexOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
    const long = sorted.filter((file) => place(file) >= 0).sort((a, b) => place(a) - place(b));
    return [...long, ...sorted.filter((file) => place(file) < 0)];
  }
}

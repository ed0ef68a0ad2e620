import { describe, expect, it } from "vitest";
import { type ProjectFault, startProjects } from "../run/projects-service.js";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { only } from "./only.js";

const oracles = only("freed-when-emptied", "siblings-are-kept", "shown-on-request", "counts-by-value");

async function find(fault?: ProjectFault): Promise<readonly string[]> {
  const service = await startProjects(fault === undefined ? {} : { fault });
  try {
    return foundIn(
      await testAgainst(service.url, apiOf(service.document), { size: "1", walks: false, oracles }),
    );
  } finally {
    await service.close();
  }
}

describe.concurrent("what belongs to something, is put away, and is counted", () => {
  it.each<[ProjectFault, string]>([
    ["a project that had a task stays for ever", "WARN freed-when-emptied DELETE /projects/{projectId}"],
    ["a task takes the place of the one before", "WARN siblings-are-kept POST /tasks"],
    ["includeArchived shows no more", "WARN shown-on-request GET /projects"],
    ["includeArchived is always on", "WARN shown-on-request GET /projects"],
    ["the report counts what is gone", "WARN counts-by-value GET /counts"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(fault)).toEqual([expected]);
  });

  it("is no fault where it is as it should be", async () => {
    expect(await find()).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { books } from "#services/books/books";
import { startService } from "#services/service";
import { tasks } from "#services/tasks/tasks";
import { leapingClock } from "../services/leaping-clock.js";
import { deviationsIn, learnAgainst, learnBundled, ruleLine } from "./learn-against.js";
import { bundledApi } from "./test-against.js";

describe.concurrent("a trash", () => {
  it("is emptied where all that is listed was made by the run, and that is a rule", async () => {
    const { rules, faults } = await learnBundled(books, undefined, 1, true);
    expect(rules.map(ruleLine)).toContain("empties book DELETE /trash");
    expect(faults).toEqual([]);
  });

  it.each([
    ["trash-misses-newest", "WARN trash-shows-the-deleted GET /trash"],
    ["restore-not-listed", "WARN restored-is-listed POST /books/{bookId}/restore"],
    ["update-takes-out-of-trash", "WARN update-revives-nothing PUT /books/{bookId}"],
    ["empty-trash-only-hides", "WARN emptied-is-gone DELETE /trash"],
    ["empty-trash-takes-listed", "ERR emptied-is-gone DELETE /trash"],
  ])("with %s: %s", async (fault, told) => {
    expect(deviationsIn(await learnBundled(books, fault, 1, true))).toEqual([told]);
  });

  it("that lists what it holds in the main list as well says nothing of what is outside", async () => {
    const lesson = await learnBundled(books, "trashed-book-listed", 1, true);
    expect(deviationsIn(lesson)).toEqual([]);
  });

  it("of another service is left by no update either", async () => {
    expect(deviationsIn(await learnBundled(tasks, "update-undeletes", 1, true))).toEqual([
      "WARN update-revives-nothing PUT /tasks/{task}",
    ]);
    expect(deviationsIn(await learnBundled(tasks, undefined, 1, true))).toEqual([]);
  });

  it.each([
    ["in it", true],
    ["beside it", false],
  ])("is not emptied where somebody else's thing is %s", async (_, isTrashed) => {
    const { now, wait } = leapingClock();
    const started = await startService(books, { now });
    if (!started.ok) throw new Error("the bundled service does not start");
    const { url, close } = started.value;
    try {
      const created = await fetch(`${url}/books`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ entry: { title: "Foreign" } }),
      });
      const { entry } = (await created.json()) as { entry: { id: string } };
      if (isTrashed) await fetch(`${url}/books/${entry.id}`, { method: "DELETE" });
      const { exchanges } = await learnAgainst(url, await bundledApi("books"), { isWhole: true, wait });
      expect(exchanges.filter(({ call }) => call.operation === "DELETE /trash")).toEqual([]);
      expect((await fetch(`${url}/books/${entry.id}`)).status).toBe(200);
    } finally {
      await close();
    }
  });
});

import { expect, it } from "vitest";
import type { Fault } from "#calls/run-record";
import { renderText } from "#report/render-text";
import { startNotes } from "./notes-service.js";
import { apiOf, testAgainst } from "./test-against.js";

/** What shows only at times, in a run that begins after so many updates by others. */
async function flakyAfter(updates: number): Promise<readonly Fault[]> {
  const notes = await startNotes("plain", "update ignored at times");
  try {
    const init = { headers: { "content-type": "application/json" }, body: '{"title":"theirs"}' };
    await fetch(`${notes.url}/notes`, { method: "POST", ...init });
    const [id] = notes.notes.keys();
    for (let done = 0; done < updates; done++)
      await fetch(`${notes.url}/notes/${id}`, { method: "PUT", ...init });
    const record = await testAgainst(notes.url, apiOf(notes.document), { size: "1", maxShrinks: 60 });
    const flaky = record.faults.filter(
      ({ reproduced, tried, verdict }) => reproduced < tried && verdict !== "NOTE",
    );
    for (const { reproduced, tried } of flaky)
      expect(renderText(record)).toContain(`seen in ${reproduced} of ${tried} runs`);
    return flaky;
  } finally {
    await notes.close();
  }
}

it("what shows only at times is counted, and said so", async () => {
  const flaky = (await Promise.all([0, 1, 2].map(flakyAfter))).flat();
  expect(flaky.map(({ tried }) => tried)).toContain(5);
});

import { expect, it } from "vitest";
import { renderText } from "#report/render-text";
import { startNotes } from "./notes-service.js";
import { apiOf, testAgainst } from "./test-against.js";

it("what shows only at times is counted, and said so", async () => {
  const notes = await startNotes("plain", "update ignored at times");
  try {
    const record = await testAgainst(notes.url, apiOf(notes.document), { size: "1", maxShrinks: 60 });
    const flaky = record.faults.filter(({ reproduced, tried }) => reproduced < tried);
    expect(flaky.map(({ tried }) => tried)).toContain(5);
    for (const { reproduced, tried } of flaky)
      expect(renderText(record)).toContain(`seen in ${reproduced} of ${tried} runs`);
  } finally {
    await notes.close();
  }
});

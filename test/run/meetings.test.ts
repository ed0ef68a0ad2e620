import { describe, expect, it } from "vitest";
import { type MeetingFault, startMeetings } from "./meetings-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function test(seed: number, fault?: MeetingFault) {
  const meetings = await startMeetings(fault);
  try {
    const record = await testAgainst(meetings.url, apiOf(meetings.document), { seed });
    const untested = record.operations.filter(({ verdict }) => verdict === "NOT_TESTED");
    return {
      told: foundIn(record).filter((line) => !line.startsWith("NOTE")),
      untested: untested.map(({ key }) => key),
    };
  } finally {
    await meetings.close();
  }
}

describe.concurrent("meetings that are kept with their guests when they are cancelled", () => {
  it.each([1, 2])(
    "are as they should be, and so is what follows from what is sent (seed %i)",
    async (seed) => {
      expect(await test(seed)).toEqual({ told: [], untested: [] });
    },
  );

  it("are told of where a client says what it is given", async () => {
    const { told } = await test(1, "an update takes the room that is sent");
    expect(told).toContain("WARN only-writable-sticks PUT /meetings/{meetingId}");
  });
});

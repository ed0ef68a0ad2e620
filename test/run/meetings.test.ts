import { describe, expect, it } from "vitest";
import { type MeetingFault, startMeetings } from "./meetings-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function told(seed: number, fault?: MeetingFault): Promise<readonly string[]> {
  const meetings = await startMeetings(fault);
  try {
    const record = await testAgainst(meetings.url, apiOf(meetings.document), { seed });
    return foundIn(record).filter((line) => !line.startsWith("NOTE"));
  } finally {
    await meetings.close();
  }
}

describe.concurrent("meetings that are kept with their guests when they are cancelled", () => {
  it.each([1, 2])(
    "are as they should be, and so is what follows from what is sent (seed %i)",
    async (seed) => {
      expect(await told(seed)).toEqual([]);
    },
  );

  it("are told of where a client says what it is given", async () => {
    const faults = await told(1, "an update takes the room that is sent");
    expect(faults).toContain("WARN only-writable-sticks PUT /meetings/{meetingId}");
  });
});

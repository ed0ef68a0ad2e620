import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import type { RunRecord } from "#calls/run-record";
import { type ClaimFault, startClaims } from "./claims-service.js";
import { type CourseFault, startCourses } from "./courses-service.js";
import type { Served } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function test(starting: Promise<Served & { readonly document: Json }>): Promise<RunRecord> {
  const service = await starting;
  try {
    return await testAgainst(service.url, apiOf(service.document));
  } finally {
    await service.close();
  }
}

const told = (record: RunRecord) => foundIn(record).filter((line) => !line.startsWith("NOTE"));
const open = ({ operations }: RunRecord) =>
  operations.filter(({ learned, verdict }) => learned?.confirmed !== true || verdict !== "OK");

describe("what needs several steps, or one of what stands further up", () => {
  it("is made once what it is below of was started", async () => {
    const record = await test(startCourses());
    expect(told(record)).toEqual([]);
    expect(open(record)).toEqual([]);
  });

  it("is made of what has a part, was paid and was shipped", async () => {
    const record = await test(startClaims());
    expect(told(record)).toEqual([]);
    expect(open(record)).toEqual([]);
  });

  it.each<[CourseFault, readonly string[]]>([
    ["a start removes a lesson", ["ERR frame POST /courses/{courseId}/start"]],
    [
      "a note is deleted with another",
      [
        "ERR contract DELETE /attendances/{attendanceId}",
        "ERR alike-yet-apart DELETE /attendances/{attendanceId}",
      ],
    ],
  ])("is tested well enough to find that %s", async (fault, found) => {
    expect(told(await test(startCourses(fault)))).toEqual(found);
  });

  it.each<[ClaimFault, readonly string[]]>([
    [
      "a claim is stored with the text of the one before",
      ["ERR written-is-read POST /orders/{orderId}/claims"],
    ],
    ["a claim is listed with another order", ["ERR lists-keep-to-their-parent GET /orders/{orderId}/claims"]],
  ])("is tested well enough to find that %s", async (fault, found) => {
    expect(told(await test(startClaims(fault)))).toEqual(found);
  });
});

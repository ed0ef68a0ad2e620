import { describe, expect, it } from "vitest";
import { apiOf, foundIn, testAgainst } from "../run/test-against.js";
import { type LockersFault, startLockers } from "./lockers-service.js";

const actors = ["ann", "bob"].map((name) => ({
  name,
  fixedHeaders: [{ name: "Authorization", value: `Token ${name}` }],
}));

async function tested(fault?: LockersFault) {
  const service = await startLockers(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { actors });
    const found = foundIn(record).filter((line) => !line.startsWith("NOTE"));
    return { record, found, errorPages: service.errorPages() };
  } finally {
    await service.close();
  }
}

const DELETE = "DELETE /lockers/{id}";

describe("lockers of users", () => {
  it("are theirs, and the framework's error page is left alone", async () => {
    const { record, found, errorPages } = await tested();
    expect(found).toEqual([]);
    expect(errorPages).toBe(0);
    expect(record.leftOut).toContain(
      "/failure is not called: one handler answers all its methods alike, as an error page does",
    );
  });

  it("are deleted by another user, who is accused", async () => {
    expect((await tested("others")).found).toEqual([`ERR others-kept-out ${DELETE}`]);
  });

  it("are deleted by anybody: that is one finding, and not one of another user as well", async () => {
    expect((await tested("open")).found).toEqual([`ERR credentials-needed ${DELETE}`]);
  });
});

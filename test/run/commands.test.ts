import { describe, expect, it } from "vitest";
import { WITHOUT_SITUATIONS } from "../judge/only.js";
import { runShell } from "../report/exported.js";
import { exportsOf } from "../report/found-faults.js";
import { type CommandFault, startCommands } from "./commands-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testCommands(fault?: CommandFault) {
  const service = await startCommands(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { oracles: WITHOUT_SITUATIONS });
    const [first] = record.faults.filter(({ verdict }) => verdict !== "NOTE");
    const script = first === undefined ? undefined : exportsOf(first).sh;
    const told = script === undefined ? undefined : (await runShell(script, service.url)).told;
    return { record, found: foundIn(record), told };
  } finally {
    await service.close();
  }
}

describe.concurrent("commands that say in the body which thing they are about", () => {
  it("are understood, tried on things of the run's own, and nothing is left behind", async () => {
    const { record, found } = await testCommands();
    expect(found.filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    const known = record.operations.map(({ key, semantics, learned }) => [
      key,
      semantics,
      learned?.confirmed,
    ]);
    expect(known).toEqual([
      ["POST /rooms.create", "CREATE", true],
      ["GET /rooms.list", "READ_MULTI", true],
      ["GET /rooms.info", "READ", true],
      ["POST /rooms.update", "UPDATE", true],
      ["POST /rooms.close", "OTHER", true],
      ["POST /rooms.delete", "DELETE", true],
      ["POST /notes.post", "CREATE", true],
      ["GET /notes.list", "READ_MULTI", true],
      ["GET /notes.info", "READ", true],
      ["POST /notes.update", "UPDATE", true],
      ["POST /notes.delete", "DELETE", true],
    ]);
    expect(record.cleanup.left).toEqual([]);
  });

  it.each<[CommandFault, string]>([
    ["update is ignored", "WARN written-is-read POST /rooms.update"],
    ["removed notes stay", "ERR deleted-is-gone POST /notes.delete"],
    ["deleting takes all notes", "ERR frame POST /rooms.delete"],
  ])("%s: %s", async (fault, expected) => {
    const { found, told } = await testCommands(fault);
    expect(found).toContain(expected);
    // A script says the ids where the document wants them.
    expect(told).toBe("shows");
  });
});

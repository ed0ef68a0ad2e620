import { describe, expect, it } from "vitest";
import type { JsonObject } from "#base/json";
import { only, WITHOUT_SITUATIONS } from "../judge/only.js";
import { runShell } from "../report/exported.js";
import { exportsOf } from "../report/found-faults.js";
import { type CommandFault, startCommands } from "./commands-service.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

async function testCommands(fault?: CommandFault, oracles = WITHOUT_SITUATIONS) {
  const service = await startCommands(fault);
  try {
    const record = await testAgainst(service.url, apiOf(service.document), { oracles });
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
      ["POST /people.create", "CREATE", true],
      ["GET /people.info", "READ", true],
      ["POST /rooms.create", "CREATE", true],
      ["GET /rooms.list", "READ_MULTI", true],
      ["GET /rooms.info", "READ", true],
      ["POST /rooms.update", "UPDATE", true],
      ["POST /rooms.invite", "OTHER", true],
      ["POST /rooms.close", "OTHER", true],
      ["POST /rooms.delete", "DELETE", true],
      ["POST /notes.post", "CREATE", true],
      ["GET /notes.list", "READ_MULTI", true],
      ["GET /notes.info", "READ", true],
      ["POST /notes.update", "UPDATE", true],
      ["POST /notes.delete", "DELETE", true],
    ]);
    const unresolved = record.rules?.map(({ text }) => text) ?? [];
    expect(unresolved).toContain("GET /notes.list shows every note that is there.");
    expect(record.cleanup.left.filter(({ resource }) => resource !== "person")).toEqual([]);
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

  it("may keep names as slugs, and take one twice by an update", async () => {
    const { found } = await testCommands("renaming takes a title", only("unique-on-update"));
    expect(found).toContain("ERR unique-on-update POST /rooms.update");
  });
});

describe.concurrent("a clause about such a command", () => {
  it.each<[string, CommandFault | undefined, readonly string[]]>([
    ["may ask as the document has it", undefined, []],
    ["is held against the service", "closing is ignored", ["ERR contract POST /rooms.close"]],
  ])("%s", async (_, fault, expected) => {
    const service = await startCommands(fault);
    const paths = service.document.paths as Record<string, { post: JsonObject }>;
    const formula = "response_body(GET /rooms.info?room={room}).room.closed == true";
    const close = { post: { ...paths["/rooms.close"]?.post, "x-ensures": [formula] } };
    const document = { ...service.document, paths: { ...paths, "/rooms.close": close } } as JsonObject;
    try {
      const record = await testAgainst(service.url, apiOf(document), {
        oracles: WITHOUT_SITUATIONS,
        walks: false,
      });
      expect(record.clauses?.filter(({ origin }) => origin === "yours")[0]?.held ?? 0).toBeGreaterThan(
        fault === undefined ? 0 : -1,
      );
      expect(foundIn(record).filter((line) => line.includes(" contract "))).toEqual(expected);
    } finally {
      await service.close();
    }
  });
});

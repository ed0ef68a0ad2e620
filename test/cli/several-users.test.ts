import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import {
  OFFICE,
  OFFICE_TOKENS,
  type Office,
  type OfficeFault,
  officeUsers,
  SILENT_OFFICE,
  serveOffice,
} from "../run/office-service.js";
import { folderWith, piolet } from "./run-piolet.js";

const OFFICE_PATHS = (OFFICE as { paths: Record<string, object> }).paths;

let office: Office;

afterEach(() => office.close());

/** Everything that `piolet test --json` says of the office, tested as these users. */
async function testOffice(users: string, fault?: OfficeFault, ...more: readonly string[]) {
  return testDescribed(OFFICE, users, fault, more);
}

async function testDescribed(
  document: Json,
  users: string,
  fault: OfficeFault | undefined,
  more: readonly string[],
) {
  office = await serveOffice(fault);
  const folder = folderWith({ "openapi.json": JSON.stringify(document), "users.json": users });
  const argv = ["test", join(folder, "openapi.json"), "--url", office.url, "--seed", "1", "--json"];
  const { code, out, err } = await piolet([...argv, "--auth-file", join(folder, "users.json"), ...more], {
    cwd: folder,
  });
  return { code, err, folder, ...JSON.parse(out) };
}

const untested = (record: { operations: { key: string; verdict: string; reason?: string }[] }) =>
  record.operations
    .filter(({ verdict }) => verdict === "NOT_TESTED")
    .map(({ key, reason }) => `${key}: ${reason}`);

describe("several users", () => {
  it("are tried in turn where the first is denied, and nothing is left behind", async () => {
    const record = await testOffice(officeUsers("anna", "ben", "root"));
    expect(untested(record)).toEqual([]);
    expect(record.faults).toEqual([]);
    expect(record.warnings).toEqual([]);
    expect(record.code).toBe(0);
    expect(record.cleanup.left).toEqual([]);
    expect(office.things()).toEqual({ rooms: 0, bookings: 0 });
  });

  it("delete what the first has made and may not delete", async () => {
    const few = ["--budget", "40", "--max-states", "1"];
    const record = await testOffice(officeUsers("anna", "ben", "root"), "root-deletes", ...few);
    expect(record.faults).toEqual([]);
    expect(record.cleanup.left).toEqual([]);
    expect(office.things()).toEqual({ rooms: 0, bookings: 0 });
  });

  it("is one where only one is named, and what is denied to them is not tested", async () => {
    const record = await testOffice(officeUsers("anna"));
    expect(untested(record).length).toBeGreaterThan(5);
  });

  it("are not asked again where an earlier run has learned whose operations are", async () => {
    office = await serveOffice();
    const users = officeUsers("anna", "ben", "root");
    const folder = folderWith({ "openapi.json": JSON.stringify(OFFICE), "users.json": users });
    const learned = join(folder, "learned.yaml");
    const service = [join(folder, "openapi.json"), "--url", office.url, "--seed", "1"];
    const as = ["--auth-file", join(folder, "users.json")];
    await piolet(["learn", ...service, ...as, "-o", learned], { cwd: folder });
    expect(readFileSync(learned, "utf8")).toContain("POST /rooms: root");
    const { out } = await piolet(["test", ...service, ...as, "--semantics", learned, "--json"], {
      cwd: folder,
    });
    expect(untested(JSON.parse(out))).toEqual([]);
    expect(office.things()).toEqual({ rooms: 0, bookings: 0 });
  });

  it("are those as whom a fault is shown again", async () => {
    const few = ["--budget", "30", "--max-failures", "1"];
    const record = await testOffice(officeUsers("anna", "root"), "delete-keeps-room", ...few);
    const [fault] = record.faults;
    expect(fault).toMatchObject({ operation: "DELETE /rooms/{id}" });
    const { folder } = record;
    const again = ["replay", fault.id, "--url", office.url, "--auth-file", join(folder, "users.json")];
    expect((await piolet([...again, "--json"], { cwd: folder })).out).toContain('"outcome": "failing"');
    const env = { ...process.env, AUTHORIZATION: `Bearer ${OFFICE_TOKENS.root}` };
    const script = promisify(execFile)("bash", [join(folder, fault.files.sh), office.url], { env });
    await expect(script).rejects.toMatchObject({ code: 1 });
  });
});

describe("who may act on what belongs to another", () => {
  const about = ({ faults, warnings }: { faults: Found[]; warnings: Found[] }) =>
    [...faults, ...warnings].map(({ verdict, oracle, operation }) => `${verdict} ${oracle} ${operation}`);
  interface Found {
    readonly verdict: string;
    readonly oracle: string;
    readonly operation: string;
  }
  const few = ["--oracles", "others-kept-out,credentials-needed", "--max-states", "1"];

  it("is the owner alone, and the matrix has every operation on a thing", async () => {
    const record = await testOffice(officeUsers("anna", "ben", "root"), undefined, ...few);
    expect(about(record)).toEqual([]);
    const cancel = { operation: "POST /bookings/{id}/cancel", owner: 200, other: 404, nobody: 401 };
    expect(record.access).toContainEqual(cancel);
    expect(record.access).toContainEqual({ ...cancel, operation: "POST /rooms/{id}/close", other: 403 });
    const onThings = Object.keys(OFFICE_PATHS).filter((path) => /^.(rooms|bookings)/.test(path));
    const operations = onThings.flatMap((path) =>
      Object.keys(OFFICE_PATHS[path] ?? {})
        .filter((method) => method !== "parameters")
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const rows: readonly { operation: string; other: number | null }[] = record.access;
    expect(
      rows
        .filter(({ other }) => other !== null)
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(
      operations.filter((operation) => operation !== "POST /bookings" && operation !== "POST /rooms").sort(),
    );
    const own = { owner: 201, other: null, nobody: 401, reason: "what it makes is the caller's own" };
    expect(rows).toContainEqual({ operation: "POST /rooms", ...own });
  });

  it("is told where another user may, too", async () => {
    const record = await testOffice(officeUsers("anna", "ben", "root"), "anyone-cancels", ...few);
    expect(about(record)).toEqual(["ERR others-kept-out POST /bookings/{id}/cancel"]);
    expect(record.faults[0].message).toBe(
      "POST /bookings/{id}/cancel as another user acts on one user's booking",
    );
  });

  it("is told once, and not of another user, where nobody is asked who they are", async () => {
    const record = await testOffice(officeUsers("anna", "ben", "root"), "nobody-is-asked", ...few);
    expect(about(record)).toEqual(["ERR credentials-needed POST /bookings/{id}/cancel"]);
  });

  it("is told once, too, where the document says nothing of credentials", async () => {
    const users = officeUsers("anna", "ben", "root");
    expect(about(await testDescribed(SILENT_OFFICE, users, undefined, few))).toEqual([]);
    await office.close();
    const record = await testDescribed(SILENT_OFFICE, users, "nobody-is-asked", few);
    expect(about(record)).toEqual(["ERR others-kept-out POST /bookings/{id}/cancel"]);
    expect(record.faults[0].message).toBe(
      "POST /bookings/{id}/cancel acts on one user's booking for anybody, without credentials",
    );
  });
});

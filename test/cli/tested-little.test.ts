import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { OFFICE, OFFICE_TOKENS, type Office, serveOffice } from "../run/office-service.js";
import { folderWith, piolet } from "./run-piolet.js";

let office: Office | undefined;

afterEach(async () => {
  await office?.close();
  office = undefined;
});

async function testOffice(token: string, ...more: readonly string[]) {
  office = await serveOffice();
  const folder = folderWith({ "openapi.json": JSON.stringify(OFFICE) });
  const argv = ["test", join(folder, "openapi.json"), "--url", office.url, "--seed", "1", "--json"];
  return piolet([...argv, "-H", `Authorization: Bearer ${token}`, ...more], { cwd: folder });
}

describe("a run that tested little", () => {
  it("fails with a bad token, and says so before anything else", async () => {
    const { code, out, err } = await testOffice("expired-20c0ffee", "--budget", "30");
    expect(code).toBe(1);
    const said = err.split("\n").findIndex((line) => line.startsWith("✗ Every call"));
    expect(err.split("\n").slice(said, said + 2)).toEqual([
      "✗ Every call to the others was answered 401: token is missing or expired: 1 of 14 operations was tested, less than the 50 % of --min-operations.",
      "  Give credentials that may do more with -H, --auth, --auth-file or the config's credentials.",
    ]);
    const { faults, problems } = JSON.parse(out);
    expect(faults).toEqual([]);
    expect(problems).toContainEqual(expect.objectContaining({ code: "tested-little" }));
  });

  it("passes where as much as that was asked for, also by the config file", async () => {
    expect((await testOffice("expired-20c0ffee", "--min-operations", "7")).code).toBe(0);
    await office?.close();
    const config = folderWith({ "piolet.config.yaml": "minOperations: 7\n" });
    const at = join(config, "piolet.config.yaml");
    expect((await testOffice("expired-20c0ffee", "--config", at)).code).toBe(0);
  });

  it("is one that was let in and could do everything", async () => {
    const { code, out } = await testOffice(OFFICE_TOKENS.root, "--budget", "30");
    expect({ code, faults: JSON.parse(out).faults }).toEqual({ code: 0, faults: [] });
  });

  it("does not count what a filter leaves out", async () => {
    const { code } = await testOffice("expired-20c0ffee", "--include-path", "/health");
    expect(code).toBe(0);
  });
});

describe("a service that is somewhere else", () => {
  it.each([
    [
      "404",
      404,
      "There is no API at URL: GET /health, GET /rooms, GET /reports, GET /bookings are answered 404, like any other path.",
    ],
    [
      "a web page",
      200,
      "There is no API at URL: GET /health is answered with a web page, like any other path.",
    ],
  ])("is told by %s for every path, and nothing is tried", async (_, status, message) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(status).end(status === 200 ? "<!doctype html><p>Hello</p>" : "nothing here");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = folderWith({ "openapi.json": JSON.stringify(OFFICE) });
    const { code, err } = await piolet(["test", join(folder, "openapi.json"), "--url", url], {
      cwd: folder,
    });
    server.close();
    expect(code).toBe(3);
    expect(err).toContain(message.replace("URL", url));
    expect(err).toContain("Check that --url has the right host and base path.");
    expect(asked.every((call) => call.startsWith("GET "))).toBe(true);
    expect(asked.length).toBeLessThan(6);
  });
});

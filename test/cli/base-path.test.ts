import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith, piolet } from "./run-piolet.js";

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "/api/v1" }],
  paths: {
    "/notes/{id}": { get: { parameters: [], responses: { 200: { description: "One." } } } },
    "/notes": { get: { responses: { 200: { description: "All." } } } },
  },
};

let server: Server;
let host: string;
/** Paths that were asked for, in order. */
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const [status, type] =
      request.url === "/api/v1/notes" || request.url === "/old/notes"
        ? [200, "application/json"]
        : request.url === "/"
          ? [200, "text/html"]
          : [404, "application/json"];
    response.writeHead(status, { "content-type": type }).end(type === "text/html" ? "<html>" : "[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

async function learnAt(url: string) {
  asked = [];
  const folder = folderWith({ "openapi.json": JSON.stringify(DOCUMENT) });
  return piolet(["learn", join(folder, "openapi.json"), "--url", url, "--seed", "1"]);
}

describe("a document whose server has a path", () => {
  it("is found there by the host alone", async () => {
    const { code, err } = await learnAt(host);
    expect(err).toContain(`The API is at ${host}/api/v1, as the document's server says.`);
    expect([...new Set(asked)].slice(0, 2)).toEqual(["/notes", "/api/v1/notes"]);
    expect(code).toBe(0);
  });

  it("is taken for where it is said to be, if any path is given", async () => {
    const { code, err } = await learnAt(`${host}/old`);
    expect(err).not.toContain("The API is at");
    expect(asked).toContain("/old/notes");
    expect(asked).not.toContain("/api/v1/notes");
    expect(code).toBe(0);
  });

  it("is found nowhere where neither place knows it", async () => {
    const { code, err } = await learnAt(`${host}/nowhere`);
    expect(code).toBe(3);
    expect(err).toContain("Check that --url has the right base path");
  });
});

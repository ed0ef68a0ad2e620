import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Exploration } from "#explore/explore-api";
import { leapingClock } from "../services/leaping-clock.js";
import { exploreAt, keysOf } from "./explore-against.js";

interface Note {
  readonly id: string;
  readonly text: string;
}

type Mood = "well" | "busy" | "restarting";

/** Notes under ids that the client chooses. PUT replaces whatever is there, so a careless guest would do harm. */
function noteServer(notes: Map<string, Note>, mood: Mood): Server {
  let requests = 0;
  const answer = (response: ServerResponse, status: number, body?: unknown) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (mood === "busy" && requests % 11 === 0) return answer(response, 429);
    if (mood === "restarting" && requests % 150 === 0) notes.clear();
    if (mood === "restarting" && requests % 97 === 0) return request.socket.destroy();
    const id = decodeURIComponent((request.url ?? "").split("/")[2] ?? "");
    if (id === "") return answer(response, 200, { notes: [...notes.values()], servedAt: performance.now() });
    const known = notes.get(id);
    if (request.method === "GET") return known ? answer(response, 200, known) : answer(response, 404, {});
    if (request.method === "DELETE") return answer(response, notes.delete(id) ? 204 : 404);
    let text = "";
    for await (const chunk of request) text += chunk;
    const note = { id, text: String((JSON.parse(text) as { text?: unknown }).text ?? "") };
    notes.set(id, note);
    return answer(response, known ? 200 : 201, note);
  };
  return createServer((request, response) => void handle(request, response));
}

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        responses: {
          "200": {
            description: "All notes.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    notes: { type: "array", items: { $ref: "#/components/schemas/Note" } },
                    servedAt: { type: "number" },
                  },
                },
              },
            },
          },
        },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": { $ref: "#/components/responses/Note" }, "404": { description: "None." } } },
      put: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
            },
          },
        },
        responses: {
          "200": { $ref: "#/components/responses/Note" },
          "201": { $ref: "#/components/responses/Note" },
        },
      },
      delete: { responses: { "204": { description: "Gone." }, "404": { description: "None." } } },
    },
  },
  components: {
    responses: {
      Note: {
        description: "A note.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
      },
    },
    schemas: {
      Note: { type: "object", properties: { id: { type: "string" }, text: { type: "string" } } },
    },
  },
};

const folder = mkdtempSync(join(tmpdir(), "piolet-explore-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(DOCUMENT));

afterAll(() => rmSync(folder, { recursive: true }));

async function exploreNotes(notes: Map<string, Note>, mood: Mood, maxRequests: number): Promise<Exploration> {
  const server = noteServer(notes, mood);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await exploreAt(url, file, { maxRequests, wait: leapingClock().wait });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Small ids are what a search for small examples would take. */
const FOREIGN = ["0", "00", "1", "a", "someone's"].map((id): [string, Note] => [
  id,
  { id, text: `of ${id}` },
]);
const foreign = new Map(FOREIGN);
let [among, alone, busy, restarting]: Exploration[] = [];

beforeAll(async () => {
  [among, alone, busy, restarting] = await Promise.all([
    exploreNotes(foreign, "well", 1_200),
    exploreNotes(new Map(), "well", 1_200),
    exploreNotes(new Map(), "busy", 400),
    exploreNotes(new Map(), "restarting", 400),
  ]);
});

const keys = (explored: Exploration | undefined) => (explored === undefined ? [] : keysOf(explored));

describe("exploring among other people's things", () => {
  it("touches none of them", () => {
    expect([...foreign]).toEqual(FOREIGN);
    expect(among?.cleanup.left).toEqual([]);
  });

  it("finds what it finds where there are none", () => {
    const ofState = (key: string) => key.startsWith("MP-S");
    expect(keys(among).filter(ofState)).toEqual(keys(alone).filter(ofState));
    expect(keys(alone)).toContain("MP-S-5 DELETE /notes/{id}: DELETE /notes/{id} 204");
  });

  it("leaves aside what changes by itself, and says so", () => {
    expect(alone?.volatile).toContainEqual({ operation: "GET /notes", fields: ["/servedAt"] });
    const twice = alone?.examples.find(
      ({ key }) => key === "MP-R-1 GET /notes: GET /notes 200, GET /notes 200",
    );
    expect(twice?.sentences.at(-1)).toContain("leaving aside /servedAt, which is another each time");
  });
});

it("has something true to tell of a service that is busy, and of one that forgets and hangs up", () => {
  for (const found of [keys(busy), keys(restarting)]) {
    expect(found).toContain("MP-R-1 GET /notes: GET /notes 200, GET /notes 200");
    expect(found.filter((key) => / (429|503)/.test(key))).toEqual([]);
  }
});

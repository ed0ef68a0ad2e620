import { expect, it } from "vitest";
import type { Json } from "#base/json";
import { isText, type JsonAnswer, serveJson } from "./serve-json.js";
import { apiOf, foundIn, testAgainst } from "./test-against.js";

interface Job {
  id: string;
  title: string;
  status: string;
  workerId: string | null;
}

/** Jobs are started by a worker who has no other one, and then finished; workers come and go. */
async function startJobs() {
  const jobs = new Map<string, Job>();
  const workers = new Map<string, { id: string; name: string; jobId: string | null }>();
  let last = 0;
  const served = await serveJson((method, [kind, id, verb], sent): JsonAnswer => {
    const all: Map<string, object> = kind === "jobs" ? jobs : workers;
    if (id === undefined && method === "GET") return [200, [...all.values()] as Json];
    if (id === undefined) {
      const name = kind === "jobs" ? sent.title : sent.name;
      if (!isText(name)) return [422, { message: "A name is wanted" }];
      const own = { id: String(++last) };
      const thing =
        kind === "jobs"
          ? { ...own, title: name, status: "open", workerId: null }
          : { ...own, name, jobId: null };
      all.set(own.id, thing);
      return [201, thing];
    }
    const thing = all.get(id);
    if (thing === undefined) return [404, { message: "There is no such thing" }];
    const job = jobs.get(id);
    if (job !== undefined && verb === "start") {
      const worker = workers.get(String(sent.workerId));
      if (worker === undefined) return [422, { message: "There is no such worker" }];
      if (job.status !== "open") return [409, { message: `A job that is ${job.status} cannot be started` }];
      if (worker.jobId !== null) return [409, { message: "The worker is busy" }];
      job.status = "running";
      job.workerId = worker.id;
      worker.jobId = id;
    } else if (job !== undefined && verb === "finish") {
      if (job.status !== "running")
        return [409, { message: `A job that is ${job.status} cannot be finished` }];
      job.status = "finished";
      const worker = workers.get(job.workerId ?? "");
      if (worker !== undefined) worker.jobId = null;
    } else if (method === "DELETE") {
      const names = (other: Job) => other.workerId === id;
      if ([...jobs.values()].some(names)) return [409, { message: "There are jobs of it" }];
      all.delete(id);
      return [204];
    }
    return [200, thing as Json];
  });
  return served;
}

const json = (schema: Json): Json => ({ "application/json": { schema } });
const ID: Json = { type: "string" };
const NAME: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: Readonly<Record<string, Json>>): Json => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const JOB = object({ id: ID, title: NAME, status: ID, workerId: { type: "string", nullable: true } });
const WORKER = object({ id: ID, name: NAME, jobId: { type: "string", nullable: true } });
const answers = (status: string, schema?: Json): Json => ({
  [status]: schema === undefined ? { description: "" } : { description: "", content: json(schema) },
  ...Object.fromEntries(["404", "409", "422"].map((other) => [other, { description: "" }])),
});
const takes = (schema: Json): Json => ({ requestBody: { required: true, content: json(schema) } });
const kept = (kind: string, schema: Json, input: Json): Readonly<Record<string, Json>> => ({
  [`/${kind}s`]: {
    get: { responses: answers("200", { type: "array", items: schema }) },
    post: { ...(takes(input) as object), responses: answers("201", schema) },
  },
  [`/${kind}s/{${kind}Id}`]: {
    parameters: [{ name: `${kind}Id`, in: "path", required: true, schema: ID }],
    get: { responses: answers("200", schema) },
    delete: { responses: answers("204") },
  },
});
const action = (input?: Json): Json => ({
  parameters: [{ name: "jobId", in: "path", required: true, schema: ID }],
  post: { ...(input === undefined ? {} : (takes(input) as object)), responses: answers("200", JOB) },
});

const DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Jobs", version: "1" },
  paths: {
    ...kept("worker", WORKER, object({ name: NAME })),
    ...kept("job", JOB, object({ title: NAME })),
    "/jobs/{jobId}/start": action(object({ workerId: ID })),
    "/jobs/{jobId}/finish": action(),
  },
};

it("an action that gives a thing to somebody is a step of its life, with somebody new each time", async () => {
  const service = await startJobs();
  try {
    const record = await testAgainst(service.url, apiOf(DOCUMENT));
    expect(foundIn(record).filter((line) => !line.startsWith("NOTE"))).toEqual([]);
    const rules = (record.rules ?? []).map(({ text }) => text);
    expect(rules).toContain("POST /jobs/{jobId}/start is refused unless status is open.");
    expect(rules).toContain("POST /jobs/{jobId}/finish is refused unless status is running.");
    expect(record.transitions.covered).toBe(record.transitions.total);
  } finally {
    await service.close();
  }
});

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { persons, personsRefusing, personsValidating } from "#services/persons/persons";
import { type RunningService, type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tasks } from "#services/tasks/tasks";
import { folderWith, piolet } from "./run-piolet.js";

const SPEC = documentPath("persons");
const folder = folderWith({ "broken.json": '{ "format": 1 }' });
const file = join(folder, "behaviour.json");
const services: RunningService[] = [];

async function start(service: Service): Promise<string> {
  const started = await startService(service);
  if (!started.ok) throw new Error(started.problems[0]?.message);
  services.push(started.value);
  return started.value.url;
}

let [before, after] = ["", ""];

beforeAll(async () => {
  [before, after] = [await start(persons), await start(personsRefusing)];
});

afterAll(async () => {
  for (const service of services) await service.close();
  rmSync(folder, { recursive: true });
});

const compare = (url: string, ...more: string[]) =>
  piolet(["diff", file, "-u", url, "--seed", "2", "--json", ...more]);

describe("piolet explore and piolet diff", () => {
  it("keep examples, as JSON and as tests", async () => {
    const tests = join(folder, "tests");
    const argv = ["explore", SPEC, "-u", before, "--seed", "1", "--json", "--save", file, "--tests", tests];
    const { code, out } = await piolet(argv);
    expect(code).toBe(0);
    const { examples, queryOperations, requests, seed } = JSON.parse(out);
    expect({ queryOperations, seed }).toEqual({ queryOperations: ["GET /persons"], seed: 1 });
    expect(requests).toBeGreaterThan(0);
    expect(examples[0]).toMatchObject({
      metaProperty: "MP-R-1",
      operation: "GET /persons",
      sentences: [
        "execute GET /persons, answered 200",
        "execute it again, answered 200",
        "both responses are equal",
      ],
      calls: [
        { operation: "GET /persons", status: 200 },
        { operation: "GET /persons", status: 200 },
      ],
    });
    const files = readdirSync(tests);
    expect(files).toHaveLength(examples.length);
    for (const name of files) expect(readFileSync(join(tests, name), "utf8")).toContain("expect(holds");
  });

  it("tell what a service does otherwise, and accept it", async () => {
    const changed = await compare(after, "--accept");
    const { held, gone, new: came, requests } = JSON.parse(changed.out);
    expect(changed.code).toBe(0);
    expect(held.length).toBeGreaterThan(10);
    expect([gone.length, came.length]).toEqual([2, 3]);
    expect(requests).toBeGreaterThan(0);
    const back = await compare(before);
    expect([back.code, JSON.parse(back.out).gone.length]).toEqual([1, 3]);
  });

  it.each([tasks, personsValidating])("find nothing changed with another seed: $name", async (service) => {
    const [url, kept] = [await start(service), join(folder, `${service.name}.json`)];
    const spec = documentPath(service.name);
    expect((await piolet(["explore", spec, "-u", url, "--seed", "1", "--save", kept])).code).toBe(0);
    const { code, out } = await piolet(["diff", kept, "-u", url, "--seed", "2"]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+ held, 0 gone, 0 new; [\d,]+ requests\n$/)]);
  });

  it("compare two files without a service", async () => {
    const { code, out } = await piolet(["diff", file, file]);
    expect([code, out]).toEqual([0, expect.stringContaining("0 gone, 0 new")]);
  });
});

describe("what is wrong with a command line", () => {
  it.each([
    [["diff", join(folder, "broken.json"), "-u", "http://127.0.0.1:9"], 2, "is not a file of examples"],
    [["diff", join(folder, "missing.json"), "-u", "http://127.0.0.1:9"], 2, "cannot be read"],
    [["explore", SPEC, "-u", "http://127.0.0.1:9"], 3, "127.0.0.1:9"],
    [["explore", SPEC, "--query", "GET /nobody", "-u", "http://127.0.0.1:9"], 2, "names no operation"],
  ])("%j ends with %i", async (argv, code, message) => {
    const ran = await piolet(argv);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
  });
});

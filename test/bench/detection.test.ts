import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { persons } from "#services/persons/persons";
import { commandTool } from "../../bench/detection/command-tool.js";
import { runJobs } from "../../bench/detection/run-jobs.js";
import { type Run, scoreFaults } from "../../bench/detection/score.js";

const run = promisify(execFile);

/** A tester of one idea: it adds a person with a long name and says so where the list has another. */
const TESTER = `
const url = process.argv[1] + "/persons";
const headers = { "content-type": "application/json" };
const person = { name: "Alexandrina", age: 30 };
await fetch(url, { method: "POST", headers, body: JSON.stringify(person) });
const listed = await (await fetch(url)).text();
if (!listed.includes(person.name)) console.log("the name is not kept");
`;

it("another tool is run on a fresh service each, and its requests are counted", async () => {
  const script = `data:text/javascript,${encodeURIComponent(TESTER)}`;
  const command = `${process.execPath} --input-type=module -e import(${JSON.stringify(script)}) {url}`;
  const tool = commandTool("tester", command);
  const runs: Run[] = [];
  const jobs = [null, "add-cuts-name"].map((fault) => ({ tool, service: persons, fault, seed: 1 }));
  await runJobs(jobs, { jobs: 1, size: "1", shrink: false, seconds: 30 }, (_, run) => runs.push(run));
  expect(runs.map(({ requests }) => requests)).toEqual([2, 2]);
  expect(scoreFaults(runs)).toMatchObject([{ found: 1, first: { by: "the name is not kept" } }]);
});

it("a tool that does not end is stopped", async () => {
  const tool = commandTool("sleeper", `${process.execPath} -e setInterval(()=>{},1000)`);
  const runs: Run[] = [];
  const jobs = [{ tool, service: persons, fault: null, seed: 1 }];
  await runJobs(jobs, { jobs: 1, size: "1", shrink: false, seconds: 1 }, (_, run) => runs.push(run));
  expect(runs).toMatchObject([{ reports: [], broken: "stopped after 1 s" }]);
});

it("what was written is kept, and a bench goes on with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "piolet-bench-"));
  const file = join(folder, "detection.json");
  const words = ["detection", "--service", "persons", "--faults", "none", "--seeds", "2", "--json", folder];
  const main = join(import.meta.dirname, "../../dist/bench/main.js");
  const bench = async (...more: readonly string[]) => {
    const { stdout } = await run(process.execPath, [main, ...words, ...more]);
    return { stdout, written: JSON.parse(await readFile(file, "utf8")) as { says?: string; runs: Run[] } };
  };
  try {
    const { stdout, written } = await bench();
    const { says = "", runs } = written;
    expect(stdout.trim().split("\n").at(-1)).toContain(says);
    expect(says).toContain("0 ERR on correct services");
    // It is stopped after the first run, which is told so that it can be known again.
    const [kept] = runs;
    const stopped = { ...written, says: undefined, form: undefined, runs: [{ ...kept, milliseconds: 7 }] };
    await writeFile(file, JSON.stringify(stopped));
    const again = await bench("--resume");
    expect(again.written.runs.map(({ seed }) => seed)).toEqual([1, 2]);
    expect(again.written.runs.filter(({ milliseconds }) => milliseconds === 7)).toHaveLength(1);
    // What is whole is not done again.
    const whole = await bench("--resume");
    expect(whole.stdout).toContain("before");
    expect(whole.written).toEqual(again.written);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

import { expect, it } from "vitest";
import { persons } from "#services/persons/persons";
import { commandTool } from "../../bench/detection/command-tool.js";
import { runJobs } from "../../bench/detection/run-jobs.js";
import { type Run, scoreFaults } from "../../bench/detection/score.js";
import { readWish } from "../../bench/wish.js";

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
  await runJobs(jobs, readWish(["--seconds", "30"]), (_, run) => runs.push(run));
  expect(runs.map(({ requests }) => requests)).toEqual([2, 2]);
  expect(scoreFaults(runs)).toMatchObject([{ found: 1, first: { by: "the name is not kept" } }]);
});

it("a tool that does not end is stopped", async () => {
  const tool = commandTool("sleeper", `${process.execPath} -e setInterval(()=>{},1000)`);
  const runs: Run[] = [];
  const jobs = [{ tool, service: persons, fault: null, seed: 1 }];
  await runJobs(jobs, readWish(["--seconds", "1"]), (_, run) => runs.push(run));
  expect(runs).toMatchObject([{ reports: [], broken: "stopped after 1 s" }]);
});

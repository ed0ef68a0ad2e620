import { writeFileSync } from "node:fs";
import { findService, SERVICES } from "#services/list";
import type { Service } from "#services/service";
import { commandTool } from "./detection/command-tool.js";
import { pioletTool } from "./detection/piolet-tool.js";
import { printDetection } from "./detection/print-detection.js";
import { type Job, runJobs } from "./detection/run-jobs.js";
import { schemathesisTool } from "./detection/schemathesis-tool.js";
import type { Run } from "./detection/score.js";
import type { Tool } from "./detection/tool.js";
import { machine } from "./machine.js";
import { must } from "./must.js";
import { sampleFaults } from "./sample-faults.js";
import type { BenchWish } from "./wish.js";

/** What is found of what was planted, by Piolet and by others, and what is told of services that are right. */
export async function benchDetection(wish: BenchWish): Promise<void> {
  const tools = [pioletTool(), ...wish.tools.flatMap(readTool)];
  const jobs = planJobs(tools, wish);
  const size = wish.size === undefined ? "the usual size" : `size ${wish.size}`;
  const seeds = wish.seeds === 1 ? "seed 1" : `seeds 1 to ${wish.seeds}`;
  const form = `${size}, ${wish.shrink ? "shrunk" : "not shrunk"}, ${seeds}, at most ${wish.seconds} s a run`;
  const names = tools.map(({ name, version }) => `${name} ${version}`);
  console.log(`${jobs.length} runs: ${form}; ${names.join(", ")}`);

  const finished = new Map<Job, Run>();
  // In the order of the plan, in which they need not end.
  const runs = () => jobs.flatMap((job) => finished.get(job) ?? []);
  await runJobs(jobs, wish, (job, run) => {
    finished.set(job, run);
    // Written after each run: whoever stops a long bench keeps what it has.
    const results = { ...machine(), form, tools: names, runs: runs() };
    if (wish.json !== undefined) writeFileSync(wish.json, `${JSON.stringify(results, null, 1)}\n`);
  });
  printDetection(
    runs(),
    tools.map(({ name }) => name),
  );
}

/** The correct services come first: a run that is stopped early still says whether there are false alarms. */
function planJobs(tools: readonly Tool[], wish: BenchWish): readonly Job[] {
  const services =
    wish.services.length === 0 ? SERVICES : wish.services.map((name) => must(findService(name)));
  const faultsOf = (service: Service) => sampleFaults(service, wish.faults);
  const targets = [
    ...services.map((service) => ({ service, fault: null })),
    ...services.flatMap((service) => faultsOf(service).map((fault) => ({ service, fault }))),
  ];
  const seeds = Array.from({ length: wish.seeds }, (_, index) => index + 1);
  return targets.flatMap((target) =>
    tools.flatMap((tool) => seeds.map((seed) => ({ ...target, tool, seed }))),
  );
}

function readTool(text: string): readonly Tool[] {
  const [, name, command] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name !== undefined && command !== undefined) return [commandTool(name, command)];
  const found = schemathesisTool();
  if (found === undefined) console.log("schemathesis: not installed");
  return found === undefined ? [] : [found];
}

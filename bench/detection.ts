import { isArray, type Json } from "#base/json";
import { findService, SERVICES } from "#services/list";
import type { Service } from "#services/service";
import type { BenchResult } from "./bench-result.js";
import { commandTool } from "./detection/command-tool.js";
import type { DetectionForm } from "./detection/form.js";
import { pioletTool } from "./detection/piolet-tool.js";
import { printDetection, summary } from "./detection/print-detection.js";
import { type Job, runJobs } from "./detection/run-jobs.js";
import { schemathesisTool } from "./detection/schemathesis-tool.js";
import { type Run, reportsOnCorrect } from "./detection/score.js";
import { nameOf, type Tool } from "./detection/tool.js";
import { machine } from "./machine.js";
import { must } from "./must.js";
import { earlierResult, resultFile, writeResult } from "./result-files.js";
import { sampleFaults } from "./sample-faults.js";
import type { BenchWish } from "./wish.js";

/** What is found of what was planted, by Piolet and by others, and what is told of services that are right. */
export async function benchDetection(wish: BenchWish): Promise<BenchResult> {
  const others = wish.tools.flatMap(readTool);
  const results: BenchResult[] = [];
  for (const form of wish.detection) {
    const tools = [pioletTool(), ...(form.besideOthers ? others : [])];
    results.push(await runForm(form, tools, wish));
  }
  const [only, ...more] = results;
  if (only !== undefined && more.length === 0) return only;
  // Each form has a file of its own, with its runs.
  const says = results.map((result, index) => `${wish.detection[index]?.name}: ${result.says}`);
  return { says: says.join("; "), numbers: { forms: says } };
}

async function runForm(form: DetectionForm, tools: readonly Tool[], wish: BenchWish): Promise<BenchResult> {
  const jobs = planJobs(tools, form, wish);
  const how = described(form, wish);
  const names = tools.map(({ name, version }) => `${name} ${version}`);
  console.log(`${jobs.length} runs: ${how}; ${names.join(", ")}`);

  const file = wish.detection.length === 1 ? "detection" : `detection-${form.name}`;
  const finished = new Map<Job, Run>();
  for (const run of earlierRuns(earlierResult(wish, file), how, names)) {
    const job = jobs.find(
      (one) => keyOf(one.tool.name, one.service.name, one) === keyOf(run.tool, run.service, run),
    );
    if (job !== undefined) finished.set(job, run);
  }
  if (finished.size > 0) console.log(`${finished.size} of them were made before`);
  // In the order of the plan, in which they need not end.
  const runs = () => jobs.flatMap((job) => finished.get(job) ?? []);
  const numbers = () => ({ how, tools: names, runs: runs() });
  const left = jobs.filter((job) => !finished.has(job));
  const onRun = (job: Job, run: Run) => {
    finished.set(job, run);
    // Written after each run: whoever stops a long bench keeps what it has.
    const path = resultFile(wish, file);
    if (path !== undefined) writeResult(path, { ...machine(), ...numbers() });
  };
  const isCorrect = ({ fault }: Job) => fault === null;
  const usualFor = ({ tool, service }: Job) => ({
    usual: reportsOnCorrect(runs(), tool.name, service.name).map(nameOf),
  });
  // What is told of the correct services must be known before it can be told what is new of the others.
  await runJobs(left.filter(isCorrect), { ...wish, ...form }, onRun);
  await runJobs(
    left.filter((job) => !isCorrect(job)),
    { ...wish, ...form },
    onRun,
    form.untilFound ? usualFor : undefined,
  );
  const toolNames = tools.map(({ name }) => name);
  printDetection(runs(), toolNames);
  return { says: summary(runs(), toolNames), numbers: numbers() };
}

function described(
  { size, shrink, seeds, seconds, untilFound }: DetectionForm,
  { lookEvery }: BenchWish,
): string {
  const things = size === undefined ? "the usual size" : `size ${size}`;
  const drawn = seeds === 1 ? "seed 1" : `seeds 1 to ${seeds}`;
  const looks = lookEvery === undefined ? "" : `, a look every ${lookEvery} calls`;
  return `${things}, ${shrink ? "shrunk" : "not shrunk"}, ${drawn}${looks}${untilFound ? ", each until something is told" : ""}, at most ${seconds} s a run`;
}

/** The runs that an earlier bench of the same form has written. */
function earlierRuns(
  earlier: { readonly [member: string]: Json } | undefined,
  how: string,
  tools: readonly string[],
): readonly Run[] {
  if (earlier?.how !== how || JSON.stringify(earlier.tools) !== JSON.stringify(tools)) return [];
  // Our own file, as `writeResult` has written it.
  return earlier.runs !== undefined && isArray(earlier.runs)
    ? (earlier.runs as unknown as readonly Run[])
    : [];
}

function keyOf(tool: string, service: string, { fault, seed }: Pick<Run, "fault" | "seed">): string {
  return JSON.stringify([tool, service, fault, seed]);
}

/**
 * The correct services come first: a run that is stopped early still says whether there are false alarms. Then every fault
 * with one seed before any with the next: what it has found by then is of all of them.
 */
function planJobs(tools: readonly Tool[], form: DetectionForm, wish: BenchWish): readonly Job[] {
  // A run against what is slow on purpose takes half a minute of waiting: not in the short form, where it is not asked for.
  const usual = wish.full ? SERVICES : SERVICES.filter(({ name }) => name !== "shop-delayed");
  const services = wish.services.length === 0 ? usual : wish.services.map((name) => must(findService(name)));
  const faultsOf = (service: Service) => sampleFaults(service, form.faults, wish);
  const targets = [
    ...services.map((service) => ({ service, fault: null })),
    ...services.flatMap((service) => faultsOf(service).map((fault) => ({ service, fault }))),
  ];
  const seeds = Array.from({ length: form.seeds }, (_, index) => index + 1);
  return seeds
    .flatMap((seed) => targets.flatMap((target) => tools.map((tool) => ({ ...target, tool, seed }))))
    .toSorted((a, b) => Number(a.fault !== null) - Number(b.fault !== null));
}

function readTool(text: string): readonly Tool[] {
  const [, name, command] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name !== undefined && command !== undefined) return [commandTool(name, command)];
  const found = schemathesisTool();
  if (found === undefined) console.log("schemathesis: not installed");
  return found === undefined ? [] : [found];
}

import { writeFileSync } from "node:fs";
import { findService, SERVICES } from "#services/list";
import { type Service, startService } from "#services/service";
import { commandTool } from "./detection/command-tool.js";
import { pioletTool } from "./detection/piolet-tool.js";
import { printDetection } from "./detection/print-detection.js";
import { schemathesisTool } from "./detection/schemathesis-tool.js";
import type { Run } from "./detection/score.js";
import type { Tool } from "./detection/tool.js";
import { machine } from "./machine.js";
import { must } from "./must.js";
import { sampleFaults } from "./sample-faults.js";
import type { BenchWish } from "./wish.js";

interface Job {
  readonly tool: Tool;
  readonly service: Service;
  readonly fault: string | null;
  readonly seed: number;
}

/**
 * What is found of what was planted, and what is told of services that are right. Every run has a fresh service; the
 * correct ones come first, because a fault is what is told beyond them.
 */
export async function benchDetection(wish: BenchWish): Promise<void> {
  const tools = [pioletTool(), ...wish.tools.flatMap(readTool)];
  const services =
    wish.services.length === 0 ? SERVICES : wish.services.map((name) => must(findService(name)));
  const jobs = planJobs(tools, services, wish);
  const size = wish.size === undefined ? "the usual size" : `size ${wish.size}`;
  const form = `${size}, ${wish.shrink ? "shrunk" : "not shrunk"}, seeds 1 to ${wish.seeds}, at most ${wish.seconds} s a run`;
  const names = tools.map(({ name, version }) => `${name} ${version}`);
  console.log(`${jobs.length} runs: ${form}; ${names.join(", ")}`);
  const runs: Run[] = [];
  const lane = async () => {
    const open = new Map(tools.map((tool) => [tool, tool.open()]));
    try {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const { tool, service, fault, seed } = job;
        const counted = countRequests(service);
        const running = must(await startService(counted.service, fault === null ? {} : { fault }));
        const task = { service: service.name, url: running.url, seed, ...wish };
        const told = await open.get(tool)?.test(task);
        await running.close();
        if (told === undefined) continue;
        runs.push({
          tool: tool.name,
          service: service.name,
          fault,
          seed,
          ...told,
          requests: counted.requests(),
        });
        // Written after each run: whoever stops a long bench keeps what it has.
        if (wish.json !== undefined)
          writeFileSync(
            wish.json,
            `${JSON.stringify({ ...machine(), form, tools: names, runs }, null, 1)}\n`,
          );
      }
    } finally {
      for (const each of open.values()) await each.close();
    }
  };
  await Promise.all(Array.from({ length: wish.jobs }, lane));
  printDetection(
    runs,
    tools.map(({ name }) => name),
  );
}

function planJobs(tools: readonly Tool[], services: readonly Service[], wish: BenchWish): Job[] {
  const targets = [
    ...services.map((service) => ({ service, fault: null })),
    ...services.flatMap((service) => sampleFaults(service, wish.faults).map((fault) => ({ service, fault }))),
  ];
  const seeds = Array.from({ length: wish.seeds }, (_, index) => index + 1);
  return targets.flatMap((target) =>
    tools.flatMap((tool) => seeds.map((seed) => ({ ...target, tool, seed }))),
  );
}

function readTool(text: string): readonly Tool[] {
  const [, name, command] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name !== undefined && command !== undefined) return [commandTool(name, command)];
  if (text !== "schemathesis")
    throw new TypeError(`--with takes schemathesis or name=command, not "${text}".`);
  const found = schemathesisTool();
  if (found === undefined) console.log("schemathesis: not installed");
  return found === undefined ? [] : [found];
}

/** Counted where they arrive: so it is the same count for every tool. */
function countRequests(service: Service): { readonly service: Service; readonly requests: () => number } {
  let count = 0;
  const createApp: Service["createApp"] = (fault, now) => {
    const app = service.createApp(fault, now);
    const fetch = (request: Request) => {
      count++;
      return app.fetch(request);
    };
    return { fetch };
  };
  return { service: { ...service, createApp }, requests: () => count };
}

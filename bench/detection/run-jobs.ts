import { type Service, startService } from "#services/service";
import { must } from "../must.js";
import type { BenchWish } from "../wish.js";
import type { DetectionForm } from "./form.js";
import type { Run } from "./score.js";
import type { Task, Tool } from "./tool.js";

/** One tool against one service; without a fault it is the correct one. */
export interface Job {
  readonly tool: Tool;
  readonly service: Service;
  readonly fault: string | null;
  readonly seed: number;
}

/** Every job on a fresh service, so many at a time as wished; `onRun` is told what came of each, `usualFor` says what is told anyway. */
export async function runJobs(
  jobs: readonly Job[],
  wish: Pick<BenchWish, "jobs"> & Pick<DetectionForm, "size" | "shrink" | "seconds">,
  onRun: (job: Job, run: Run) => void,
  usualFor: (job: Job) => Pick<Task, "usual"> = () => ({}),
): Promise<void> {
  const queue = jobs.values();
  const work = async () => {
    const opened = new Map([...new Set(jobs.map(({ tool }) => tool))].map((tool) => [tool, tool.open()]));
    try {
      for (const job of queue) {
        const { tool, service, fault, seed } = job;
        const counted = countRequests(service);
        const running = must(await startService(counted.service, fault === null ? {} : { fault }));
        const told = await opened.get(tool)?.test({
          ...wish,
          ...usualFor(job),
          service: service.name,
          url: running.url,
          seed,
        });
        await running.close();
        const head = { tool: tool.name, service: service.name, fault, seed };
        if (told !== undefined) onRun(job, { ...head, ...told, requests: counted.requests() });
      }
    } finally {
      for (const open of opened.values()) await open.close();
    }
  };
  await Promise.all(Array.from({ length: wish.jobs }, work));
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

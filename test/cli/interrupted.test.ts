import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { REPORT_NAMES } from "#report/report-names";
import { type RunningService, type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { folderWith, piolet } from "./run-piolet.js";
import { isBuilt, spawnPiolet } from "./spawn-piolet.js";

const opened: RunningService[] = [];
afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

/** The service, and who is told the number of each request before it is answered. */
function counting(service: Service, onRequest: (number: number) => void): Service {
  return {
    ...service,
    createApp: (fault, now) => {
      const app = service.createApp(fault, now);
      let requests = 0;
      return {
        fetch: (request) => {
          onRequest(++requests);
          return app.fetch(request);
        },
      };
    },
  };
}

interface Interruption {
  readonly at: number;
  readonly by: "SIGINT" | "SIGTERM";
  readonly times?: number;
  readonly fault?: string;
}

async function interruptedRun({ at, by, times = 1, fault }: Interruption) {
  const cwd = folderWith({});
  let interrupt = () => {};
  let requests = 0;
  const service = counting(tournaments, (number) => {
    requests = number;
    if (number >= at && number < at + times) interrupt();
  });
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(started.problems[0]?.message);
  opened.push(started.value);
  const { url } = started.value;
  const argv = ["test", documentPath("tournaments"), "--url", url, "--seed", "7", "--budget", "60"];
  const running = spawnPiolet(argv, { cwd });
  interrupt = () => void running.child.kill(by);
  const ran = await running.done;
  const last = requests;
  const left: string[] = [];
  for (const kind of ["players", "tournaments"]) {
    const things = (await (await fetch(`${url}/${kind}`)).json()) as readonly Record<string, unknown>[];
    left.push(...things.map((thing) => JSON.stringify(thing)));
  }
  return { ...ran, cwd, left, requests: last };
}

async function reportsFrom(cwd: string) {
  const [log = ""] = readdirSync(join(cwd, ".piolet/runs"));
  return Promise.all(
    REPORT_NAMES.map((format) => piolet(["report", join(".piolet/runs", log), "--format", format], { cwd })),
  );
}

const random = createRandom(26);
const between = (from: number, to: number): number => from + random.below(to - from);

/** Moments of a run of some 1,200 requests: while it learns, while it walks, while it asks for oracles. */
const MOMENTS = [
  { at: between(2, 50), by: "SIGINT" },
  { at: between(50, 360), by: "SIGTERM" },
  { at: between(400, 700), by: "SIGINT" },
  { at: between(700, 1_000), by: "SIGTERM" },
] as const;

/** While it walks, and while it shrinks what it has found, which begins at about 1,180. */
const LATER = [between(500, 1_000), between(1_200, 1_300)];

describe.skipIf(!isBuilt)("a run that is interrupted (skipped without a build: npm run build)", () => {
  it.each(MOMENTS)("by $by at request $at cleans up and tells what it has found", async (moment) => {
    const { code, out, err, cwd, left, requests } = await interruptedRun(moment);
    expect(code).toBe(moment.by === "SIGINT" ? 130 : 143);
    expect(err).toContain("Interrupted");
    expect(out).toContain(`The run was interrupted (${moment.by})`);
    // The service is correct, and what was cut off is no fault of it.
    expect(out).toMatch(/ 0 faults, /);
    expect(left).toEqual([]);
    // Nothing new is begun: what comes is deleting what is there, and looking whether it is.
    expect(requests).toBeLessThan(moment.at + 100);
    for (const report of await reportsFrom(cwd)) expect(report).toMatchObject({ code: 0 });
  });

  it.each(LATER)("keeps the fault that was found before it was interrupted at request %i", async (at) => {
    const { code, out, cwd, left } = await interruptedRun({
      at,
      by: "SIGINT",
      fault: "update-player-ignored",
    });
    expect(code).toBe(130);
    expect(out).toMatch(/ 1 fault, /);
    expect(out).toContain("PUT /players/{pid} answers 200, but changes nothing");
    expect(left).toEqual([]);
    for (const report of await reportsFrom(cwd)) {
      expect(report).toMatchObject({ code: 0 });
      expect(report.out).toContain("/players/");
    }
  });

  it("stops at once when it is interrupted twice, and its log can still be read", async () => {
    const { code, cwd, out } = await interruptedRun({ at: 300, by: "SIGINT", times: 3 });
    expect(code).toBe(130);
    expect(out).not.toContain("operations tested");
    for (const report of await reportsFrom(cwd)) expect(report).toMatchObject({ code: 0 });
  });
});

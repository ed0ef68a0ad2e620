import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Json } from "#base/json";
import type { RunRecord } from "#calls/run-record";
import { parseSizes } from "#cli/model-sizes";
import type { Actor } from "#http/actor";
import { parseAuthFile } from "#http/auth-file";
import { openTarget } from "#http/target";
import type { Oracle } from "#judge/oracle";
import type { OracleChoice } from "#judge/oracle-choice";
import type { Api } from "#openapi/api";
import { loadApi, loadApiFromJson } from "#openapi/load-api";
import { testApi } from "#pipeline";
import type { Itinerary } from "#run/plan-walks";
import { guessSemantics } from "#semantics/guess-semantics";
import { type Service, startService } from "#services/service";
import { authPath, documentPath, overlayPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { type Clock, leapingClock } from "../services/leaping-clock.js";

export interface RunWish {
  readonly seed?: number;
  /** As `--size` takes it. Default: what users get. */
  readonly size?: string;
  readonly actors?: readonly Actor[];
  readonly itinerary?: Partial<Itinerary>;
  /** Default: none. Most tests ask what is found, not how small it becomes. */
  readonly maxShrinks?: number;
  readonly accepted?: readonly string[];
  readonly oracles?: OracleChoice;
  readonly moreOracles?: readonly Oracle[];
  readonly fuzz?: number;
  /** Default: yes. What an oracle tells of situations of its own it tells without a walk through the model. */
  readonly walks?: boolean;
  /** Default: none. A test that asks for one fault need not wait for what comes after it. */
  readonly maxFailures?: number;
  /** Default: nobody waits, because what most services here do they do at once. */
  readonly wait?: Clock["wait"];
}

/** The whole pipeline against a service that runs. */
export async function testAgainst(url: string, api: Api, wish: RunWish = {}): Promise<RunRecord> {
  const {
    seed = 1,
    size,
    actors,
    itinerary = {},
    maxShrinks = 0,
    accepted = [],
    oracles = {},
    moreOracles = [],
    fuzz = 0,
    maxFailures = Infinity,
    walks = true,
    wait = leapingClock().wait,
  } = wish;
  const target = openTarget({ url, version: "test", api, ...(actors === undefined ? {} : { actors }) });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  const sizes = parseSizes(
    size,
    guessSemantics(api).resources.map(({ name }) => name),
  );
  if (!sizes.ok) throw new Error(sizes.problems[0]?.message);
  try {
    const options = { version: "test", api, target: target.value, seed, generators: NO_GENERATORS };
    const result = await testApi({
      ...options,
      model: { sizes: sizes.value, ...(walks ? {} : { maxStates: 0 }) },
      itinerary,
      maxShrinks,
      accepted: new Set(accepted),
      oracles,
      moreOracles,
      fuzz,
      maxFailures,
      now: () => performance.now(),
      wait,
    });
    if (!result.ok) throw new Error(result.problems[0]?.message);
    return result.value;
  } finally {
    await target.value.close();
  }
}

export interface BundledWish extends RunWish {
  readonly fault?: string;
  /** With what the document alone cannot say. Default: yes. */
  readonly overlay?: boolean;
  /** What the API says of itself. Default: what its document says. */
  readonly says?: string;
}

export async function testBundled(service: Service, wish: BundledWish = {}): Promise<RunRecord> {
  const { fault, overlay = true, says } = wish;
  const [rules, users] = [overlayPath(service.name), authPath(service.name)];
  const known = await bundledApi(service.name, overlay && existsSync(rules) ? [rules] : []);
  const api = says === undefined ? known : { ...known, description: says };
  const { now, wait } = leapingClock();
  const started = await startService(service, { now, ...(fault === undefined ? {} : { fault }) });
  const actors = existsSync(users) ? parseAuthFile(await readFile(users, "utf8"), {}) : undefined;
  if (!started.ok) throw new Error("the bundled service does not start");
  try {
    const own = actors?.ok === true ? { actors: actors.value } : {};
    return await testAgainst(started.value.url, api, { wait, ...wish, ...own });
  } finally {
    await started.value.close();
  }
}

const loaded = new Map<string, Promise<Api>>();

/** Each is read once, and with it what is compiled from it is kept: it does not change. */
export function bundledApi(name: string, overlays: readonly string[] = []): Promise<Api> {
  const key = JSON.stringify([name, overlays]);
  const api = loaded.get(key) ?? loadBundled(name, overlays);
  loaded.set(key, api);
  return api;
}

async function loadBundled(name: string, overlays: readonly string[]): Promise<Api> {
  const api = await loadApi(documentPath(name), { overlays });
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return api.value;
}

export function apiOf(document: Json): Api {
  const api = loadApiFromJson(document);
  if (!api.ok) throw new Error(api.problems[0]?.message);
  return api.value;
}

/** `ERR deleted-is-gone DELETE /notes/{id}`: what was found, in a line each. */
export function foundIn(record: RunRecord): string[] {
  return record.faults.map(({ verdict, oracle, operation }) => `${verdict} ${oracle} ${operation}`);
}

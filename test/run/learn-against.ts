import { createRandom } from "#base/random";
import type { Exchange } from "#calls/exchange";
import type { Fault } from "#calls/run-record";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { createWorld } from "#run/create-world";
import { learnRecipes } from "#run/learn-recipes";
import { learnRules } from "#run/learn-rules";
import { learnService, USUAL_WISH } from "#run/learn-service";
import { guessSemantics } from "#semantics/guess-semantics";
import { linkName, type Rule } from "#semantics/rule";
import { type Service, startService } from "#services/service";
import { NO_GENERATORS } from "#values/generators";
import { type Clock, leapingClock } from "../services/leaping-clock.js";
import { bundledApi } from "./test-against.js";

export interface Lesson {
  readonly rules: readonly Rule[];
  readonly faults: readonly Fault[];
  readonly exchanges: readonly Exchange[];
  /** What the experiments cost, with their clean-up. */
  readonly requests: number;
  /** What they left behind. */
  readonly left: number;
}

export interface LessonWish {
  readonly seed?: number;
  readonly maxRequests?: number;
  /** With what operations do, which actions need. */
  readonly isWhole?: boolean;
  /** Default: really. */
  readonly wait?: Clock["wait"];
}

/** Rules from a service that runs. */
export async function learnAgainst(url: string, api: Api, wish: LessonWish = {}): Promise<Lesson> {
  const { seed = 1, maxRequests, isWhole = false, wait } = wish;
  const target = openTarget({
    url,
    version: "test",
    api,
    ...(maxRequests === undefined ? {} : { maxRequests }),
  });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const semantics = guessSemantics(api);
    const world = createWorld({
      api,
      semantics,
      target: target.value,
      random: createRandom(seed),
      generators: NO_GENERATORS,
      clauses: [],
      runId: `piolet-${seed}`,
      ...(wait === undefined ? {} : { wait }),
    });
    if (isWhole) {
      const { deviations: faults, ...learned } = await learnService(world, USUAL_WISH, () => {});
      const { requests } = target.value;
      return { ...learned, faults, requests, left: world.ledger.summary().left.length };
    }
    const { book } = await learnRecipes(world, () => {});
    const before = target.value.requests;
    const learned = await learnRules(world, book);
    const requests = target.value.requests - before;
    return { ...learned, requests, left: world.ledger.summary().left.length };
  } finally {
    await target.value.close();
  }
}

export async function learnBundled(
  service: Service,
  fault?: string,
  seed = 1,
  isWhole = false,
): Promise<Lesson> {
  const api = await bundledApi(service.name);
  const { now, wait } = leapingClock();
  const started = await startService(service, { now, ...(fault === undefined ? {} : { fault }) });
  if (!started.ok) throw new Error("the bundled service does not start");
  try {
    return await learnAgainst(started.value.url, api, { seed, isWhole, wait });
  } finally {
    await started.value.close();
  }
}

/** `duplicate player refuse`, `parent-delete enrollment player /pid restrict`: a rule in a line. */
export function ruleLine(rule: Rule): string {
  switch (rule.kind) {
    case "creates":
    case "creates-many":
    case "lists":
    case "empties":
      return `${rule.kind} ${rule.resource} ${rule.operation}`;
    case "echoes":
      return [rule.kind, rule.resource, rule.operation, ...rule.except.map((name) => `-${name}`)].join(" ");
    case "removes":
      return `${rule.kind} ${rule.resource} ${rule.how}`;
    case "duplicate":
    case "reuse":
      return `${rule.kind} ${rule.resource} ${rule.effect}`;
    case "absent":
      return `${rule.kind} ${rule.resource} ${rule.operation} ${rule.effect}`;
    case "dangling":
    case "parent-delete":
      return `${rule.kind} ${rule.child} ${rule.parent} ${linkName(rule.via)} ${rule.effect}`;
    case "unique":
      return `${rule.kind} ${rule.resource} ${rule.fields.join(" ")}`;
    case "capacity":
      return `${rule.kind} ${rule.child} ${rule.parent}`;
    case "shows-related":
      return `${rule.kind} ${rule.operation} ${rule.field ?? "id"}`;
    case "begins":
      return `${rule.kind} ${rule.resource} ${rule.field} ${rule.status}`;
    case "allowed-in":
      return `${rule.kind} ${rule.operation} ${rule.statuses.join(" ")}`;
    case "leads-to":
      return `${rule.kind} ${rule.operation} ${rule.status}`;
  }
}

/** `WARN orphans DELETE /players/{pid}`. */
export function deviationsIn({ faults }: Pick<Lesson, "faults">): readonly string[] {
  return faults.map(({ verdict, oracle, operation }) => `${verdict} ${oracle} ${operation}`);
}

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createRandom } from "#base/random";
import { parseAuthFile } from "#http/auth-file";
import { openTarget } from "#http/target";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { createWorld } from "#run/create-world";
import { learnSemantics } from "#run/learn-semantics";
import { guessSemantics } from "#semantics/guess-semantics";
import type { OperationMeaning, Semantics } from "#semantics/semantics";
import { findService } from "#services/list";
import { type Service, startService } from "#services/service";
import { authPath, documentPath } from "#services/service-files";
import { readTruth } from "#services/truth";
import { NO_GENERATORS } from "#values/generators";
import { leapingClock } from "../services/leaping-clock.js";
import { drawer, drawerApi } from "./drawer-service.js";

interface Wish {
  readonly fault?: string;
  readonly seed?: number;
  readonly readOnly?: boolean;
  /** Without the service's auth file: whoever is needed must be registered. */
  readonly alone?: boolean;
}

interface Lesson {
  readonly semantics: Semantics;
  readonly requests: number;
  readonly sent: readonly string[];
}

async function learn(
  service: Service,
  api: Api,
  { fault, seed = 1, readOnly = false, alone }: Wish,
): Promise<Lesson> {
  const { now, wait } = leapingClock();
  const started = await startService(service, { now, ...(fault === undefined ? {} : { fault }) });
  if (!started.ok) throw new Error(started.problems[0]?.message);
  const auth = authPath(service.name);
  const isKnown = alone !== true && existsSync(auth);
  const actors = isKnown ? parseAuthFile(await readFile(auth, "utf8"), {}, auth) : undefined;
  const target = openTarget({
    url: started.value.url,
    version: "test",
    api,
    ...(actors?.ok === true ? { actors: actors.value } : {}),
  });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const semantics = guessSemantics(api);
    const random = createRandom(seed);
    const base = { api, semantics, target: target.value, random, generators: NO_GENERATORS };
    const world = createWorld({ ...base, clauses: [], runId: `piolet-${seed}`, wait });
    const learned = await learnSemantics(world, { readOnly, onProgress: () => {} });
    const sent = learned.exchanges.map(({ call }) => call.operation);
    return { semantics: learned.world.semantics, requests: target.value.requests, sent };
  } finally {
    await target.value.close();
    await started.value.close();
  }
}

async function learnBundled(name: string, wish: Wish = {}): Promise<Lesson> {
  const service = findService(name);
  const api = await loadApi(documentPath(name));
  if (!service.ok || !api.ok) throw new Error(name);
  return learn(service.value, api.value, wish);
}

function inWords({ semantics, kind, resource, proof }: OperationMeaning): string {
  const label = kind === undefined ? semantics : `${semantics} ${kind}`;
  return `${label} ${resource ?? "-"}${proof?.confirmed === true ? "" : ", open"}`;
}

function meanings({ semantics }: Lesson): Record<string, string> {
  return Object.fromEntries(Object.values(semantics.operations).map((one) => [one.operation, inWords(one)]));
}

/** What is believed of operations and is not so. */
function wrong(name: string, { semantics }: Lesson): readonly string[] {
  const { operations, resources } = readTruth(name);
  const joins = new Map(
    semantics.resources.map(({ name: own, parents }) => [
      own,
      parents.find(({ via }) => via.kind === "id")?.resource ?? own,
    ]),
  );
  expect(Object.keys(resources).length).toBeGreaterThan(0);
  return Object.entries(operations).flatMap(([key, truth]) => {
    const said = semantics.operations[key];
    const resource = joins.get(said?.resource ?? "") ?? said?.resource;
    const isRight = [truth, ...(truth.orElse ?? [])].some(
      (label) => label.semantics === said?.semantics && label.resource === resource,
    );
    return isRight ? [] : [`${key}: ${said?.semantics} ${resource}`];
  });
}

function open({ semantics }: Lesson): readonly string[] {
  return Object.values(semantics.operations)
    .filter(({ proof }) => proof?.confirmed !== true)
    .map(({ operation }) => operation);
}

describe("a bundled service", () => {
  it.each([
    ["legacy", []],
    ["lifecycle", []],
    ["nested", []],
    ["tasks", []],
    ["persons", []],
    ["groups", []],
    ["books", ["DELETE /trash"]],
    ["e-commerce", []],
    ["accounts", []],
    ["library", []],
  ])(
    "%s is learned rightly, with little left open, at no more than 40 requests per operation",
    async (name, left) => {
      const lesson = await learnBundled(name);
      expect(wrong(name, lesson)).toEqual([]);
      expect(open(lesson)).toEqual(left);
      expect(lesson.requests).toBeLessThanOrEqual(40 * Object.keys(lesson.semantics.operations).length);
    },
  );

  it.each(["persons", "legacy", "lifecycle"])("%s is learned the same with other values", async (name) => {
    const lessons = [await learnBundled(name, { seed: 2 }), await learnBundled(name, { seed: 77 })];
    expect(lessons.map(meanings)[0]).toEqual(lessons.map(meanings)[1]);
  });
});

describe("a service whose names and verbs mislead", () => {
  it("is learned by what its calls do", async () => {
    expect(meanings(await learn(drawer, drawerApi(), {}))).toEqual({
      "GET /drawer": "READ_MULTI drawer",
      "POST /drawer": "CREATE drawer",
      "GET /drawer/{no}": "READ drawer",
      "GET /drawer/{no}/x1": "DELETE drawer",
      "POST /drawer/{no}/x3": "OTHER action drawer",
      "POST /drawer/{no}/x4": "UPDATE drawer",
    });
  });

  it("is learned without any operationId, after what they suggest has failed", async () => {
    const api = await loadApi(documentPath("legacy"));
    const service = findService("legacy");
    if (!api.ok || !service.ok) throw new Error("legacy");
    const operations = api.value.operations.map(({ operationId: _, ...rest }) => rest);
    const lesson = await learn(service.value, { ...api.value, operations }, {});
    expect(wrong("legacy", lesson)).toEqual([]);
    expect(open(lesson)).toEqual([]);
  });

  it("is asked what an action changes", async () => {
    const { semantics } = await learn(drawer, drawerApi(), {});
    expect(semantics.operations["POST /drawer/{no}/x3"]?.proof?.changes).toEqual([
      { field: "/row/seal", before: "open", after: "shut" },
    ]);
  });

  it("has every conclusion with the calls that show it", async () => {
    const { semantics } = await learn(drawer, drawerApi(), {});
    for (const { proof } of Object.values(semantics.operations))
      expect(proof?.evidence.length).toBeGreaterThan(1);
  });
});

describe("a planted fault", () => {
  it.each([
    ["legacy", "remove-part-keeps-part", "GET /parts/{partNo}/remove", "DELETE part, open"],
    ["legacy", "update-part-not-stored", "POST /parts/{partNo}", "UPDATE part, open"],
  ])("of %s (%s) leaves the belief in %s and the proof open", async (name, fault, operation, expected) => {
    const lesson = await learnBundled(name, { fault });
    expect(meanings(lesson)[operation]).toBe(expected);
    expect(wrong(name, lesson)).toEqual([]);
  });

  it("is told as what was seen instead", async () => {
    const { semantics } = await learnBundled("legacy", { fault: "remove-part-keeps-part" });
    const deviations = Object.values(semantics.operations).flatMap(({ proof }) => proof?.deviates ?? []);
    expect(deviations).toEqual(["the thing stays as it was"]);
  });
});

describe("a service that asks who one is", () => {
  it.each(["library", "e-commerce"])(
    "%s lets in who has registered, and the run goes on as that one",
    async (name) => {
      const lesson = await learnBundled(name, { alone: true });
      expect(wrong(name, lesson)).toEqual([]);
      const { login } = readTruth(name);
      expect(lesson.semantics.operations[login?.operation ?? ""]).toMatchObject({
        kind: "login",
        proof: { confirmed: true },
      });
      expect(lesson.semantics.operations[login?.register ?? ""]?.proof?.confirmed).toBe(true);
    },
  );
});

describe("learning read-only", () => {
  it("sends nothing that may write, and still knows the lists", async () => {
    const lesson = await learnBundled("legacy", { readOnly: true });
    expect([...new Set(lesson.sent)].sort()).toEqual([
      "GET /parts/{partNo}",
      "GET /suppliers/{code}",
      "POST /parts/list",
      "POST /suppliers/list",
    ]);
    expect(meanings(lesson)["POST /parts/list"]).toBe("READ_MULTI part");
  });
});

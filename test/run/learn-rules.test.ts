import { describe, expect, it } from "vitest";
import { danglingReferences } from "#calls/references";
import { loadApi } from "#openapi/load-api";
import { NORMS } from "#semantics/experiments/norms";
import { features } from "#services/features/features";
import { SERVICES } from "#services/list";
import { petstore } from "#services/petstore/petstore";
import { type Service, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { tournaments } from "#services/tournaments/tournaments";
import { contradictions } from "./contradictions.js";
import { deviationsIn, type Lesson, learnAgainst, learnBundled, ruleLine } from "./learn-against.js";
import { startNotes } from "./notes-service.js";
import { apiOf } from "./test-against.js";

const linesOf = ({ rules }: Lesson) => rules.map(ruleLine);

describe.concurrent("the rules of a bundled service", () => {
  it("are all there for tournaments, for less than 200 requests", async () => {
    const lesson = await learnBundled(tournaments);
    expect(linesOf(lesson).sort()).toEqual(
      [
        ...["player", "tournament"].flatMap((name) => {
          const [collection, id] = name === "player" ? ["/players", "{pid}"] : ["/tournaments", "{tid}"];
          return [
            `creates ${name} POST ${collection}`,
            `echoes ${name} POST ${collection}`,
            `echoes ${name} PUT ${collection}/${id}`,
            `lists ${name} GET ${collection}`,
            `removes ${name} gone`,
            `absent ${name} PUT ${collection}/${id} refuse`,
            `absent ${name} DELETE ${collection}/${id} refuse`,
            `reuse ${name} accept`,
            `duplicate ${name} refuse`,
          ];
        }),
        "creates enrollment POST /enrollments",
        "echoes enrollment POST /enrollments",
        "lists enrollment GET /enrollments",
        "removes enrollment gone",
        "absent enrollment DELETE /enrollments/{eid} refuse",
        "reuse enrollment accept",
        "duplicate enrollment refuse",
        "unique enrollment /pid /tid",
        "shows-related GET /players/{pid}/tournaments id",
        "shows-related GET /tournaments/{tid}/players id",
        "parent-delete enrollment player /pid restrict",
        "parent-delete enrollment tournament /tid restrict",
        "dangling enrollment player /pid refuse",
        "dangling enrollment tournament /tid refuse",
      ].sort(),
    );
    expect(lesson.faults).toEqual([]);
    expect(lesson.requests).toBeLessThan(200);
    expect(lesson.left).toBe(0);
  });

  it("are those of a lenient one for petstore, and its leniency is told once", async () => {
    const lesson = await learnBundled(petstore);
    expect(linesOf(lesson)).toEqual(
      expect.arrayContaining([
        ...["pet", "order", "user"].flatMap((name) => [`duplicate ${name} replace`, `reuse ${name} accept`]),
        "absent pet PUT /pet refuse",
        "absent pet DELETE /pet/{petId} accept",
        "dangling order pet /petId accept",
        "parent-delete order pet /petId orphan",
        "creates-many user POST /user/createWithList",
      ]),
    );
    expect(deviationsIn(lesson)).toEqual([
      "NOTE absent-is-refused DELETE /pet/{petId}",
      "NOTE duplicate-is-refused POST /pet",
      "WARN orphans DELETE /pet/{petId}",
      "NOTE dangling-is-refused POST /store/order",
    ]);
    expect(lesson.faults[0]?.operations).toHaveLength(3);
    expect(lesson.left).toBe(0);
  });

  it("are found behind 500s and empty answers for features", async () => {
    const lesson = await learnBundled(features);
    expect(linesOf(lesson)).toEqual(
      expect.arrayContaining([
        "removes product gone",
        "removes feature gone",
        "duplicate product refuse",
        "duplicate feature refuse",
        "duplicate configuration refuse",
        "parent-delete feature product productName cascade",
        "parent-delete configuration product productName cascade",
        "parent-delete configuration-feature feature id cascade",
        "dangling feature product productName refuse",
        "dangling configuration product productName refuse",
      ]),
    );
    expect(deviationsIn(lesson)).toEqual(["NOTE absent-is-refused DELETE /products/{productName}"]);
    expect(lesson.left).toBe(0);
  });

  it.each(SERVICES.slice(3).map(({ name }) => name))("do not contradict the truth about %s", async (name) => {
    expect(contradictions(name, (await learnBundled(serviceNamed(name), undefined, 2)).rules)).toEqual([]);
  });
});

function serviceNamed(name: string): Service {
  const service = SERVICES.find((candidate) => candidate.name === name);
  if (service === undefined) throw new Error(`no bundled service ${name}`);
  return service;
}

/** What is learned of a service with a fault instead of, or besides, what it is without. */
describe.concurrent("a planted fault", () => {
  it.each<[string, string, readonly string[], readonly string[], readonly string[]]>([
    [
      "tournaments",
      "duplicate-player-overwrites",
      ["duplicate player refuse"],
      ["duplicate player replace"],
      ["WARN duplicate-is-refused POST /players"],
    ],
    [
      "tournaments",
      "duplicate-enrollment-overwrites",
      ["duplicate enrollment refuse"],
      ["duplicate enrollment replace"],
      ["WARN duplicate-is-refused POST /enrollments"],
    ],
    [
      "nested",
      "list-title-taken-twice",
      ["unique list /projectId /data/title"],
      [],
      ["WARN declared-refusal-happens POST /projects/{projectId}/lists"],
    ],
    ["tournaments", "enroll-pair-twice", ["unique enrollment /pid /tid"], [], []],
    [
      "tournaments",
      "enroll-unknown-player",
      ["dangling enrollment player /pid refuse"],
      ["dangling enrollment player /pid accept"],
      ["WARN dangling-is-refused POST /enrollments"],
    ],
    [
      "tournaments",
      "delete-player-while-enrolled",
      ["parent-delete enrollment player /pid restrict"],
      ["parent-delete enrollment player /pid orphan"],
      ["WARN orphans DELETE /players/{pid}"],
    ],
    [
      "tournaments",
      "delete-tournament-cascades",
      ["parent-delete enrollment tournament /tid restrict"],
      ["parent-delete enrollment tournament /tid cascade"],
      ["WARN conflict-is-refused DELETE /tournaments/{tid}"],
    ],
    [
      "tournaments",
      "enroll-skips-player-side",
      ["shows-related GET /players/{pid}/tournaments id"],
      [],
      ["WARN both-sides-show-it GET /players/{pid}/tournaments"],
    ],
    // The lifecycle reports it; nothing that is learned rests on the status of that read.
    ["tournaments", "missing-player-answers-200", [], [], []],
    [
      "petstore",
      "create-with-list-skips-last",
      ["creates-many user POST /user/createWithList"],
      [],
      ["WARN all-are-created POST /user/createWithList"],
    ],
    [
      "features",
      "delete-product-keeps-configurations",
      ["parent-delete configuration product productName cascade"],
      ["parent-delete configuration product productName orphan"],
      ["WARN orphans DELETE /products/{productName}"],
    ],
  ])("%s %s: not %j, but %j; told: %j", async (name, fault, gone, come, told) => {
    const lesson = await learnBundled(serviceNamed(name), fault);
    const lines = linesOf(lesson);
    for (const line of gone) expect(lines).not.toContain(line);
    expect(lines).toEqual(expect.arrayContaining([...come]));
    const warnings = lesson.faults.filter((finding) => finding.verdict === "WARN");
    const usual = name === "petstore" ? ["orphans", "dangling-is-refused"] : [];
    const unusual = warnings.filter(({ oracle }) => !usual.includes(oracle));
    expect(deviationsIn({ faults: unusual })).toEqual(told);
    for (const { sequence, exchanges, call, oracle } of warnings) {
      expect(danglingReferences(sequence)).toEqual([]);
      expect(exchanges.at(-1)?.call.id).toBe(call);
      expect(NORMS.map((norm) => norm.id)).toContain(oracle);
    }
  });
});

describe("experiments", () => {
  it("send the same calls for the same seed", async () => {
    const callsOf = async (seed: number) =>
      (await learnBundled(tournaments, undefined, seed)).exchanges.map(
        ({ request }) => `${request.method} ${new URL(request.url).pathname} ${request.bodyText ?? ""}`,
      );
    const first = await callsOf(7);
    expect(first.length).toBeGreaterThan(100);
    expect(await callsOf(7)).toEqual(first);
  });

  it("leave what was there before as it was", async () => {
    const api = await loadApi(documentPath("tournaments"));
    const started = await startService(tournaments);
    if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
    const { url, close } = started.value;
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const everything = () =>
      Promise.all(
        ["/players", "/tournaments", "/enrollments"].map(async (path) => (await fetch(url + path)).json()),
      );
    try {
      await post("/players", { pid: "100000001", name: "Foreign", email: "f@example.org" });
      await post("/tournaments", { tid: 7, tournamentName: "Foreign cup", capacity: 4 });
      await post("/enrollments", { eid: 1, pid: "100000001", tid: 7 });
      const before = await everything();
      const lesson = await learnAgainst(url, api.value);
      expect(lesson.rules.length).toBeGreaterThan(30);
      expect(await everything()).toEqual(before);
    } finally {
      await close();
    }
  });

  it("write to no id that is taken, on a service that replaces what is there", async () => {
    const service = await startNotes("put creates");
    const isForeign = (id: number) => id % 2 === 0;
    for (let id = 2; id <= 4000; id += 2)
      service.notes.set(id, { id, title: "mine", body: "mine", status: "open" });
    try {
      const { rules } = await learnAgainst(service.url, apiOf(service.document));
      expect(rules.length).toBeGreaterThan(3);
      const foreign = [...service.notes.values()].filter(({ id }) => isForeign(id) && id <= 4000);
      expect(foreign).toHaveLength(2000);
      expect(foreign.every((note) => note.title === "mine")).toBe(true);
      expect(service.notes.size).toBe(2000);
    } finally {
      await service.close();
    }
  });

  it.each([60, 120])("conclude nothing wrong from %i requests, and end", async (budget) => {
    const api = await loadApi(documentPath("tournaments"));
    const started = await startService(tournaments);
    if (!api.ok || !started.ok) throw new Error("the bundled service does not start");
    try {
      const lesson = await learnAgainst(started.value.url, api.value, { maxRequests: budget });
      expect(contradictions("tournaments", lesson.rules)).toEqual([]);
      expect(lesson.faults).toEqual([]);
      expect(lesson.requests).toBeLessThanOrEqual(budget);
    } finally {
      await started.value.close();
    }
  });
});

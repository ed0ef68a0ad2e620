import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { SERVICES } from "#services/list";
import { documentPath } from "#services/service-files";
import { sendAll, withService } from "./client.js";
import { loadDocument } from "./document.js";
import { stepOf } from "./scenario.js";
import { SCENARIOS, TOURS } from "./scenarios.js";

describe.each(SERVICES)("document of $name", (service) => {
  const document = loadDocument(service.name);
  const tour = TOURS[service.name] ?? [];

  it("is valid OpenAPI", async () => {
    const result = await new Validator().validate(documentPath(service.name));
    expect(result).toMatchObject({ valid: true });
  });

  it("has operationIds that are unique", () => {
    const ids = [...JSON.stringify(document.content).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(document.operations.length);
  });

  it("declares what the service answers, and the service answers all that it declares", async () => {
    const seen = new Set<string>();
    await withService(service, undefined, async (client) => {
      for (const place of tour) {
        const [status, request] = place;
        const answer = await client.send(stepOf(place));
        expect([request, answer.status]).toEqual([request, status]);
        const operation = document.operationOf(request);
        if (operation === undefined) throw new Error(`${request} is not in the document`);
        expect(document.objectionTo(operation, answer)).toBeUndefined();
        const declared = operation.statuses.includes(String(status)) ? String(status) : "default";
        seen.add(`${operation.key} ${declared}`);
      }
    });
    const declared = document.operations.flatMap(({ key, statuses }) =>
      statuses.map((status) => `${key} ${status}`),
    );
    expect([...seen].sort()).toEqual(declared.sort());
  });

  it("covers every answer of the correct service in the scenarios of its faults", async () => {
    for (const { calls } of Object.values(SCENARIOS[service.name] ?? {})) {
      const answers = await withService(service, undefined, (client) => sendAll(client, calls));
      const objections = answers.map((answer, index) => {
        const operation = document.operationOf(calls[index]?.[0] ?? "");
        return operation === undefined ? "not in the document" : document.objectionTo(operation, answer);
      });
      expect(objections.filter((objection) => objection !== undefined)).toEqual([]);
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SERVICES } from "#services/list";
import { readTruth } from "#services/truth";
import { type Answer, withService } from "./client.js";
import { loadDocument } from "./document.js";
import { randomCall } from "./random-call.js";
import { stepOf } from "./scenario.js";
import { TOURS } from "./scenarios.js";

describe.each(SERVICES)("$name withstands any input", (service) => {
  const document = loadDocument(service.name);
  const tour = TOURS[service.name] ?? [];
  const allowsServerError = readTruth(service.name).serverErrors;

  it("in any state, and answers as the document says", async () => {
    const calls = fc.array(randomCall(document, tour), { minLength: 1, maxLength: 20, size: "max" });
    await fc.assert(
      fc.asyncProperty(fc.nat(tour.length), calls, (stateSize, sequence) =>
        withService(service, undefined, async (client) => {
          for (const place of tour.slice(0, stateSize)) await client.send(stepOf(place));
          for (const { operation, request, body, headers } of sequence) {
            const answer = await client.sendRaw(
              request,
              body === undefined ? { headers } : { body, headers },
            );
            expect(document.objectionTo(operation, answer)).toBeUndefined();
            expect(isUnplanned(answer)).toBe(false);
            if (answer.status >= 500) expect(allowsServerError).toContain(operation.key);
          }
        }),
      ),
      { numRuns: 10 },
    );
  });

  it.each(["%", "%ff", "%00", "%zz%20", "a%2Fb", "__proto__", "constructor"])(
    "%j in the path",
    async (segment) => {
      await withService(service, undefined, async (client) => {
        for (const { key, method } of document.operations) {
          const request = key.replaceAll(/\{\w+\}/g, segment);
          const answer = await client.sendRaw(request, method === "GET" ? {} : { body: "{}" });
          expect([request, isUnplanned(answer)]).toEqual([request, false]);
        }
      });
    },
  );

  it("nested a hundred thousand deep", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const bodies = [deep, `{"name":"a","photoUrls":[],"category":{"a":${deep}},"tags":[{"a":${deep}}]}`];
    await withService(service, undefined, async (client) => {
      for (const { key } of document.operations.filter(({ method }) => method !== "GET")) {
        for (const body of bodies) {
          const answer = await client.sendRaw(key.replaceAll(/\{\w+\}/g, "1"), { body });
          expect([key, isUnplanned(answer)]).toEqual([key, false]);
        }
      }
    });
  });
});

/** The services' own 500s name an exception; anything else would be an error that nobody thought of. */
function isUnplanned({ status, body }: Answer): boolean {
  return status >= 500 && !/"message":"\w+Exception: /.test(JSON.stringify(body));
}

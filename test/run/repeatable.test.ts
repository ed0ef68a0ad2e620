import { describe, expect, it } from "vitest";
import { features } from "#services/features/features";
import { persons } from "#services/persons/persons";
import { petstore } from "#services/petstore/petstore";
import { type Service, startService } from "#services/service";
import { tournaments } from "#services/tournaments/tournaments";
import { bundledApi, testAgainst } from "./test-against.js";

/** Every request that a run sends, to the byte, apart from the host. */
async function recordingOf(service: Service, seed: number, fault?: string): Promise<string[]> {
  const requests: string[] = [];
  const recorded: Service = {
    ...service,
    createApp: (named) => {
      const app = service.createApp(named);
      return {
        fetch: async (request) => {
          const { pathname, search } = new URL(request.url);
          const headers = [...request.headers].filter(([name]) => name !== "host");
          requests.push(
            `${request.method} ${pathname}${search} ${JSON.stringify(headers)} ${await request.clone().text()}`,
          );
          return app.fetch(request);
        },
      };
    },
  };
  const api = await bundledApi(service.name);
  const started = await startService(recorded, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error("the bundled service does not start");
  try {
    await testAgainst(started.value.url, api, { seed, size: "1" });
  } finally {
    await started.value.close();
  }
  return requests;
}

describe("two runs against fresh services", () => {
  it.each([
    ["petstore", petstore, undefined],
    ["features", features, undefined],
    ["tournaments with a fault", tournaments, "update-player-ignored"],
  ])("send the same requests in the same order for one seed: %s", async (_, service, fault) => {
    const first = await recordingOf(service, 11, fault);
    expect(first.length).toBeGreaterThan(30);
    expect(await recordingOf(service, 11, fault)).toEqual(first);
  });

  it("send other requests for another seed", async () => {
    expect(await recordingOf(persons, 1)).not.toEqual(await recordingOf(persons, 2));
  });
});

import { describe, expect, it } from "vitest";
import { accounts } from "#services/accounts/accounts";
import { features } from "#services/features/features";
import { documentPath } from "#services/service-files";
import { shop } from "#services/shop/shop";
import { onService, walkAt } from "./protocol-runs.js";
import { folderWith, piolet } from "./run-piolet.js";

const SERVICES = { shop, features, accounts } as const;

describe("piolet protocol infer", () => {
  it.each(["shop", "features", "accounts"] as const)(
    "prints protocols for the %s that pass the check, and walk without a fault",
    async (name) => {
      const service = SERVICES[name];
      await onService(service, undefined, async (url) => {
        const cwd = folderWith({});
        const spec = documentPath(service.name);
        const infer = ["protocol", "infer", spec, "--url", url, "--seed", "3", "-o", "p.copen"];
        expect(await piolet(infer, { cwd })).toMatchObject({ code: 0, err: "" });
        const checked = await piolet(["protocol", "check", "p.copen", "--spec", spec], { cwd });
        expect(checked.out).toContain(" 0 errors, 0 warnings");
        const ran = await walkAt(url, service, { protocol: "", more: ["--json", "--runs", "6"] }, cwd);
        const { failed, faults, runs } = JSON.parse(ran.out);
        expect({ failed, faults }).toEqual({ failed: 0, faults: [] });
        expect(runs).toBeGreaterThan(1);
      });
    },
  );

  it("goes by the document where there is no service", async () => {
    const ran = await piolet(["protocol", "infer", documentPath("shop")]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("!addCard(/customerId = customerId).?C2XX(cardId = /id)");
  });
});

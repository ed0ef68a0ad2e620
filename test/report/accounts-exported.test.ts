import { describe, expect, test } from "vitest";
import type { RunRecord } from "#calls/run-record";
import { renderExports } from "#report/render-exports";
import { harbourDocument } from "../judge/harbour-document.js";
import { type HarbourFault, startHarbour } from "../judge/harbour-service.js";
import { only } from "../judge/only.js";
import { apiOf, testAgainst, testBundled } from "../run/test-against.js";
import { against, runShell, runVitest, serviceNamed } from "./exported.js";

const FAULTS: Readonly<Record<HarbourFault, string>> = {
  "joining-takes-over": "account-is-not-taken-over",
  "taken-name-has-two-passwords": "account-is-not-taken-over",
  "link-opens-all": "accounts-are-verified",
  "login-before-link": "accounts-are-verified",
  "repeat-ignored": "confirmation-is-compared",
  "one-basket-for-all": "own-corner-is-own",
  "one-card-for-all": "own-corner-is-own",
  "nights-stand-still": "adding-adds-up",
  "fee-of-one-night": "adding-adds-up",
  "author-from-body": "signed-by-who-calls",
};

type Harbour = NonNullable<Parameters<typeof startHarbour>[0]>;

async function at<T>(how: Harbour, run: (url: string) => Promise<T>): Promise<T> {
  const service = await startHarbour(how);
  try {
    return await run(service.url);
  } finally {
    await service.close();
  }
}

async function exportsOf(how: Harbour & { readonly fault: HarbourFault }) {
  const oracles = only(FAULTS[how.fault]);
  const record = await at(how, (url) =>
    testAgainst(url, apiOf(harbourDocument()), { size: "1", oracles, maxShrinks: 100 }),
  );
  return rendered(record);
}

function rendered(record: RunRecord) {
  const [found] = record.faults;
  if (found === undefined) throw new Error("nothing is found");
  const exported = renderExports({ fault: found, url: record.url, document: "openapi.yaml" });
  if ("why" in exported) throw new Error(exported.why);
  return exported;
}

describe("a fault of accounts that anybody can register, as a script", () => {
  test.concurrent.each(Object.keys(FAULTS) as readonly HarbourFault[])("%s", async (fault) => {
    const { sh } = await exportsOf({ fault });
    const run = (url: string) => runShell(sh, url);
    const [faulty, correct] = await Promise.all([at({ fault }, run), at({}, run)]);
    expect([faulty.told, correct.told], faulty.output + correct.output).toEqual(["shows", "gone"]);
  });
});

test("what one puts into a cart that is only shown in answers, and another gets", async () => {
  const [service, fault] = ["e-commerce", "cart-shared"];
  const oracles = only("own-corner-is-own");
  const { sh } = rendered(
    await testBundled(serviceNamed(service), { fault, size: "1", oracles, maxShrinks: 100 }),
  );
  // Only the products are looked up as who the run was, and those anybody may see.
  const run = (url: string) => runShell(sh, url, { AUTHORIZATION: "Bearer nobody" });
  const [faulty, correct] = await Promise.all([
    against(service, fault, run),
    against(service, undefined, run),
  ]);
  expect([faulty.told, correct.told], faulty.output + correct.output).toEqual(["shows", "gone"]);
});

test.each([
  ["in JSON", {}],
  ["in plain text", { way: "speaks-plainly" }],
] as const)("the link of a registration %s is followed by scripts and tests", async (_, way) => {
  const faulty = { ...way, fault: "link-opens-all" } as const;
  const { test: text, sh } = await exportsOf(faulty);
  const script = async (url: string) => (await runShell(sh, url)).told;
  const test = async (url: string) => (await runVitest({ link: text }, { API_URL: url })).get("link");
  expect(text).toContain("link(");
  expect([await at(faulty, script), await at(way, script)]).toEqual(["shows", "gone"]);
  expect([await at(faulty, test), await at(way, test)]).toEqual(["shows", "gone"]);
});

import { describe, expect, it } from "vitest";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { harbourDocument } from "./harbour-document.js";
import { type HarbourFault, type HarbourWay, startHarbour } from "./harbour-service.js";
import { only } from "./only.js";

const oracles = only(
  "account-is-not-taken-over",
  "accounts-are-verified",
  "confirmation-is-compared",
  "own-corner-is-own",
  "adding-adds-up",
  "signed-by-who-calls",
);

const FOUND: Readonly<Record<HarbourFault, string>> = {
  "joining-takes-over": "ERR account-is-not-taken-over POST /skippers/register",
  "taken-name-has-two-passwords": "ERR account-is-not-taken-over POST /skippers/register",
  "link-opens-all": "ERR accounts-are-verified GET /skippers/activate/{code}",
  "login-before-link": "WARN accounts-are-verified POST /skippers/login",
  "repeat-ignored": "WARN confirmation-is-compared POST /skippers/register",
  "one-basket-for-all": "ERR own-corner-is-own POST /basket/berths/{berthId}",
  "one-card-for-all": "ERR own-corner-is-own PUT /my-card",
  "nights-stand-still": "WARN adding-adds-up POST /basket/berths/{berthId}",
  "fee-of-one-night": "WARN adding-adds-up POST /basket/berths/{berthId}",
  "author-from-body": "WARN signed-by-who-calls POST /berths/{berthId}/notes",
};

async function find(how: Parameters<typeof startHarbour>[0], wish: RunWish = {}): Promise<readonly string[]> {
  const service = await startHarbour(how);
  try {
    const api = apiOf(harbourDocument(how?.way));
    return foundIn(await testAgainst(service.url, api, { size: "1", walks: false, oracles, ...wish }));
  } finally {
    await service.close();
  }
}

describe.concurrent("a harbour where anybody can join", () => {
  it.each(Object.entries(FOUND))("%s: %s", async (fault, expected) => {
    expect(await find({ fault: fault as HarbourFault })).toEqual([expected]);
  });

  it.each([1, 2, 3])("without a fault gives nobody an objection (seed %i)", async (seed) => {
    expect(await find({}, { seed })).toEqual([]);
  });

  it.each<HarbourWay>([
    "no-link",
    "joining-twice-is-ok",
    "one-night-each",
    "basket-empties-itself",
    "card-tells-the-news",
    "logged-in-once",
    "nights-are-set",
  ])("may as well have: %s", async (way) => {
    expect(await find({ way })).toEqual([]);
  });

  it("is understood as well where it speaks in plain text", async () => {
    expect(await find({ way: "speaks-plainly" })).toEqual([]);
    expect(await find({ way: "speaks-plainly", fault: "link-opens-all" })).toEqual([FOUND["link-opens-all"]]);
  });

  it("may let in whose address is not confirmed yet: that is but a note", async () => {
    expect(await find({ way: "link-for-the-address" })).toEqual([
      "NOTE accounts-are-verified POST /skippers/login",
    ]);
  });

  it("gives no oracle at all more than a note", async () => {
    const found = await find({}, { oracles: {} });
    expect(found.filter((line) => !line.startsWith("NOTE"))).toEqual([]);
  });
});

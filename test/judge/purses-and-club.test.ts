import { describe, expect, it } from "vitest";
import type { Json } from "#base/json";
import { type Service, startService } from "#services/service";
import { apiOf, foundIn, type RunWish, testAgainst } from "../run/test-against.js";
import { CLUB_DOCUMENT, club } from "./club-service.js";
import { only } from "./only.js";
import { PURSES_DOCUMENT, purses } from "./purses-service.js";

/** What the whole pipeline finds, in a line each. */
async function find(service: Service, document: Json, fault: string | undefined, wish: RunWish) {
  const started = await startService(service, fault === undefined ? {} : { fault });
  if (!started.ok) throw new Error(`${service.name} does not start`);
  try {
    return foundIn(await testAgainst(started.value.url, apiOf(document), { size: "1", ...wish }));
  } finally {
    await started.value.close();
  }
}

describe.concurrent("what moves from purse to purse", () => {
  const oracles = only(
    "amount-is-conserved",
    "refused-has-no-effect",
    "references-followed",
    "both-sides-are-listed",
  );

  it.each([
    ["payee-gets-nothing", "WARN amount-is-conserved POST /payments"],
    ["payer-keeps-all", "WARN amount-is-conserved POST /payments"],
    ["half-is-lost", "WARN amount-is-conserved POST /payments"],
    ["own-payment-doubles", "WARN amount-is-conserved POST /payments"],
    ["payments-only-outgoing", "WARN both-sides-are-listed GET /payments"],
    ["refusal-costs-one", "WARN refused-has-no-effect POST /payments"],
    ["clerk-is-nobody", "WARN references-followed GET /payments/{paymentId}"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(purses, PURSES_DOCUMENT, fault, { oracles })).toEqual([expected]);
  });

  it.each([undefined, "fee-is-told", "only-counts", "own-payment-is-idle", "purse-is-ignored"])(
    "is no fault: %s",
    async (variant) => {
      expect(await find(purses, PURSES_DOCUMENT, variant, { oracles })).toEqual([]);
    },
  );
});

describe.concurrent("what a password of the club opens", () => {
  const oracles = only("login-needs-the-password", "password-changes");

  it.each([
    ["both-passwords-open", "ERR password-changes POST /me/password"],
    ["password-stays", "ERR password-changes POST /me/password"],
    ["motto-shuts-out", "ERR password-changes PUT /members/{name}"],
    ["case-ignored", "ERR login-needs-the-password POST /login"],
    ["half-will-do", "ERR login-needs-the-password POST /login"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(club, CLUB_DOCUMENT, fault, { oracles })).toEqual([expected]);
  });

  it.each([1, 2])("without a fault gives no objection (seed %i)", async (seed) => {
    expect(await find(club, CLUB_DOCUMENT, undefined, { oracles, seed })).toEqual([]);
  });
});

describe.concurrent("what a token of the club opens", () => {
  const oracles = only("dead-credentials");

  it.each([
    ["logout-keeps-token", "ERR dead-credentials POST /logout"],
    ["deleted-keeps-token", "WARN dead-credentials DELETE /members/{name}"],
  ])("%s: %s", async (fault, expected) => {
    expect(await find(club, CLUB_DOCUMENT, fault, { oracles })).toEqual([expected]);
  });

  it.each([undefined, "all-is-open"])("ends with the login, or was never needed: %s", async (variant) => {
    expect(await find(club, CLUB_DOCUMENT, variant, { oracles })).toEqual([]);
  });
});

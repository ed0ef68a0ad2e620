import { describe, expect, it } from "vitest";
import { generateClauses } from "#contracts/generate-clauses";
import type { OperationKey } from "#openapi/api";
import { settleRules } from "#semantics/rule";
import { features } from "#services/features/features";
import { petstore } from "#services/petstore/petstore";
import type { Service } from "#services/service";
import { tournaments } from "#services/tournaments/tournaments";
import type { Step } from "../services/client.js";
import { bundled, declared } from "./bundled.js";
import { type JudgedStep, judgeSteps } from "./judge-steps.js";

/** What the lenient services do, and no document says. An experiment would find it. */
const LENIENT: Readonly<Record<string, { accepts: readonly OperationKey[] }>> = {
  petstore: { accepts: ["DELETE /pet/{petId}", "DELETE /store/order/{orderId}", "DELETE /user/{username}"] },
};

async function judge(
  service: Service,
  steps: readonly Step[],
  fault?: string,
): Promise<readonly JudgedStep[]> {
  const { api, semantics, rules } = await bundled(service.name);
  const learned = (LENIENT[service.name]?.accepts ?? []).map((operation) =>
    declared({
      kind: "absent",
      resource: semantics.operations[operation]?.resource ?? "",
      operation,
      effect: "accept",
    }),
  );
  const clauses = generateClauses(api, semantics, settleRules(rules, learned));
  return judgeSteps(service, fault, steps, clauses, api);
}

const ada = { pid: "100200300", name: "Ada Lovelace", email: "ada@engine.org" };
const bob = { pid: "200300400", name: "Bob", email: "bob@engine.org" };
const cup = { tid: 1, tournamentName: "Cup", capacity: 2 };
const league = { tid: 2, tournamentName: "League", capacity: 2 };

/** Every write of the document, accepted and refused. */
const TOURNAMENT_WALK: readonly Step[] = [
  ["POST /players", bob],
  ["POST /players", ada],
  ["POST /players", ada],
  ["PUT /players/100200300", { ...ada, name: "Ada King" }],
  ["PUT /players/100200300", { ...ada, name: "Ada King" }],
  ["PUT /players/199999999", ada],
  ["POST /tournaments", cup],
  ["POST /tournaments", league],
  ["PUT /tournaments/1", { ...cup, capacity: 3 }],
  ["POST /enrollments", { eid: 10, pid: ada.pid, tid: 1 }],
  ["POST /enrollments", { eid: 11, pid: bob.pid, tid: 1 }],
  ["POST /enrollments", { eid: 12, pid: bob.pid, tid: 9 }],
  ["DELETE /players/100200300"],
  ["DELETE /tournaments/1"],
  ["DELETE /enrollments/10"],
  ["DELETE /enrollments/10"],
  ["DELETE /players/100200300"],
  ["DELETE /players/100200300"],
  ["DELETE /tournaments/2"],
];

const pet = { id: 1, name: "Rex", photoUrls: [], status: "available" };
const user = { username: "ann", firstName: "Ann", password: "secret" };

const PETSTORE_WALK: readonly Step[] = [
  ["POST /pet", pet],
  ["PUT /pet", { ...pet, status: "sold", tags: [{ id: 1, name: "old" }] }],
  ["POST /pet", { name: "Tom", photoUrls: [] }],
  ["POST /store/order", { id: 5, petId: 1, quantity: 7 }],
  ["DELETE /store/order/5"],
  ["DELETE /store/order/5"],
  ["POST /user", user],
  ["PUT /user/ann", { ...user, firstName: "Anna" }],
  ["DELETE /user/ann"],
  ["DELETE /pet/1"],
  ["DELETE /pet/1"],
];

const FEATURES_WALK: readonly Step[] = [
  ["POST /products/shop"],
  ["POST /products/shop/features/cart", { description: "a cart" }],
  ["POST /products/shop/features/pay"],
  ["PUT /products/shop/features/cart", { description: "the cart" }],
  ["POST /products/shop/configurations/basic"],
  ["POST /products/shop/configurations/basic/features/cart"],
  ["DELETE /products/shop/configurations/basic/features/cart"],
  ["DELETE /products/shop/features/pay"],
  ["DELETE /products/shop/configurations/basic"],
  ["DELETE /products/shop"],
];

describe.concurrent("the generated contract of a correct service", () => {
  it.each<[string, Service, readonly Step[]]>([
    ["tournaments", tournaments, TOURNAMENT_WALK],
    ["petstore", petstore, PETSTORE_WALK],
    ["features", features, FEATURES_WALK],
  ])("of %s holds", async (_, service, steps) => {
    const judged = await judge(service, steps);
    expect(judged.filter(({ verdict }) => verdict !== "OK")).toEqual([]);
    expect(judged).toHaveLength(steps.length);
  });
});

describe.concurrent("a planted fault breaks the generated contract", () => {
  it.each<[string, Service, readonly Step[], string]>([
    ["delete-player-keeps-player", tournaments, TOURNAMENT_WALK, "DELETE /players/100200300"],
    ["delete-tournament-removes-another", tournaments, TOURNAMENT_WALK, "DELETE /tournaments/2"],
    ["delete-enrollment-keeps-player", tournaments, TOURNAMENT_WALK, "DELETE /enrollments/10"],
    ["create-player-truncates-name", tournaments, TOURNAMENT_WALK, "POST /players"],
    ["list-players-misses-newest", tournaments, TOURNAMENT_WALK, "POST /players"],
    ["update-player-ignored", tournaments, TOURNAMENT_WALK, "PUT /players/100200300"],
    ["update-player-renames-another", tournaments, TOURNAMENT_WALK, "PUT /players/100200300"],
    ["list-tournaments-shows-deleted", tournaments, TOURNAMENT_WALK, "DELETE /tournaments/2"],
    ["enroll-skips-player-side", tournaments, TOURNAMENT_WALK, "POST /enrollments"],
    ["delete-player-while-enrolled", tournaments, TOURNAMENT_WALK, "DELETE /players/100200300"],
    ["delete-pet-keeps-pet", petstore, PETSTORE_WALK, "DELETE /pet/1"],
    ["update-pet-drops-tags", petstore, PETSTORE_WALK, "PUT /pet"],
    ["order-quantity-capped", petstore, PETSTORE_WALK, "POST /store/order"],
    ["update-user-resets-password", petstore, PETSTORE_WALK, "PUT /user/ann"],
    ["list-products-misses-newest", features, FEATURES_WALK, "POST /products/shop"],
  ])("%s", async (fault, service, steps, request) => {
    const judged = await judge(service, steps, fault);
    const [first] = judged.filter(({ verdict }) => verdict === "ERR");
    expect(first).toMatchObject({ request, status: expect.toSatisfy((status: number) => status < 300) });
    expect(first?.broken).not.toEqual([]);
  });
});

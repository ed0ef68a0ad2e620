import { describe, expect, it } from "vitest";
import type { RuleContent } from "#semantics/rule";
import { type HotelFault, type HotelStyle, startHotel } from "./hotel-service.js";
import { apiOf, testAgainst } from "./test-against.js";
import { type Walked, type Walking, walkThrough } from "./walk-through.js";

const IN_ROOM = { kind: "body", pointer: "/roomId", required: true } as const;
const BY_GUEST = { kind: "body", pointer: "/guestId", required: true } as const;

const NO_MORE_STAYS_THAN_BEDS: RuleContent = {
  kind: "capacity",
  parent: "room",
  child: "stay",
  via: IN_ROOM,
  limit: { field: "/beds" },
};

const ROOMS_LIST_THEIR_GUESTS: RuleContent = {
  kind: "shows-related",
  operation: "GET /rooms/{roomId}/guests",
  child: "stay",
  under: { parent: "room", via: IN_ROOM },
  shown: { parent: "guest", via: BY_GUEST },
  field: "guestId",
};

const IDS_ARE_GIVEN_ONCE: RuleContent = {
  kind: "duplicate",
  resource: "room",
  operation: "POST /rooms",
  effect: "refuse",
};

const ROOMS_GO_WITH_THEIR_STAYS: RuleContent = {
  kind: "parent-delete",
  child: "stay",
  parent: "room",
  via: IN_ROOM,
  effect: "cascade",
};

const PUT_CREATES: RuleContent = {
  kind: "absent",
  resource: "room",
  operation: "PUT /rooms/{roomId}",
  effect: "create",
};

const COUNTED =
  "POST /stays ensures response_body(GET /rooms/request_body(this){roomId}){stays} == " +
  "previous(response_body(GET /rooms/request_body(this){roomId}){stays}) + 1";

const ONE_AND_A_GHOST =
  "POST /rooms ensures response_body(GET /rooms).length == previous(response_body(GET /rooms).length) + 2";

const clauseOf = (line: string) => line.replace(/^.* ensures /, "");

/** Never full, so that nothing needs to be stated of beds. */
const LARGE: HotelStyle = { fewestBeds: 5 };
const WITH_GUESTS: HotelStyle = { ...LARGE, guests: true };
const TWO_ROOMS_ONE_STAY: Walking["model"] = { sizes: { default: 2, byResource: new Map([["stay", 1]]) } };
const ONE_ROOM: Walking["model"] = { sizes: { default: 1, byResource: new Map([["stay", 2]]) } };

const BEDS: Walking = { rules: [NO_MORE_STAYS_THAN_BEDS], model: ONE_ROOM };
const BEDS_AS_SEEN: Walking = { ...BEDS, source: "learned" };
/** What shows only on the way back is found where a tour goes there and back: with more rooms there is more of that. */
const TWO_ROOMS: Walking = { rules: [NO_MORE_STAYS_THAN_BEDS] };
const TWO_AS_SEEN: Walking = { ...TWO_ROOMS, source: "learned" };
const GUEST_LISTS: Walking = { rules: [ROOMS_LIST_THEIR_GUESTS], model: ONE_ROOM };
const CASCADE: Walking = { rules: [ROOMS_GO_WITH_THEIR_STAYS], model: ONE_ROOM };
const CASCADE_AS_SEEN: Walking = { ...CASCADE, source: "learned" };
const GIVEN_ONCE: Walking = { rules: [IDS_ARE_GIVEN_ONCE], model: ONE_ROOM };
const ONE: Walking = { model: ONE_ROOM };

/** Whatever was found: every transition has its fate, and nothing is left behind. */
function expectWhole({ walks, hotel, left }: Walked): void {
  for (const { model, covered, failed, unreached } of walks) {
    expect(covered + failed.size + unreached.size).toBe(model.graph.transitionCount);
    expect(covered).toBeGreaterThan(model.graph.transitionCount / 2);
    for (const reason of [...failed.values(), ...unreached.values()]) expect(reason).not.toBe("");
  }
  expect([hotel.everything(), left]).toEqual([[[], [], []], 0]);
}

function expectComplete(walked: Walked): void {
  expect(walked.walks.map(({ failed, unreached }) => [failed.size, unreached.size])).toEqual([[0, 0]]);
  expectWhole(walked);
}

describe("a correct service", () => {
  it.each<[string, HotelStyle, Walking]>([
    ["with nothing stated", LARGE, {}],
    ["with a stated limit", {}, BEDS],
    ["with a cascade", { ...LARGE, cascades: true }, CASCADE],
    ["with lists of related things", WITH_GUESTS, GUEST_LISTS],
    ["without symmetry", WITH_GUESTS, { model: { ...ONE_ROOM, symmetry: false } }],
    ["with a clause about counts", LARGE, { ...ONE, clauses: [COUNTED] }],
    [
      "with updates that create",
      { ...LARGE, putCreates: true },
      { rules: [PUT_CREATES], model: TWO_ROOMS_ONE_STAY },
    ],
  ])("%s is walked through every transition in silence", async (_, style, walking) => {
    const walked = await walkThrough(style, walking);
    expect(walked.found).toEqual([]);
    expectComplete(walked);
  });
});

describe("a look around", () => {
  it.each<[HotelFault, HotelStyle, Walking, string]>([
    ["a stay in a room with another one replaces it", LARGE, ONE, "ERR frame POST /stays: stay is missing"],
    [
      "a room that had a stay is still listed after its deletion",
      LARGE,
      ONE,
      "ERR frame DELETE /rooms/{roomId}: room is still there",
    ],
    [
      "a room with a stay gives its name to all rooms",
      LARGE,
      { model: TWO_ROOMS_ONE_STAY },
      "ERR frame PUT /rooms/{roomId}: room changed at /name",
    ],
    [
      "a refused deletion of a room ends its stays",
      LARGE,
      ONE,
      "ERR frame DELETE /rooms/{roomId}: stay is missing",
    ],
    [
      "a stay that ends leaves its guest in the room",
      WITH_GUESTS,
      GUEST_LISTS,
      "ERR frame DELETE /stays/{stayId}: guest is still in GET /rooms/{roomId}/guests",
    ],
    [
      "a deleted room ends one stay only",
      { ...LARGE, cascades: true },
      CASCADE,
      "ERR frame DELETE /rooms/{roomId}: stay is still there",
    ],
    [
      "a deleted room ends one stay only",
      { ...LARGE, cascades: true },
      CASCADE_AS_SEEN,
      "WARN frame DELETE /rooms/{roomId}: stay is still there",
    ],
    [
      "two stays in a room crash the list of rooms",
      LARGE,
      ONE,
      "ERR server-error GET /rooms: no server error",
    ],
  ])("shows that %s", async (fault, style, walking, expected) => {
    const walked = await walkThrough({ ...style, fault }, walking);
    expect(walked.found).toEqual([expected]);
    expect(walked.faults[0]).toMatchObject({ reproduced: 2, tried: 2 });
    expectWhole(walked);
  });
});

describe("an answer", () => {
  const again = "answer POST /stays: a call that was accepted is accepted again in the same state";
  const full = "answer POST /stays: refused where there is no room left";
  const taken = "answer POST /rooms: refused where the id is taken";
  const free = "answer PUT /rooms/{roomId}: a call that nothing forbids is accepted";
  it.each<[string, HotelFault, HotelStyle, Walking, string]>([
    ["to what was accepted before", "a bed is never free again", {}, TWO_ROOMS, `ERR ${again}`],
    ["to that without stated rules", "a bed is never free again", {}, TWO_AS_SEEN, `WARN ${again}`],
    ["against a stated limit", "a full room takes another stay", {}, BEDS, `ERR ${full}`],
    ["against a limit that was seen", "a full room takes another stay", {}, BEDS_AS_SEEN, `WARN ${full}`],
    [
      "against a stated rule of ids",
      "a taken id is given to another room",
      LARGE,
      GIVEN_ONCE,
      `ERR ${taken}`,
    ],
    ["against a guess about ids", "a taken id is given to another room", LARGE, ONE, `WARN ${taken}`],
    ["that no known rule explains", "a room with two stays cannot be renamed", LARGE, ONE, `NOTE ${free}`],
  ])("%s: %s", async (_, fault, style, walking, expected) => {
    const walked = await walkThrough({ ...style, fault }, walking);
    expect(walked.found).toContain(expected);
    expect(walked.found.every((line) => line.includes(" answer "))).toBe(true);
    expectWhole(walked);
  });
});

it("What is refused in one state only is gone on with in all others", async () => {
  const fault = "a room with two stays cannot be renamed";
  const { walks } = await walkThrough({ ...LARGE, fault }, {});
  const reasons = walks.flatMap(({ failed }) => [...failed.values()]);
  expect(reasons).not.toEqual([]);
  expect(reasons.filter((reason) => reason.startsWith("elsewhere"))).toEqual([]);
});

describe("a clause", () => {
  const broken = `ERR contract POST /stays: ${clauseOf(COUNTED)}`;
  const never = `ERR contract POST /rooms: ${clauseOf(ONE_AND_A_GHOST)}`;
  const fault = "a room counts one stay at most";
  it.each<[string, HotelStyle, Walking, readonly string[]]>([
    [
      "of the user's that breaks in one state is told",
      { ...LARGE, fault },
      { ...ONE, clauses: [COUNTED] },
      [broken],
    ],
    [
      "that held in the simplest life is held to",
      { ...LARGE, fault },
      { ...ONE, generated: [COUNTED] },
      [broken],
    ],
    ["of the user's that never holds is told", LARGE, { ...ONE, clauses: [ONE_AND_A_GHOST] }, [never]],
    ["that was generated and never holds is forgotten", LARGE, { ...ONE, generated: [ONE_AND_A_GHOST] }, []],
    ["that was generated and always holds stays silent", LARGE, { ...ONE, generated: [COUNTED] }, []],
  ])("%s", async (_, style, walking, expected) => {
    const walked = await walkThrough(style, walking);
    expect(walked.found).toEqual(expected);
    expect([walked.hotel.everything(), walked.left]).toEqual([[[], [], []], 0]);
  });
});

describe("a service that stops answering", () => {
  // Between the first walk's first request and its last: in a prelude, at a step, at a look, while cleaning up.
  it.each([60, 61, 63, 66, 80, 120])("after %i requests ends the walk", async (requests) => {
    const { walks } = await walkThrough({ ...LARGE, requests });
    expect(walks.map(({ lostContact }) => lostContact)).toEqual([true]);
    const [walk] = walks;
    expect(new Set(walk?.unreached.values())).toEqual(new Set(["the walk was given up before it"]));
    expect(walk?.covered).toBe(new Set(walk?.tours.flatMap(({ passed }) => passed)).size);
  });

  it("is told as a problem, with what could not be deleted", async () => {
    const hotel = await startHotel({ ...LARGE, requests: 390 });
    try {
      const record = await testAgainst(hotel.url, apiOf(hotel.document));
      expect(record.problems.map(({ code }) => code)).toEqual(["target-unreachable"]);
      expect(record.transitions.covered).toBeGreaterThan(0);
      expect(record.transitions.unreached).toBeGreaterThan(0);
      const kept = hotel.ids();
      expect(kept).not.toEqual([]);
      expect(record.cleanup.left.map(({ id }) => String(id))).toEqual(expect.arrayContaining([...kept]));
    } finally {
      await hotel.close();
    }
  });
});

describe("a seed", () => {
  const requestsOf = async (style: HotelStyle, seed: number) =>
    (await walkThrough(style, { seed, maxSteps: 20, model: ONE_ROOM })).hotel.requests;

  it("means the same requests in the same order, and another one others", async () => {
    const first = await requestsOf(LARGE, 5);
    expect(first.length).toBeGreaterThan(80);
    expect(await requestsOf(LARGE, 5)).toEqual(first);
    expect(await requestsOf(LARGE, 6)).not.toEqual(first);
  });

  it("means the same requests on the way around a fault", async () => {
    const faulty: HotelStyle = { ...LARGE, fault: "a refused deletion of a room ends its stays" };
    expect(await requestsOf(faulty, 5)).toEqual(await requestsOf(faulty, 5));
  });
});

describe("what others keep in the service", () => {
  it.each<[string, HotelStyle, Walking]>([
    ["as it should", {}, BEDS],
    ["with a fault", { ...LARGE, fault: "a stay in a room with another one replaces it" }, ONE],
  ])("is untouched where the service works %s", async (_, style, walking) => {
    let before: unknown;
    const { hotel } = await walkThrough(style, {
      ...walking,
      before: (open) => {
        for (const id of ["attic", "cellar"]) open.add("rooms", { roomId: id, name: "Foreign", beds: 2 });
        open.add("stays", { stayId: 1, roomId: "attic", note: "foreign" });
        before = open.everything();
      },
    });
    expect(hotel.everything()).toEqual(before);
  });
});

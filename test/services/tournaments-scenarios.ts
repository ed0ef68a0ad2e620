import type { Scenario, Tour } from "./scenario.js";

const ada = { pid: "100200300", name: "Ada Lovelace", email: "ada@engine.org" };
const bob = { pid: "200300400", name: "Bob", email: "bob@engine.org" };
const cup = { tid: 1, tournamentName: "Cup", capacity: 1 };
const league = { tid: 2, tournamentName: "League", capacity: 2 };
const adaInCup = { eid: 10, pid: ada.pid, tid: cup.tid };
const adaInLeague = { eid: 11, pid: ada.pid, tid: league.tid };
const bobInCup = { eid: 12, pid: bob.pid, tid: cup.tid };
const bobInLeague = { eid: 13, pid: bob.pid, tid: league.tid };

const adaAlone = { ...ada, tournaments: [] };
const bobAlone = { ...bob, tournaments: [] };

const addAda = ["POST /players", ada] as const;
const addBob = ["POST /players", bob] as const;
const addCup = ["POST /tournaments", cup] as const;
const addLeague = ["POST /tournaments", league] as const;
const fullCup = [addAda, addBob, addCup, ["POST /enrollments", adaInCup]] as const;

const missing = (message: string) => ({ status: 404, body: { code: "404", message } });
const conflict = (message: string) => ({ status: 409, body: { code: "409", message } });
const full = { status: 403, body: { code: "403", message: "Tournament 1 is full." } };

export const TOURNAMENT_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "delete-player-keeps-player": {
    calls: [addAda, ["DELETE /players/100200300"], ["GET /players/100200300"]],
    answer: missing("There is no player 100200300."),
  },
  "delete-tournament-removes-another": {
    calls: [addCup, addLeague, ["DELETE /tournaments/2"], ["GET /tournaments"]],
    answer: { status: 200, body: [{ ...cup, players: [] }] },
  },
  "delete-enrollment-keeps-player": {
    calls: [...fullCup, ["DELETE /enrollments/10"], ["GET /tournaments/1/players"]],
    answer: { status: 200, body: [] },
  },
  "update-player-ignored": {
    calls: [addAda, ["PUT /players/100200300", { ...ada, name: "Ada King" }], ["GET /players/100200300"]],
    answer: { status: 200, body: { ...adaAlone, name: "Ada King" } },
  },
  "update-player-renames-another": {
    calls: [addAda, addBob, ["PUT /players/200300400", { ...bob, name: "Rob" }], ["GET /players/100200300"]],
    answer: { status: 200, body: adaAlone },
  },
  "update-tournament-clears-players": {
    calls: [...fullCup, ["PUT /tournaments/1", { ...cup, capacity: 3 }]],
    answer: { status: 200, body: { ...cup, capacity: 3, players: [ada.pid] } },
  },
  "update-tournament-below-enrolled": {
    calls: [
      addAda,
      addBob,
      addLeague,
      ["POST /enrollments", adaInLeague],
      ["POST /enrollments", bobInLeague],
      ["PUT /tournaments/2", { ...league, capacity: 1 }],
    ],
    answer: conflict("2 seats are taken: the capacity cannot be 1."),
  },
  "create-player-truncates-name": {
    calls: [addAda],
    answer: { status: 201, body: adaAlone, location: "/players/100200300" },
  },
  "create-tournament-drops-capacity": {
    calls: [addCup],
    answer: { status: 201, body: { ...cup, players: [] }, location: "/tournaments/1" },
  },
  "list-players-misses-newest": {
    calls: [addAda, addBob, ["GET /players"]],
    answer: { status: 200, body: [adaAlone, bobAlone] },
  },
  "list-tournaments-shows-deleted": {
    calls: [addCup, ["DELETE /tournaments/1"], ["GET /tournaments"]],
    answer: { status: 200, body: [] },
  },
  "read-tournament-stale": {
    calls: [addCup, ["PUT /tournaments/1", { ...cup, capacity: 5 }], ["GET /tournaments/1"]],
    answer: { status: 200, body: { ...cup, capacity: 5, players: [] } },
  },
  "duplicate-player-overwrites": {
    calls: [addAda, ["POST /players", { ...ada, name: "Ada King" }]],
    answer: conflict("Player 100200300 already exists."),
  },
  "duplicate-enrollment-overwrites": {
    calls: [...fullCup, addLeague, ["POST /enrollments", { ...adaInLeague, eid: 10 }]],
    answer: conflict("Enrolment 10 already exists."),
  },
  "capacity-ignored": { calls: [...fullCup, ["POST /enrollments", bobInCup]], answer: full },
  "capacity-off-by-one": { calls: [...fullCup, ["POST /enrollments", bobInCup]], answer: full },
  "enroll-pair-twice": {
    calls: [
      addAda,
      addLeague,
      ["POST /enrollments", adaInLeague],
      ["POST /enrollments", { ...adaInLeague, eid: 99 }],
    ],
    answer: conflict("Player 100200300 is already enrolled in tournament 2."),
  },
  "enroll-unknown-player": {
    calls: [addCup, ["POST /enrollments", adaInCup]],
    answer: missing("There is no player 100200300."),
  },
  "enroll-skips-player-side": {
    calls: [...fullCup, ["GET /players/100200300/tournaments"]],
    answer: { status: 200, body: [1] },
  },
  "refused-enrollment-stored": {
    calls: [...fullCup, ["POST /enrollments", bobInCup], ["GET /enrollments"]],
    answer: { status: 200, body: [adaInCup] },
  },
  "seat-not-freed": {
    calls: [...fullCup, ["DELETE /enrollments/10"], ["POST /enrollments", bobInCup]],
    answer: { status: 201, body: bobInCup, location: "/enrollments/12" },
  },
  "delete-enrollment-removes-all": {
    calls: [
      ...fullCup,
      addLeague,
      ["POST /enrollments", adaInLeague],
      ["DELETE /enrollments/10"],
      ["GET /enrollments"],
    ],
    answer: { status: 200, body: [adaInLeague] },
  },
  "delete-player-while-enrolled": {
    calls: [...fullCup, ["DELETE /players/100200300"]],
    answer: conflict("Player 100200300 is enrolled in a tournament."),
  },
  "delete-tournament-cascades": {
    calls: [...fullCup, ["DELETE /tournaments/1"]],
    answer: conflict("Tournament 1 has players."),
  },
  "missing-player-answers-200": {
    calls: [["GET /players/100200300"]],
    answer: missing("There is no player 100200300."),
  },
  "check-enrollment-always-true": {
    calls: [...fullCup, ["GET /tournaments/1/players/200300400"]],
    answer: { status: 404, body: false },
  },
  "recreated-player-keeps-email": {
    calls: [addAda, ["DELETE /players/100200300"], ["POST /players", { ...ada, email: "new@engine.org" }]],
    answer: {
      status: 201,
      body: { ...adaAlone, email: "new@engine.org" },
      location: "/players/100200300",
    },
  },
};

/** Every operation with every status that the document declares for it. */
export const TOURNAMENT_TOUR: Tour = [
  [200, "GET /players"],
  [201, ...addAda],
  [409, ...addAda],
  [400, "POST /players", { ...bob, pid: "300400500" }],
  [400, "POST /players", { ...bob, email: "nobody" }],
  [400, "POST /players", { pid: bob.pid, name: "Bob" }],
  [400, "POST /players", null],
  [201, "POST /players", { ...bob, tournaments: [7], constructor: "ignored" }],
  [200, "GET /players/200300400"],
  [404, "GET /players/299999999"],
  [200, "PUT /players/100200300", { ...ada, pid: "111111111", name: "Ada King" }],
  [400, "PUT /players/100200300", { ...ada, name: "" }],
  [404, "PUT /players/299999999", ada],
  [200, "GET /tournaments"],
  [201, ...addCup],
  [409, ...addCup],
  [400, "POST /tournaments", { ...league, capacity: 0 }],
  [400, "POST /tournaments", { ...league, tid: 1.5 }],
  [400, "POST /tournaments", { ...league, tid: "2" }],
  [201, ...addLeague],
  [200, "GET /tournaments/1"],
  [400, "GET /tournaments/one"],
  [404, "GET /tournaments/3"],
  [200, "PUT /tournaments/1", { ...cup, tournamentName: "Small Cup" }],
  [400, "PUT /tournaments/1", { ...cup, capacity: 1001 }],
  [404, "PUT /tournaments/3", cup],
  [200, "GET /tournaments/1/capacity"],
  [400, "GET /tournaments/-1/capacity"],
  [404, "GET /tournaments/3/capacity"],
  [200, "GET /enrollments"],
  [201, "POST /enrollments", adaInCup],
  [409, "POST /enrollments", adaInCup],
  [403, "POST /enrollments", bobInCup],
  [404, "POST /enrollments", { ...bobInCup, tid: 3 }],
  [404, "POST /enrollments", { ...bobInCup, pid: "299999999" }],
  [400, "POST /enrollments", { ...bobInCup, eid: -1 }],
  [201, "POST /enrollments", adaInLeague],
  [201, "POST /enrollments", bobInLeague],
  [409, "PUT /tournaments/2", { ...league, capacity: 1 }],
  [200, "GET /enrollments/10"],
  [400, "GET /enrollments/2147483648"],
  [404, "GET /enrollments/99"],
  [200, "GET /tournaments/1/players"],
  [400, "GET /tournaments/x/players"],
  [404, "GET /tournaments/3/players"],
  [200, "GET /tournaments/1/players/100200300"],
  [400, "GET /tournaments/x/players/100200300"],
  [404, "GET /tournaments/1/players/200300400"],
  [404, "GET /tournaments/3/players/200300400"],
  [200, "GET /players/100200300/tournaments"],
  [404, "GET /players/299999999/tournaments"],
  [200, "GET /players/100200300/tournaments/1"],
  [400, "GET /players/100200300/tournaments/x"],
  [404, "GET /players/200300400/tournaments/1"],
  [404, "GET /players/299999999/tournaments/1"],
  [409, "DELETE /players/100200300"],
  [409, "DELETE /tournaments/1"],
  [200, "DELETE /enrollments/10"],
  [404, "DELETE /enrollments/10"],
  [400, "DELETE /enrollments/ten"],
  [200, "DELETE /tournaments/1"],
  [404, "DELETE /tournaments/1"],
  [400, "DELETE /tournaments/one"],
  [200, "DELETE /enrollments/11"],
  [200, "DELETE /players/100200300"],
  [404, "DELETE /players/100200300"],
];

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tournaments } from "#services/tournaments/tournaments";
import { type Client, type Step, sendAll, withService } from "./client.js";

interface Player {
  readonly pid: string;
  readonly tournaments: readonly number[];
}
interface Tournament {
  readonly tid: number;
  readonly capacity: number;
  readonly players: readonly string[];
}
interface Enrollment {
  readonly eid: number;
  readonly pid: string;
  readonly tid: number;
}

const PIDS = ["100000001", "100000002", "200000003"];
const TIDS = [1, 2];

const pid = fc.constantFrom(...PIDS);
const tid = fc.constantFrom(...TIDS);
const eid = fc.constantFrom(1, 2, 3, 4);
const player = fc.record({ pid, name: fc.constantFrom("a", "b"), email: fc.constant("a@b.c") });
const tournament = fc.record({ tid, tournamentName: fc.constant("t"), capacity: fc.constantFrom(1, 2) });

const step: fc.Arbitrary<Step> = fc.oneof(
  player.map((body) => ["POST /players", body] as const),
  player.map((body) => [`PUT /players/${body.pid}`, body] as const),
  pid.map((pid) => [`DELETE /players/${pid}`] as const),
  tournament.map((body) => ["POST /tournaments", body] as const),
  tournament.map((body) => [`PUT /tournaments/${body.tid}`, body] as const),
  tid.map((tid) => [`DELETE /tournaments/${tid}`] as const),
  { weight: 6, arbitrary: fc.record({ eid, pid, tid }).map((body) => ["POST /enrollments", body] as const) },
  eid.map((eid) => [`DELETE /enrollments/${eid}`] as const),
);

/** From scratch most random calls are refused for want of a player or tournament; these make them matter. */
const populate: readonly Step[] = [
  ...PIDS.map((pid) => ["POST /players", { pid, name: "a", email: "a@b.c" }] as const),
  ...TIDS.map((tid) => ["POST /tournaments", { tid, tournamentName: "t", capacity: tid }] as const),
];
const calls = fc
  .tuple(fc.constantFrom([], populate), fc.array(step, { maxLength: 20, size: "max" }))
  .map(([first, rest]) => [...first, ...rest]);

type Law = (client: Client, calls: readonly Step[]) => Promise<void>;

/** Lists, items and nested lists agree, references lead somewhere, and nobody sits on a seat that is not there. */
const oneStory: Law = async (client, calls) => {
  await sendAll(client, calls);
  const players = await read<Player[]>(client, "/players");
  const all = await read<Tournament[]>(client, "/tournaments");
  const enrollments = await read<Enrollment[]>(client, "/enrollments");
  for (const player of players) {
    const enrolled = enrollments.filter(({ pid }) => pid === player.pid).map(({ tid }) => tid);
    expect([...player.tournaments].sort()).toEqual(enrolled.sort());
    expect(await read(client, `/players/${player.pid}`)).toEqual(player);
    expect(await read(client, `/players/${player.pid}/tournaments`)).toEqual(player.tournaments);
  }
  for (const tournament of all) {
    const { tid, capacity, players: seated } = tournament;
    const enrolled = enrollments.filter((enrollment) => enrollment.tid === tid).map(({ pid }) => pid);
    expect([...seated].sort()).toEqual(enrolled.sort());
    expect(enrolled.length).toBeLessThanOrEqual(capacity);
    expect(await read(client, `/tournaments/${tid}`)).toEqual(tournament);
    expect(await read(client, `/tournaments/${tid}/players`)).toEqual(seated);
    expect(await read(client, `/tournaments/${tid}/capacity`)).toBe(capacity);
  }
  const pids = players.map(({ pid }) => pid);
  const tids = all.map(({ tid }) => tid);
  for (const enrollment of enrollments) {
    expect(pids).toContain(enrollment.pid);
    expect(tids).toContain(enrollment.tid);
    expect(await read(client, `/enrollments/${enrollment.eid}`)).toEqual(enrollment);
  }
};

const refusalsChangeNothing: Law = async (client, calls) => {
  for (const call of calls) {
    const before = await wholeState(client);
    const { status } = await client.send(call);
    if (status >= 400) expect(await wholeState(client)).toEqual(before);
  }
};

describe("tournaments, after any calls", () => {
  it("tells one story and seats no more than fit", () => holds(oneStory));

  it("has changed nothing where it refused", () => holds(refusalsChangeNothing));

  it("answers the same calls in the same way", async () => {
    const property = fc.asyncProperty(calls, async (calls) => {
      const first = await withService(tournaments, undefined, (client) => sendAll(client, calls));
      const second = await withService(tournaments, undefined, (client) => sendAll(client, calls));
      expect(second).toEqual(first);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  // A law that no fault breaks would say nothing.
  it.each([
    ["capacity-ignored", oneStory],
    ["delete-enrollment-keeps-player", oneStory],
    ["enroll-skips-player-side", oneStory],
    ["delete-player-while-enrolled", oneStory],
    ["read-tournament-stale", oneStory],
    ["refused-enrollment-stored", refusalsChangeNothing],
  ])("breaks a law with %s", async (fault, law) => {
    const details = await fc.check(propertyOf(law, fault), { numRuns: 300, endOnFailure: true, seed: 1 });
    expect(details.failed).toBe(true);
  });
});

async function holds(law: Law): Promise<void> {
  await fc.assert(propertyOf(law, undefined), { numRuns: 25 });
}

function propertyOf(law: Law, fault: string | undefined) {
  return fc.asyncProperty(calls, (calls) => withService(tournaments, fault, (client) => law(client, calls)));
}

async function wholeState(client: Client): Promise<unknown> {
  return Promise.all(["/players", "/tournaments", "/enrollments"].map((path) => read(client, path)));
}

async function read<T>(client: Client, path: string): Promise<T> {
  const { body } = await client.send([`GET ${path}`]);
  return body as unknown as T;
}

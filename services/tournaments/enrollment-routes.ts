import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { TournamentFault } from "./faults.js";
import {
  disenroll,
  type Enrollment,
  enroll,
  enrollmentsWhere,
  type Store,
  showEnrollment,
  type Tournament,
} from "./store.js";

const MAX_EID = 2_147_483_647;

export function addEnrollmentRoutes(app: Hono, store: Store, fault: TournamentFault | undefined): void {
  const { players, tournaments, enrollments } = store;
  const readEnrollment = bodyReader<Enrollment>("tournaments", "Enrollment");

  app.get("/enrollments", (c) => c.json([...enrollments.values()].map(showEnrollment)));

  // Refusals in this order: who and where, then whether it is there already, then whether there is room.
  app.post("/enrollments", async (c) => {
    const { eid, pid, tid } = await readEnrollment(c);
    const enrollment = { eid, pid, tid };
    const player = players.get(pid);
    const tournament = tournaments.get(tid);
    if (player === undefined && fault !== "enroll-unknown-player") {
      throw new Refusal(404, `There is no player ${pid}.`);
    }
    if (tournament === undefined) throw new Refusal(404, `There is no tournament ${tid}.`);
    if (enrollments.has(eid) && fault !== "duplicate-enrollment-overwrites") {
      throw new Refusal(409, `Enrolment ${eid} already exists.`);
    }
    const paired = enrollmentsWhere(store, (other) => other.pid === pid && other.tid === tid).length > 0;
    if (paired && fault !== "enroll-pair-twice") {
      throw new Refusal(409, `Player ${pid} is already enrolled in tournament ${tid}.`);
    }
    if (isFull(tournament, fault)) {
      if (fault === "refused-enrollment-stored") enroll(store, enrollment);
      throw new Refusal(403, `Tournament ${tid} is full.`);
    }

    enroll(store, enrollment);
    if (fault === "enroll-skips-player-side") player?.tournaments.delete(tid);
    return c.json(showEnrollment(enrollment), 201, { Location: `/enrollments/${eid}` });
  });

  app.get("/enrollments/:eid", (c) => c.json(showEnrollment(existingEnrollment(store, c))));

  app.delete("/enrollments/:eid", (c) => {
    const enrollment = existingEnrollment(store, c);
    const { pid, tid } = enrollment;
    disenroll(store, enrollment);
    const tournament = tournaments.get(tid);
    if (fault === "delete-enrollment-keeps-player") tournament?.players.add(pid);
    if (fault === "seat-not-freed" && tournament !== undefined) tournament.seatsTaken += 1;
    if (fault === "delete-enrollment-removes-all") {
      for (const other of enrollmentsWhere(store, (candidate) => candidate.pid === pid))
        disenroll(store, other);
    }
    return c.json(showEnrollment(enrollment));
  });
}

function isFull({ seatsTaken, capacity }: Tournament, fault: TournamentFault | undefined): boolean {
  if (fault === "capacity-ignored") return false;
  if (fault === "capacity-off-by-one") return seatsTaken > capacity;
  return seatsTaken >= capacity;
}

function existingEnrollment(store: Store, c: Context): Enrollment {
  const eid = readPathInteger(c, "eid", MAX_EID);
  const enrollment = store.enrollments.get(eid);
  if (enrollment === undefined) throw new Refusal(404, `There is no enrolment ${eid}.`);
  return enrollment;
}

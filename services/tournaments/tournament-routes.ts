import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { TournamentFault } from "./faults.js";
import { disenroll, enrollmentsWhere, type Store, showTournament, type Tournament } from "./store.js";

interface TournamentBody {
  readonly tid: number;
  readonly tournamentName: string;
  readonly capacity: number;
}

export function addTournamentRoutes(app: Hono, store: Store, fault: TournamentFault | undefined): void {
  const { players, tournaments } = store;
  const readTournament = bodyReader<TournamentBody>("tournaments", "Tournament");
  const deleted: Tournament[] = [];
  const asCreated = new Map<number, TournamentBody>();

  app.get("/tournaments", (c) => {
    const listed = [...tournaments.values()];
    if (fault === "list-tournaments-shows-deleted") listed.push(...deleted);
    return c.json(listed.map(showTournament));
  });

  app.post("/tournaments", async (c) => {
    const { tid, tournamentName, ...body } = await readTournament(c);
    if (tournaments.has(tid)) throw new Refusal(409, `Tournament ${tid} already exists.`);
    const capacity = fault === "create-tournament-drops-capacity" ? 16 : body.capacity;
    const tournament = { tid, tournamentName, capacity, seatsTaken: 0, players: new Set<string>() };
    tournaments.set(tid, tournament);
    if (fault === "read-tournament-stale") asCreated.set(tid, { tid, tournamentName, capacity });
    return c.json(showTournament(tournament), 201, { Location: `/tournaments/${tid}` });
  });

  app.get("/tournaments/:tid", (c) => {
    const tournament = existingTournament(store, c);
    if (fault === "read-tournament-stale") {
      return c.json(showTournament({ ...tournament, ...asCreated.get(tournament.tid) }));
    }
    return c.json(showTournament(tournament));
  });

  app.put("/tournaments/:tid", async (c) => {
    const { tournamentName, capacity } = await readTournament(c);
    const tournament = existingTournament(store, c);
    if (capacity < tournament.seatsTaken && fault !== "update-tournament-below-enrolled") {
      throw new Refusal(409, `${tournament.seatsTaken} seats are taken: the capacity cannot be ${capacity}.`);
    }
    tournament.tournamentName = tournamentName;
    tournament.capacity = capacity;
    if (fault === "update-tournament-clears-players") tournament.players.clear();
    return c.json(showTournament(tournament));
  });

  app.delete("/tournaments/:tid", (c) => {
    const tournament = existingTournament(store, c);
    const { tid } = tournament;
    const enrolled = enrollmentsWhere(store, (enrollment) => enrollment.tid === tid);
    if (fault === "delete-tournament-cascades")
      for (const enrollment of enrolled) disenroll(store, enrollment);
    else if (enrolled.length > 0) throw new Refusal(409, `Tournament ${tid} has players.`);

    if (fault === "delete-tournament-removes-another") {
      const other = [...tournaments.keys()].find((candidate) => candidate !== tid);
      if (other !== undefined) tournaments.delete(other);
      return c.json(showTournament(tournament));
    }
    tournaments.delete(tid);
    if (fault === "list-tournaments-shows-deleted") deleted.push(tournament);
    return c.json(showTournament(tournament));
  });

  app.get("/tournaments/:tid/capacity", (c) => c.json(existingTournament(store, c).capacity));

  app.get("/tournaments/:tid/players", (c) => c.json([...existingTournament(store, c).players]));

  app.get("/tournaments/:tid/players/:pid", (c) => {
    const tournament = tournaments.get(readPathInteger(c, "tid"));
    const pid = c.req.param("pid");
    let enrolled = tournament?.players.has(pid) === true;
    if (fault === "check-enrollment-always-true") enrolled = tournament !== undefined && players.has(pid);
    return c.json(enrolled, enrolled ? 200 : 404);
  });
}

function existingTournament(store: Store, c: Context): Tournament {
  const tid = readPathInteger(c, "tid");
  const tournament = store.tournaments.get(tid);
  if (tournament === undefined) throw new Refusal(404, `There is no tournament ${tid}.`);
  return tournament;
}

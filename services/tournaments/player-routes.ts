import type { Context, Hono } from "hono";
import { bodyReader } from "../body-reader.js";
import { Refusal, readPathInteger } from "../json-app.js";
import type { TournamentFault } from "./faults.js";
import { enrollmentsWhere, type Player, type Store, showPlayer } from "./store.js";

interface PlayerBody {
  readonly pid: string;
  readonly name: string;
  readonly email: string;
}

export function addPlayerRoutes(app: Hono, store: Store, fault: TournamentFault | undefined): void {
  const { players } = store;
  const readPlayer = bodyReader<PlayerBody>("tournaments", "Player");
  const emailsOfDeleted = new Map<string, string>();

  app.get("/players", (c) => {
    const listed = [...players.values()];
    if (fault === "list-players-misses-newest") listed.pop();
    return c.json(listed.map(showPlayer));
  });

  app.post("/players", async (c) => {
    const { pid, ...body } = await readPlayer(c);
    if (players.has(pid) && fault !== "duplicate-player-overwrites") {
      throw new Refusal(409, `Player ${pid} already exists.`);
    }
    let { name, email } = body;
    if (fault === "create-player-truncates-name") name = [...name].slice(0, 8).join("");
    if (fault === "recreated-player-keeps-email") email = emailsOfDeleted.get(pid) ?? email;
    const player = { pid, name, email, tournaments: new Set<number>() };
    players.set(pid, player);
    return c.json(showPlayer(player), 201, { Location: `/players/${pid}` });
  });

  app.get("/players/:pid", (c) => {
    if (fault === "missing-player-answers-200" && !players.has(c.req.param("pid"))) return c.json({});
    return c.json(showPlayer(existingPlayer(store, c)));
  });

  app.put("/players/:pid", async (c) => {
    const { name, email } = await readPlayer(c);
    const player = existingPlayer(store, c);
    if (fault === "update-player-ignored") return c.json(showPlayer({ ...player, name, email }));
    player.name = name;
    player.email = email;
    if (fault === "update-player-renames-another") {
      const other = [...players.values()].find((candidate) => candidate !== player);
      if (other !== undefined) other.name = name;
    }
    return c.json(showPlayer(player));
  });

  app.delete("/players/:pid", (c) => {
    const player = existingPlayer(store, c);
    const { pid } = player;
    const enrolled = enrollmentsWhere(store, (enrollment) => enrollment.pid === pid).length > 0;
    if (enrolled && fault !== "delete-player-while-enrolled") {
      throw new Refusal(409, `Player ${pid} is enrolled in a tournament.`);
    }
    if (fault !== "delete-player-keeps-player") players.delete(pid);
    if (fault === "recreated-player-keeps-email") emailsOfDeleted.set(pid, player.email);
    return c.json(showPlayer(player));
  });

  app.get("/players/:pid/tournaments", (c) => c.json([...existingPlayer(store, c).tournaments]));

  app.get("/players/:pid/tournaments/:tid", (c) => {
    const tid = readPathInteger(c, "tid");
    const enrolled = players.get(c.req.param("pid"))?.tournaments.has(tid) === true;
    return c.json(enrolled, enrolled ? 200 : 404);
  });
}

function existingPlayer(store: Store, c: Context): Player {
  const pid = c.req.param("pid") ?? "";
  const player = store.players.get(pid);
  if (player === undefined) throw new Refusal(404, `There is no player ${pid}.`);
  return player;
}

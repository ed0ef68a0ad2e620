import { type Context, Hono } from "hono";
import type { Json } from "#base/json";
import { knownFault, type Service } from "#services/service";

export const CLUBS_FAULTS = {
  "moved-still-counted": "PATCH /members/{memberId} to another club leaves the count of the old one.",
  "paused-still-counted": "DELETE /members/{memberId} of a paused one leaves the count of the club.",
  "pass-stays-in-room": "DELETE /members/{memberId} takes its passes along, and rooms still show them.",
  "moved-not-in-the-way": "DELETE /clubs/{clubId} goes by the club that a member was made in.",
  "paused-not-in-the-way": "DELETE /clubs/{clubId} overlooks members that are paused.",
  "refused-is-counted": "POST /members counts a member whose name is taken.",
  "remind-all": "POST /members/{memberId}/remind counts for all members of the club.",
  "fourth-reminder-counts": "POST /members/{memberId}/remind is refused the fourth time, and counts.",
  "total-of-all": "GET /members?clubId= shows the members of the club, and the number of all members.",
} as const;

interface Club {
  readonly id: number;
  readonly name: string;
  memberCount: number;
}

interface Member {
  readonly id: number;
  readonly madeIn: number;
  clubId: number;
  name: string;
  status: "active" | "paused";
  reminders: number;
}

interface Pass {
  readonly id: number;
  readonly memberId: number;
  readonly roomId: number;
}

const MOST_REMINDERS = 3;

/** Clubs with members, rooms, and passes that let a member into a room: correct, but for one fault at most. */
export const clubs: Service = {
  name: "clubs",
  title: "Clubs",
  faults: CLUBS_FAULTS,
  createApp: (name) => {
    const fault = knownFault(CLUBS_FAULTS, name);
    const all = new Map<number, Club>();
    const members = new Map<number, Member>();
    const rooms = new Map<number, { readonly id: number; readonly name: string; passes: number[] }>();
    const passes = new Map<number, Pass>();
    let lastId = 0;
    const app = new Hono();
    const absent = (c: Context) => c.json({ error: "not here" }, 404);
    const conflict = (c: Context, error: string) => c.json({ error }, 409);
    const idIn = (c: Context) => Number(c.req.param("id"));
    const sentTo = async (c: Context): Promise<Record<string, unknown>> => {
      const sent = await c.req.json().catch(() => null);
      // A name that is no text is refused wherever a name is taken.
      return typeof sent === "object" && sent !== null && !Array.isArray(sent) ? sent : { name: 0 };
    };
    const isText = (sent: unknown): sent is string =>
      typeof sent === "string" && sent !== "" && sent.length <= 40;
    const shown = ({ madeIn: _, ...member }: Member) => member;
    const count = (clubId: number, by: number) => {
      const club = all.get(clubId);
      if (club !== undefined) club.memberCount += by;
    };

    for (const [path, things] of [
      ["/clubs", all],
      ["/rooms", rooms],
    ] as const) {
      app.post(path, async (c) => {
        const sent = await sentTo(c);
        if (!isText(sent.name)) return c.json({ error: "A name is needed." }, 400);
        const thing = { id: ++lastId, name: sent.name, memberCount: 0, passes: [] };
        const { memberCount, passes: _, ...room } = thing;
        if (things === all) all.set(thing.id, { ...room, memberCount });
        else rooms.set(thing.id, { ...room, passes: [] });
        return c.json(things.get(thing.id), 201);
      });
      app.get(`${path}/:id`, (c) => {
        const thing = things.get(idIn(c));
        return thing === undefined ? absent(c) : c.json(thing);
      });
    }
    app.delete("/clubs/:id", (c) => {
      const id = idIn(c);
      const isInTheWay = (member: Member) =>
        (fault === "moved-not-in-the-way" ? member.madeIn : member.clubId) === id &&
        !(fault === "paused-not-in-the-way" && member.status === "paused");
      if (!all.has(id)) return absent(c);
      if ([...members.values()].some(isInTheWay)) return conflict(c, "The club has members.");
      all.delete(id);
      return c.body(null, 204);
    });
    app.delete("/rooms/:id", (c) => {
      for (const pass of passes.values()) if (pass.roomId === idIn(c)) passes.delete(pass.id);
      return rooms.delete(idIn(c)) ? c.body(null, 204) : absent(c);
    });

    app.get("/members", (c) => {
      const asked = c.req.query("clubId");
      const found = [...members.values()].filter(
        ({ clubId }) => asked === undefined || clubId === Number(asked),
      );
      const total = fault === "total-of-all" ? members.size : found.length;
      return c.json({ items: found.slice(0, 50).map(shown), total, limit: 50 });
    });
    app.post("/members", async (c) => {
      const { clubId, name: asked } = await sentTo(c);
      if (!isText(asked)) return c.json({ error: "A name is needed." }, 400);
      if (typeof clubId !== "number" || !all.has(clubId))
        return c.json({ error: "There is no such club." }, 422);
      if ([...members.values()].some((member) => member.clubId === clubId && member.name === asked)) {
        if (fault === "refused-is-counted") count(clubId, 1);
        return conflict(c, "The name is taken.");
      }
      const id = ++lastId;
      members.set(id, { id, madeIn: clubId, clubId, name: asked, status: "active", reminders: 0 });
      count(clubId, 1);
      return c.json(shown(members.get(id) as Member), 201);
    });
    app.get("/members/:id", (c) => {
      const member = members.get(idIn(c));
      return member === undefined ? absent(c) : c.json(shown(member));
    });
    app.patch("/members/:id", async (c) => {
      const member = members.get(idIn(c));
      const { clubId = member?.clubId, name: asked = member?.name } = await sentTo(c);
      if (member === undefined) return absent(c);
      if (!isText(asked)) return c.json({ error: "A name is needed." }, 400);
      if (typeof clubId !== "number" || !all.has(clubId))
        return c.json({ error: "There is no such club." }, 422);
      const isTaken = [...members.values()].some(
        (other) => other !== member && other.clubId === clubId && other.name === asked,
      );
      if (isTaken) return conflict(c, "The name is taken.");
      if (clubId !== member.clubId) {
        if (fault !== "moved-still-counted") count(member.clubId, -1);
        count(clubId, 1);
      }
      member.clubId = clubId;
      member.name = asked;
      return c.json(shown(member));
    });
    app.delete("/members/:id", (c) => {
      const member = members.get(idIn(c));
      if (member === undefined) return absent(c);
      if (!(fault === "paused-still-counted" && member.status === "paused")) count(member.clubId, -1);
      for (const pass of [...passes.values()].filter(({ memberId }) => memberId === member.id)) {
        const room = rooms.get(pass.roomId);
        if (room !== undefined && fault !== "pass-stays-in-room")
          room.passes = room.passes.filter((id) => id !== pass.id);
        passes.delete(pass.id);
      }
      members.delete(member.id);
      return c.body(null, 204);
    });
    for (const [action, from, to] of [
      ["pause", "active", "paused"],
      ["resume", "paused", "active"],
    ] as const) {
      app.post(`/members/:id/${action}`, (c) => {
        const member = members.get(idIn(c));
        if (member === undefined) return absent(c);
        if (member.status !== from) return conflict(c, `The member is ${member.status}.`);
        member.status = to;
        return c.json(shown(member));
      });
    }
    app.post("/members/:id/remind", (c) => {
      const member = members.get(idIn(c));
      if (member === undefined) return absent(c);
      const isOver = member.reminders >= MOST_REMINDERS;
      const whole = [...members.values()].filter(({ clubId }) => clubId === member.clubId);
      if (!isOver || fault === "fourth-reminder-counts")
        for (const one of fault === "remind-all" ? whole : [member]) one.reminders += 1;
      return isOver ? conflict(c, "Three reminders are enough.") : c.json(shown(member));
    });

    app.post("/passes", async (c) => {
      const { memberId, roomId } = await sentTo(c);
      const room = rooms.get(Number(roomId));
      if (typeof memberId !== "number" || !members.has(memberId) || room === undefined)
        return c.json({ error: "Who may enter where?" }, 422);
      const pass = { id: ++lastId, memberId, roomId: room.id };
      passes.set(pass.id, pass);
      room.passes.push(pass.id);
      return c.json(pass, 201);
    });
    app.get("/passes/:id", (c) => {
      const pass = passes.get(idIn(c));
      return pass === undefined ? absent(c) : c.json(pass);
    });
    return app;
  },
};

const whole: Json = { type: "integer" };
const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const object = (properties: Readonly<Record<string, Json>>): Json => ({ type: "object", properties });
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: "" }]));
const at = (name: string): Json => [{ name, in: "path", required: true, schema: whole }];
const takes = (properties: Readonly<Record<string, Json>>, required: readonly string[]): Json => ({
  required: true,
  content: content({ type: "object", required: [...required], properties }),
});
const CLUB = object({ id: whole, name: text, memberCount: whole });
const ROOM = object({ id: whole, name: text, passes: { type: "array", items: whole } });
const status: Json = { type: "string", enum: ["active", "paused"] };
const MEMBER = object({ id: whole, clubId: whole, name: text, status, reminders: whole });
const PASS = object({ id: whole, memberId: whole, roomId: whole });
const PAGE = object({ items: { type: "array", items: MEMBER }, total: whole, limit: whole });

const named = (schema: Json, ...more: readonly number[]): Json => ({
  post: {
    requestBody: takes({ name: text }, ["name"]),
    responses: { "201": answer(schema), ...refusals(400, ...more) },
  },
});
const deleted = (...statuses: readonly number[]): Json => ({ responses: refusals(204, 404, ...statuses) });
const read = (schema: Json): Json => ({ responses: { "200": answer(schema), ...refusals(404) } });
const acted: Json = {
  parameters: at("memberId"),
  post: { responses: { "200": answer(MEMBER), ...refusals(404, 409) } },
};
const PLACE = { clubId: whole, name: text };

/** With the parts that a test is about; without any, with all. */
export function clubsDocument(): Json {
  return {
    openapi: "3.0.3",
    info: { title: "Clubs", version: "1" },
    paths: {
      "/clubs": named(CLUB),
      "/clubs/{clubId}": { parameters: at("clubId"), get: read(CLUB), delete: deleted(409) },
      "/rooms": named(ROOM),
      "/rooms/{roomId}": { parameters: at("roomId"), get: read(ROOM), delete: deleted() },
      "/members": {
        get: {
          parameters: [{ name: "clubId", in: "query", schema: whole }],
          responses: { "200": answer(PAGE) },
        },
        post: {
          requestBody: takes(PLACE, ["clubId", "name"]),
          responses: { "201": answer(MEMBER), ...refusals(400, 409, 422) },
        },
      },
      "/members/{memberId}": {
        parameters: at("memberId"),
        get: read(MEMBER),
        patch: {
          requestBody: takes(PLACE, []),
          responses: { "200": answer(MEMBER), ...refusals(400, 404, 409, 422) },
        },
        delete: deleted(),
      },
      "/members/{memberId}/pause": acted,
      "/members/{memberId}/resume": acted,
      "/members/{memberId}/remind": acted,
      "/passes": {
        post: {
          requestBody: takes({ memberId: whole, roomId: whole }, ["memberId", "roomId"]),
          responses: { "201": answer(PASS), ...refusals(422) },
        },
      },
      "/passes/{passId}": { parameters: at("passId"), get: read(PASS) },
    },
  };
}

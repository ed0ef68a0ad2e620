import { type Context, Hono } from "hono";
import { knownFault, type Service } from "#services/service";

export const MUSEUM_FAULTS = {
  "fees-as-text": "GET /guides sorts the fees as texts.",
  "around-is-taken": "POST /hours takes what encloses another hour of the guide.",
  "stamps-all-alike": "POST /passes/{passId}/stamp stamps all passes of the guide with the same holder.",
  "stamped-beyond": "POST /passes/{passId}/stamp answers 200 where no entry is left.",
  "status-ignored": "GET /tours ignores the status where a guest is named.",
  "guest-ignored": "GET /tours ignores the guest where a status is named.",
  "cancelled-is-done": "PUT /tours/{tourId}/status makes done what was cancelled.",
  "cancelled-keeps-it": "PUT /tours/{tourId}/status does not open the hour of what is cancelled.",
  "moved-keeps-its-time": "POST /tours/{tourId}/move leaves the begin of the former hour.",
  "refused-takes-it": "POST /tours takes the hour before it looks whether the guest has another tour then.",
  "same-pass-again": "No fault: POST /guides/{guideId}/passes answers with a pass that is just so already.",
} as const;

interface Guide {
  readonly id: number;
  readonly name: string;
  readonly fee: number;
}

interface Hour {
  readonly id: number;
  readonly guideId: number;
  readonly startsAt: string;
  readonly endsAt: string;
  status: "open" | "taken";
}

interface Guest {
  readonly id: number;
  readonly name: string;
}

interface Tour {
  readonly id: number;
  hourId: number;
  startsAt: string;
  readonly guestId: number;
  status: "booked" | "cancelled" | "done" | "missed";
}

interface Pass {
  readonly id: number;
  readonly guideId: number;
  readonly holder: string;
  readonly entries: number;
  left: number;
}

type Sent = Partial<Guide & Hour & Tour & Pass>;

/** The first page in the order of their digits is not in that of their size. */
const FEES = [100, 1000, 11, 110, 111, 12, 120, 13, 2, 200, 3, 300, 30, 301, 31, 98, 980, 99, 990, 991, 999];
const PAGE = 12;
const MINUTE = 60_000;

/** Guides who offer hours, tours that take them, and passes with entries: correct, but for one fault at most. */
export const museum: Service = {
  name: "museum",
  title: "Museum",
  faults: MUSEUM_FAULTS,
  createApp: (name) => {
    const fault = knownFault(MUSEUM_FAULTS, name);
    const guides: Guide[] = FEES.map((fee, index) => ({ id: index + 1, name: `Guide ${index + 1}`, fee }));
    const [hours, guests, tours, passes]: [Hour[], Guest[], Tour[], Pass[]] = [[], [], [], []];
    const app = new Hono();
    const no = (c: Context, status: 400 | 404 | 409 | 422) =>
      c.json({ error: "That is not possible." }, status);
    const body = async (c: Context) => ((await c.req.json().catch(() => null)) ?? {}) as Sent;
    const byId = <T extends { readonly id: number }>(all: readonly T[], id: unknown) =>
      all.find((one) => one.id === Number(id));
    const isText = (text: unknown): text is string =>
      typeof text === "string" && text !== "" && [...text].length <= 80;

    app.get("/guides", (c) => {
      const sort = c.req.query("sort") ?? "name";
      const page = Number(c.req.query("page") ?? 1);
      const limit = Number(c.req.query("limit") ?? PAGE);
      const isPage =
        Number.isInteger(page) && page >= 1 && Number.isInteger(limit) && limit >= 1 && limit <= PAGE;
      if (!["name", "fee", "-fee"].includes(sort) || !isPage) return no(c, 400);
      const byFee = (a: Guide, b: Guide) =>
        fault === "fees-as-text" ? (String(a.fee) < String(b.fee) ? -1 : 1) : a.fee - b.fee;
      const sorted = guides.toSorted((a, b) => (sort === "name" ? (a.name < b.name ? -1 : 1) : byFee(a, b)));
      if (sort === "-fee") sorted.reverse();
      return c.json({ items: sorted.slice((page - 1) * limit, page * limit), total: guides.length });
    });
    app.post("/guides", async (c) => {
      const { name: called, fee } = await body(c);
      if (!isText(called) || fee === undefined || !Number.isInteger(fee) || fee < 0 || fee > 1000)
        return no(c, 422);
      const guide = { id: guides.length + 1, name: called, fee };
      guides.push(guide);
      return c.json(guide, 201);
    });

    app.get("/guides/:id", (c) => {
      const guide = byId(guides, c.req.param("id"));
      return guide === undefined ? no(c, 404) : c.json(guide);
    });

    app.get("/hours", (c) => {
      const guideId = c.req.query("guideId");
      return c.json(hours.filter((hour) => guideId === undefined || hour.guideId === Number(guideId)));
    });
    app.post("/hours", async (c) => {
      const { guideId, startsAt = "", endsAt = "" } = await body(c);
      const [begin, end] = [Date.parse(startsAt), Date.parse(endsAt)];
      const isLong = end - begin >= 10 * MINUTE && end - begin <= 60 * MINUTE;
      if (guideId === undefined || byId(guides, guideId) === undefined || !isLong) return no(c, 422);
      const meets = (other: Hour) => {
        const [from, to] = [Date.parse(other.startsAt), Date.parse(other.endsAt)];
        if (fault === "around-is-taken" && begin < from && end > to) return false;
        return other.guideId === guideId && begin < to && from < end;
      };
      if (hours.some(meets)) return no(c, 409);
      const hour: Hour = { id: hours.length + 1, guideId, startsAt, endsAt, status: "open" };
      hours.push(hour);
      return c.json(hour, 201);
    });

    app.get("/guests", (c) => c.json(guests));
    app.post("/guests", async (c) => {
      const { name: called } = await body(c);
      if (!isText(called)) return no(c, 422);
      const guest = { id: guests.length + 1, name: called };
      guests.push(guest);
      return c.json(guest, 201);
    });

    app.get("/tours", (c) => {
      const { guestId, status } = c.req.query();
      if (status !== undefined && !["booked", "cancelled", "done", "missed"].includes(status))
        return no(c, 400);
      const isAsked = (tour: Tour) =>
        (guestId === undefined ||
          tour.guestId === Number(guestId) ||
          (fault === "guest-ignored" && status !== undefined)) &&
        (status === undefined ||
          tour.status === status ||
          (fault === "status-ignored" && guestId !== undefined));
      return c.json(tours.filter(isAsked));
    });
    app.post("/tours", async (c) => {
      const { hourId, guestId } = await body(c);
      const [hour, guest] = [byId(hours, hourId), byId(guests, guestId)];
      if (hour === undefined || guest === undefined) return no(c, 422);
      if (hour.status === "taken") return no(c, 409);
      const isThen = (other: Hour | undefined) =>
        other !== undefined && other.startsAt < hour.endsAt && hour.startsAt < other.endsAt;
      const isBusy = tours.some(
        (tour) => tour.guestId === guest.id && tour.status === "booked" && isThen(byId(hours, tour.hourId)),
      );
      if (!isBusy || fault === "refused-takes-it") hour.status = "taken";
      if (isBusy) return no(c, 409);
      const tour: Tour = {
        id: tours.length + 1,
        hourId: hour.id,
        startsAt: hour.startsAt,
        guestId: guest.id,
        status: "booked",
      };
      tours.push(tour);
      return c.json(tour, 201);
    });
    app.get("/tours/:id", (c) => {
      const tour = byId(tours, c.req.param("id"));
      return tour === undefined ? no(c, 404) : c.json(tour);
    });
    app.put("/tours/:id/status", async (c) => {
      const [tour, { status }] = [byId(tours, c.req.param("id")), await body(c)];
      if (tour === undefined) return no(c, 404);
      if (status !== "cancelled" && status !== "done" && status !== "missed") return no(c, 422);
      const isWrongly = fault === "cancelled-is-done" && tour.status === "cancelled" && status === "done";
      if (tour.status !== "booked" && !isWrongly) return no(c, 409);
      const hour = byId(hours, tour.hourId);
      if (status === "cancelled" && hour !== undefined && fault !== "cancelled-keeps-it")
        hour.status = "open";
      tour.status = status;
      return c.json(tour);
    });

    app.post("/tours/:id/move", async (c) => {
      const [tour, { hourId }] = [byId(tours, c.req.param("id")), await body(c)];
      const [from, to] = [byId(hours, tour?.hourId), byId(hours, hourId)];
      if (tour === undefined || from === undefined) return no(c, 404);
      if (to === undefined) return no(c, 422);
      if (tour.status !== "booked" || to.status === "taken" || to.guideId !== from.guideId) return no(c, 409);
      from.status = "open";
      to.status = "taken";
      tour.hourId = to.id;
      if (fault !== "moved-keeps-its-time") tour.startsAt = to.startsAt;
      return c.json(tour);
    });

    app.use("/guides/:id/passes", async (c, next) =>
      byId(guides, c.req.param("id")) === undefined ? no(c, 404) : next(),
    );
    app.get("/guides/:id/passes", (c) =>
      c.json(passes.filter(({ guideId }) => guideId === Number(c.req.param("id")))),
    );
    app.post("/guides/:id/passes", async (c) => {
      const { holder, entries } = await body(c);
      const isNumber = entries !== undefined && Number.isInteger(entries) && entries >= 1 && entries <= 12;
      if (!isText(holder) || !isNumber) return no(c, 422);
      const guideId = Number(c.req.param("id"));
      const like = passes.find(
        (one) => one.guideId === guideId && one.holder === holder && one.entries === entries,
      );
      if (like !== undefined && fault === "same-pass-again") return c.json(like, 201);
      const pass: Pass = {
        id: passes.length + 1,
        guideId,
        holder,
        entries,
        left: entries,
      };
      passes.push(pass);
      return c.json(pass, 201);
    });
    app.post("/passes/:id/stamp", (c) => {
      const pass = byId(passes, c.req.param("id"));
      if (pass === undefined) return no(c, 404);
      if (pass.left === 0) return fault === "stamped-beyond" ? c.json(pass) : no(c, 409);
      const isStamped = ({ id, guideId, holder }: Pass) =>
        id === pass.id ||
        (fault === "stamps-all-alike" && guideId === pass.guideId && holder === pass.holder);
      for (const one of passes.filter(isStamped)) one.left = Math.max(0, one.left - 1);
      return c.json(pass);
    });
    return app;
  },
};

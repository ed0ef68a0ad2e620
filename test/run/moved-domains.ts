import type { Domain } from "./moved-service.js";

export const EVENTS: Domain = {
  title: "Events",
  things: "events",
  statuses: ["draft", "published", "closed"],
  moves: {
    close: { from: ["published"], to: "closed" },
    publish: { from: ["draft"], to: "published" },
  },
  parts: "seats",
  addedIn: ["published"],
  nested: true,
  refusal: () => [409, { message: "The event is not published." }],
};

/** The words say nothing, and what was opened cannot be deleted until it is closed. */
export const POLLS: Domain = {
  title: "Polls",
  things: "polls",
  statuses: ["new", "running", "over"],
  moves: {
    open: { from: ["new"], to: "running" },
    end: { from: ["new", "running"], to: "over" },
  },
  parts: "votes",
  addedIn: ["running"],
  nested: false,
  refusal: () => [422, { code: "E17" }],
  keptIn: ["running"],
};

/** By PATCH of the status, and what was completed cannot be deleted until it is archived. */
export const APPOINTMENTS: Domain = {
  title: "Appointments",
  things: "appointments",
  statuses: ["booked", "cancelled", "completed", "archived"],
  moves: {
    cancel: { from: ["booked"], to: "cancelled" },
    complete: { from: ["booked"], to: "completed" },
    archive: { from: ["completed"], to: "archived" },
  },
  byPatch: true,
  parts: "prescriptions",
  addedIn: ["completed"],
  nested: false,
  refusal: (status) => [400, { error: `wrong state: ${status}` }],
  keptIn: ["completed"],
};

/** Two steps in a row, and a third that ends it. */
export const BOOKINGS: Domain = {
  title: "Bookings",
  things: "bookings",
  statuses: ["requested", "confirmed", "inHouse", "left"],
  moves: {
    "check-out": { from: ["inHouse"], to: "left" },
    "check-in": { from: ["confirmed"], to: "inHouse" },
    confirm: { from: ["requested"], to: "confirmed" },
  },
  parts: "charges",
  addedIn: ["inHouse"],
  nested: true,
  refusal: () => [403, { error: { code: "NOT_CHECKED_IN", message: "Guest has not checked in" } }],
};

/** An error in an envelope, with a success for a status. */
export const INVOICES: Domain = {
  title: "Invoices",
  things: "invoices",
  statuses: ["open", "issued", "void"],
  moves: {
    issue: { from: ["open"], to: "issued" },
    void: { from: ["open", "issued"], to: "void" },
  },
  parts: "payments",
  addedIn: ["issued"],
  nested: false,
  refusal: () => [412, { success: false, error: "Invoice must be issued" }],
};

export const DOMAINS: readonly Domain[] = [EVENTS, POLLS, APPOINTMENTS, BOOKINGS, INVOICES];

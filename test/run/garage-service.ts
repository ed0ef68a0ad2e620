import { Hono } from "hono";
import type { Json } from "#base/json";
import type { Service } from "#services/service";

interface Vehicle {
  readonly id: number;
  plate: string;
  km: number;
}

interface Loan {
  readonly id: number;
  readonly vehicleId: number;
  readonly driverId: number;
  status: "active" | "ended";
}

/**
 * Vehicles whose odometers never go down, drivers, and loans: of a vehicle and of a driver at most one that has not
 * ended. Loans cannot be read one by one, nor deleted. The first of each was there before anybody came.
 */
export function garage(): Service & { readonly first: () => Json } {
  const vehicles = new Map<number, Vehicle>([[1, { id: 1, plate: "OLD-1", km: 100 }]]);
  const drivers = new Map([[1, { id: 1, name: "Ada" }]]);
  const loans = new Map<number, Loan>([[1, { id: 1, vehicleId: 1, driverId: 1, status: "active" }]]);
  let lastId = 1;
  const active = () => [...loans.values()].filter(({ status }) => status === "active");
  const app = new Hono();
  const sentBy = async (c: { req: { json: () => Promise<unknown> } }): Promise<Record<string, unknown>> =>
    ((await c.req.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  app.get("/vehicles", (c) => c.json([...vehicles.values()]));
  app.post("/vehicles", async (c) => {
    const { plate, km } = await sentBy(c);
    if (typeof plate !== "string" || plate === "" || !isKm(km)) return c.json({ error: "plate and km" }, 400);
    if ([...vehicles.values()].some((other) => other.plate === plate))
      return c.json({ error: "plate is taken" }, 409);
    const vehicle = { id: ++lastId, plate, km };
    vehicles.set(vehicle.id, vehicle);
    return c.json(vehicle, 201);
  });
  app.get("/vehicles/:id", (c) => {
    const vehicle = vehicles.get(Number(c.req.param("id")));
    return vehicle === undefined ? c.json({ error: "no such vehicle" }, 404) : c.json(vehicle);
  });
  app.put("/vehicles/:id", async (c) => {
    const vehicle = vehicles.get(Number(c.req.param("id")));
    const { plate, km } = await sentBy(c);
    if (vehicle === undefined) return c.json({ error: "no such vehicle" }, 404);
    if (typeof plate !== "string" || plate === "" || !isKm(km)) return c.json({ error: "plate and km" }, 400);
    if ([...vehicles.values()].some((other) => other !== vehicle && other.plate === plate))
      return c.json({ error: "plate is taken" }, 409);
    if (km < vehicle.km) return c.json({ error: "km cannot go down" }, 409);
    Object.assign(vehicle, { plate, km });
    return c.json(vehicle);
  });
  app.delete("/vehicles/:id", (c) => {
    const id = Number(c.req.param("id"));
    if (active().some(({ vehicleId }) => vehicleId === id)) return c.json({ error: "it is lent" }, 409);
    return vehicles.delete(id) ? c.body(null, 204) : c.json({ error: "no such vehicle" }, 404);
  });
  app.get("/drivers", (c) => c.json([...drivers.values()]));
  app.post("/drivers", async (c) => {
    const { name } = await sentBy(c);
    if (typeof name !== "string" || name === "") return c.json({ error: "a name is needed" }, 400);
    const driver = { id: ++lastId, name };
    drivers.set(driver.id, driver);
    return c.json(driver, 201);
  });
  app.delete("/drivers/:id", (c) => {
    const id = Number(c.req.param("id"));
    if (active().some(({ driverId }) => driverId === id))
      return c.json({ error: "the driver has a vehicle" }, 409);
    return drivers.delete(id) ? c.body(null, 204) : c.json({ error: "no such driver" }, 404);
  });
  app.get("/loans", (c) => c.json([...loans.values()]));
  app.post("/loans", async (c) => {
    const { vehicleId, driverId } = await sentBy(c);
    if (!Number.isInteger(vehicleId) || !Number.isInteger(driverId)) return c.json({ error: "two ids" }, 400);
    if (!vehicles.has(Number(vehicleId)) || !drivers.has(Number(driverId)))
      return c.json({ error: "no such" }, 422);
    if (active().some((loan) => loan.vehicleId === vehicleId))
      return c.json({ error: "vehicleId: it is lent" }, 409);
    if (active().some((loan) => loan.driverId === driverId))
      return c.json({ error: "driverId: has one" }, 409);
    const loan: Loan = {
      id: ++lastId,
      vehicleId: Number(vehicleId),
      driverId: Number(driverId),
      status: "active",
    };
    loans.set(loan.id, loan);
    return c.json(loan, 201);
  });
  app.post("/loans/:id/end", (c) => {
    const loan = loans.get(Number(c.req.param("id")));
    if (loan === undefined) return c.json({ error: "no such loan" }, 404);
    if (loan.status === "ended") return c.json({ error: "it has ended" }, 409);
    loan.status = "ended";
    return c.json(loan);
  });
  const first = (): Json =>
    structuredClone([
      { ...vehicles.get(1) },
      { ...drivers.get(1) },
      { ...loans.get(1) },
      [...loans.values()].filter((loan) => loan.vehicleId === 1 || loan.driverId === 1).length,
    ]) as Json;
  return { name: "garage", title: "Garage", faults: {}, createApp: () => app, first };
}

function isKm(km: unknown): km is number {
  return typeof km === "number" && Number.isInteger(km) && km >= 0 && km <= 100_000;
}

const whole: Json = { type: "integer", minimum: 1 };
const km: Json = { type: "integer", minimum: 0, maximum: 100_000 };
const text: Json = { type: "string", minLength: 1 };
const object = (properties: Json, required: readonly string[]): Json => ({
  type: "object",
  properties,
  required,
});
const vehicle = object({ id: whole, plate: text, km }, ["id", "plate", "km"]);
const driver = object({ id: whole, name: text }, ["id", "name"]);
const loan = object(
  { id: whole, vehicleId: whole, driverId: whole, status: { type: "string", enum: ["active", "ended"] } },
  ["id", "vehicleId", "driverId", "status"],
);
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const refusal: Json = { description: "" };
const body = (schema: Json): Json => ({ required: true, content: content(schema) });
const id = (name: string): Json => [{ name, in: "path", required: true, schema: whole }];
const sentVehicle = object({ plate: text, km }, ["plate", "km"]);

export const GARAGE_DOCUMENT: Json = {
  openapi: "3.0.3",
  info: { title: "Garage", version: "1" },
  paths: {
    "/vehicles": {
      get: { responses: { "200": answer({ type: "array", items: vehicle }) } },
      post: {
        requestBody: body(sentVehicle),
        responses: { "201": answer(vehicle), "400": refusal, "409": refusal },
      },
    },
    "/vehicles/{vehicleId}": {
      parameters: id("vehicleId"),
      get: { responses: { "200": answer(vehicle), "404": refusal } },
      put: {
        requestBody: body(sentVehicle),
        responses: { "200": answer(vehicle), "400": refusal, "404": refusal, "409": refusal },
      },
      delete: { responses: { "204": refusal, "404": refusal, "409": refusal } },
    },
    "/drivers": {
      get: { responses: { "200": answer({ type: "array", items: driver }) } },
      post: {
        requestBody: body(object({ name: text }, ["name"])),
        responses: { "201": answer(driver), "400": refusal },
      },
    },
    "/drivers/{driverId}": {
      parameters: id("driverId"),
      delete: { responses: { "204": refusal, "404": refusal, "409": refusal } },
    },
    "/loans": {
      get: { responses: { "200": answer({ type: "array", items: loan }) } },
      post: {
        requestBody: body(object({ vehicleId: whole, driverId: whole }, ["vehicleId", "driverId"])),
        responses: { "201": answer(loan), "400": refusal, "409": refusal, "422": refusal },
      },
    },
    "/loans/{loanId}/end": {
      parameters: id("loanId"),
      post: { responses: { "200": answer(loan), "404": refusal, "409": refusal } },
    },
  },
};

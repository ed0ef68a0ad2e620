import type { Json } from "#base/json";
import { type JsonAnswer as Answer, isText, type Served, serveJson } from "./serve-json.js";

/** How one learns that nobody takes a seat in a ride of his own; or that only the driver does. */
export type SeatTelling = "the document" | "the refusal" | "nobody" | "only the driver may";

type Row = Record<string, Json>;

export interface Rides extends Served {
  readonly document: Json;
  /** How many things there are. */
  readonly left: () => number;
}

/** Members drive and ride along: a seat names a member, and stands in a ride, which names another one. */
export async function startRides(telling: SeatTelling): Promise<Rides> {
  const rows = {
    members: new Map<string, Row>(),
    rides: new Map<string, Row>(),
    seats: new Map<string, Row>(),
  };
  let last = 0;
  const keep = (kind: keyof typeof rows, row: Row): Answer => {
    const id = `${kind.slice(0, 1)}${++last}x${(last * 7919) % 1000}`;
    rows[kind].set(id, { id, ...row });
    return [201, { id, ...row }];
  };
  const takeSeat = (ride: Row, passenger: Json | undefined): Answer => {
    if (!isText(passenger) || !rows.members.has(passenger)) return [404, { message: "no such member" }];
    const isDriver = ride.driverId === passenger;
    if (telling === "only the driver may" ? !isDriver : isDriver)
      return telling === "nobody" || telling === "only the driver may"
        ? [409, { message: "not possible" }]
        : [422, { message: "passengerId must not be the driver" }];
    return keep("seats", { rideId: ride.id ?? "", passengerId: passenger });
  };
  const onOne = (method: string, kind: keyof typeof rows, id: string, isHere = true): Answer => {
    const row = rows[kind].get(id);
    if (row === undefined || !isHere) return [404, { message: "not found" }];
    if (method === "GET") return [200, row];
    if (method !== "DELETE") return [405];
    const uses = (other: Row) => Object.values(other).includes(id) && other.id !== id;
    if ([...rows.rides.values(), ...rows.seats.values()].some(uses)) return [409, { message: "in use" }];
    rows[kind].delete(id);
    return [204];
  };
  const server = await serveJson((method, [kind = "", id, part, partId], sent) => {
    if (kind !== "members" && kind !== "rides") return [404, { message: "not found" }];
    if (id === undefined && method === "GET") return [200, [...rows[kind].values()]];
    if (id === undefined && !isText(sent.name)) return [422, { message: "name: a text is wanted" }];
    if (id === undefined && kind === "members") return keep("members", { name: sent.name ?? "" });
    if (id === undefined)
      return isText(sent.driverId) && rows.members.has(sent.driverId)
        ? keep("rides", { name: sent.name ?? "", driverId: sent.driverId })
        : [422, { message: "driverId: no such member" }];
    if (part === undefined) return onOne(method, kind, id);
    const ride = rows.rides.get(id);
    if (kind !== "rides" || part !== "seats" || ride === undefined) return [404, { message: "not found" }];
    const seats = [...rows.seats.values()].filter(({ rideId }) => rideId === id);
    if (partId !== undefined)
      return onOne(
        method,
        "seats",
        partId,
        seats.some((seat) => seat.id === partId),
      );
    return method === "GET" ? [200, seats] : takeSeat(ride, sent.passengerId);
  });
  const left = () => Object.values(rows).reduce((sum, { size }) => sum + size, 0);
  return { ...server, document: documentOf(telling), left };
}

function documentOf(telling: SeatTelling): Json {
  const text = { type: "string", minLength: 1, maxLength: 40 };
  const member = { ...text, description: "The id of a member." };
  const passenger =
    telling === "the document"
      ? { ...text, description: "The id of a member other than the driver." }
      : member;
  const thing = (properties: Row) => ({ type: "object", required: Object.keys(properties), properties });
  const of = (schema: Json) => ({ content: { "application/json": { schema } } });
  const answer = (schema: Json) => ({ description: "it", ...of(schema) });
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: text });
  const gone = { description: "no" };
  const isSilent = telling === "nobody" || telling === "only the driver may";
  const noSeat = { 404: gone, ...(isSilent ? { 409: gone } : { 422: gone }) };
  const collection = (sent: Row, shown: Row, refusals: Record<number, Json> = { 422: gone }) => ({
    get: { responses: { 200: answer({ type: "array", items: thing(shown) }) } },
    post: {
      requestBody: { required: true, ...of(thing(sent)) },
      responses: { 201: answer(thing(shown)), ...refusals },
    },
  });
  const item = (shown: Row) => ({
    get: { responses: { 200: answer(thing(shown)), 404: gone } },
    delete: { responses: { 204: { description: "gone" }, 404: gone, 409: gone } },
  });
  const [name, id] = [{ name: text }, { id: text }];
  const ride = { ...name, driverId: member };
  const seat = { ...id, rideId: text, passengerId: text };
  const [inRide, inSeat] = [[parameter("rideId")], [parameter("rideId"), parameter("seatId")]];
  return {
    openapi: "3.1.0",
    info: { title: "Rides", version: "1" },
    paths: {
      "/members": collection(name, { ...id, ...name }),
      "/members/{memberId}": { parameters: [parameter("memberId")], ...item({ ...id, ...name }) },
      "/rides": collection(ride, { ...id, ...ride }),
      "/rides/{rideId}": { parameters: inRide, ...item({ ...id, ...ride }) },
      "/rides/{rideId}/seats": {
        parameters: inRide,
        ...collection({ passengerId: passenger }, seat, noSeat),
      },
      "/rides/{rideId}/seats/{seatId}": { parameters: inSeat, ...item(seat) },
    },
  } as unknown as Json;
}

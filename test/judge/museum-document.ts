import type { Json } from "#base/json";

const whole: Json = { type: "integer" };
const text: Json = { type: "string", minLength: 1, maxLength: 80 };
const moment: Json = { type: "string", format: "date-time" };
const content = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (schema: Json): Json => ({ description: "", content: content(schema) });
const list = (items: Json): Json => answer({ type: "array", items });
const sending = (properties: Record<string, Json>): Json => ({
  required: true,
  content: content({ type: "object", required: Object.keys(properties), properties }),
});
const refused = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: "" }]));
const thing = (properties: Record<string, Json>): Json => ({
  type: "object",
  required: ["id", ...Object.keys(properties)],
  properties: { id: whole, ...properties },
});
const asked = (name: string, schema: Json): Json => ({ name, in: "query", schema });
const id = (name: string): Json => [{ name, in: "path", required: true, schema: whole }];
const choices = (...names: readonly string[]): Json => ({ type: "string", enum: [...names] });

/** With the words that promise more than the schemas say, or without. */
export function museumDocument(words: boolean): Json {
  const said = (description: string): Record<string, Json> => (words ? { description } : {});
  const guideFields = { name: text, fee: { type: "integer", minimum: 0, maximum: 1000 } };
  const hourFields = { guideId: whole, startsAt: moment, endsAt: moment };
  const tourFields = { hourId: whole, guestId: whole };
  const guest = thing({ name: text });
  const passFields = { holder: text, entries: { type: "integer", minimum: 1, maximum: 12 } };
  const guide = thing(guideFields);
  const hour = thing({ ...hourFields, status: choices("open", "taken") });
  const status = choices("booked", "cancelled", "done", "missed");
  const startsAt: Json = { type: "string", format: "date-time", ...said("Begin of the hour.") };
  const tour = thing({ ...tourFields, startsAt, status });
  const pass = thing({ ...passFields, guideId: whole, left: { type: "integer", minimum: 0 } });
  return {
    openapi: "3.0.3",
    info: { title: "Museum", version: "1" },
    paths: {
      "/guides": {
        get: {
          parameters: [
            asked("sort", choices("name", "fee", "-fee")),
            asked("page", { type: "integer", minimum: 1 }),
            asked("limit", { type: "integer", minimum: 1, maximum: 12 }),
          ],
          responses: {
            "200": answer({
              type: "object",
              required: ["items", "total"],
              properties: { items: { type: "array", items: guide }, total: whole },
            }),
            ...refused(400),
          },
        },
        post: { requestBody: sending(guideFields), responses: { "201": answer(guide), ...refused(422) } },
      },
      "/guides/{guideId}": {
        parameters: id("guideId"),
        get: { responses: { "200": answer(guide), ...refused(404) } },
      },
      "/hours": {
        get: { parameters: [asked("guideId", whole)], responses: { "200": list(hour) } },
        post: {
          ...said("An hour lasts from 10 to 60 minutes. Hours of one guide must not overlap (409)."),
          requestBody: sending(hourFields),
          responses: { "201": answer(hour), ...refused(409, 422) },
        },
      },
      "/guests": {
        get: { responses: { "200": list(guest) } },
        post: { requestBody: sending({ name: text }), responses: { "201": answer(guest), ...refused(422) } },
      },
      "/tours": {
        get: {
          parameters: [asked("guestId", whole), asked("status", status)],
          responses: { "200": list(tour), ...refused(400) },
        },
        post: {
          requestBody: sending(tourFields),
          responses: { "201": answer(tour), ...refused(409, 422) },
        },
      },
      "/tours/{tourId}": {
        parameters: id("tourId"),
        get: { responses: { "200": answer(tour), ...refused(404) } },
      },
      "/tours/{tourId}/status": {
        parameters: id("tourId"),
        put: {
          ...said(
            "Only a `booked` tour can change its status (409); the other three are final. With `cancelled` the hour becomes open again.",
          ),
          requestBody: sending({ status: choices("cancelled", "done", "missed") }),
          responses: { "200": answer(tour), ...refused(404, 409, 422) },
        },
      },
      "/tours/{tourId}/move": {
        parameters: id("tourId"),
        post: {
          ...said("Only to another hour of the same guide that nobody has (else 409)."),
          requestBody: sending({ hourId: whole }),
          responses: { "200": answer(tour), ...refused(404, 409, 422) },
        },
      },
      "/guides/{guideId}/passes": {
        parameters: id("guideId"),
        get: { responses: { "200": list(pass), ...refused(404) } },
        post: {
          ...said("Refused with 409 when the guide has left the museum."),
          requestBody: sending(passFields),
          responses: { "201": answer(pass), ...refused(404, 409, 422) },
        },
      },
      "/passes/{passId}/stamp": {
        parameters: id("passId"),
        post: {
          ...said("Takes one of the entries that are left. 409 when none is left."),
          responses: { "200": answer(pass), ...refused(404, 409) },
        },
      },
    },
  };
}

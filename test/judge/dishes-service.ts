import { isObject, type Json, type JsonObject } from "#base/json";
import { isText, type JsonAnswer, type Served, serveJson } from "../run/serve-json.js";

export type DishFault =
  | "patch-not-unique"
  | "patch-not-unique-in-capitals"
  | "total-stays"
  | "tags-clear-note"
  /** No fault: titles are stored in capitals. */
  | "in-capitals";

const NONE: JsonAnswer = [404, { error: "There is none." }];
const WRONG: JsonAnswer = [400, { error: "That is not what is wanted." }];
const TAKEN: JsonAnswer = [409, { error: "The title is taken." }];

const CHECKS: Readonly<Record<string, (value: Json) => boolean>> = {
  title: isText,
  note: isText,
  prepare: isMinutes,
  cook: isMinutes,
  tags: areTexts,
};

function areTexts(value: Json | undefined): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.length <= 3 && value.every((one: Json) => isText(one))
  );
}

function isMinutes(value: Json): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1_000;
}

/** Dishes that are replaced by PUT and changed in part by PATCH; a title is of one dish. And what guests like most of its tags. */
export function serveDishes(fault?: DishFault): Promise<Served> {
  const dishes = new Map<number, JsonObject>();
  const likes = new Map<number, JsonObject>();
  let last = 0;
  const fits = (sent: JsonObject) =>
    Object.entries(sent).every(([name, value]) => CHECKS[name]?.(value) ?? true);
  const isWhole = (sent: JsonObject) => Object.keys(CHECKS).every((name) => sent[name] !== undefined);
  const isTaken = (title: Json | undefined, id: number) =>
    [...dishes.values()].some((dish) => dish.title === stored("title", title ?? "") && dish.id !== id);
  const stored = (name: string, value: Json): Json =>
    name === "title" && fault?.endsWith("in-capitals") === true ? String(value).toUpperCase() : value;
  const known = (sent: JsonObject) =>
    Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) =>
        name in CHECKS ? [[name, stored(name, value)] as const] : [],
      ),
    );
  const added = (dish: JsonObject) => Number(dish.prepare) + Number(dish.cook);
  const tagsOf = (tags: Json | undefined) =>
    (tags as readonly string[]).map((text) => ({ id: ++last, text }));

  const onLikes = (
    method: string,
    dish: JsonObject,
    id: string | undefined,
    sent: JsonObject,
  ): JsonAnswer => {
    const own = [...likes.values()].filter((like) => like.dishId === dish.id);
    if (id === undefined) {
      if (method === "GET") return [200, own];
      const isOne = (dish.labels as readonly JsonObject[]).some((label) => label.id === sent.labelId);
      if (!isText(sent.guest) || !isOne) return WRONG;
      const made = { id: ++last, dishId: dish.id ?? 0, guest: sent.guest, labelId: sent.labelId ?? 0 };
      likes.set(made.id, made);
      return [201, made];
    }
    const like = likes.get(Number(id));
    if (like === undefined || like.dishId !== dish.id) return NONE;
    if (method === "GET") return [200, like];
    likes.delete(Number(id));
    return [204];
  };

  return serveJson((method, [, id, part, likeId], sent) => {
    if (id === undefined) {
      if (method === "GET") return [200, [...dishes.values()]];
      if (!fits(sent) || !isWhole(sent) || !areTexts(sent.labels)) return WRONG;
      if (isTaken(sent.title, 0)) return TAKEN;
      const made = { ...known(sent), id: ++last, total: added(sent), labels: tagsOf(sent.labels) };
      dishes.set(made.id, made);
      return [201, made];
    }
    const dish = dishes.get(Number(id));
    if (dish === undefined) return NONE;
    if (part !== undefined) return onLikes(method, dish, likeId, sent);
    if (method === "GET") return [200, dish];
    if (method === "DELETE") {
      dishes.delete(Number(id));
      for (const [key, like] of likes) if (like.dishId === dish.id) likes.delete(key);
      return [204];
    }
    if (!isObject(sent) || !fits(sent) || (method === "PUT" && !isWhole(sent))) return WRONG;
    const isFree = method === "PATCH" && fault?.startsWith("patch-not-unique") === true;
    if (sent.title !== undefined && isTaken(sent.title, Number(id)) && !isFree) return TAKEN;
    const changed: Record<string, Json> = { ...dish, ...known(sent) };
    if (method === "PUT" || fault !== "total-stays") changed.total = added(changed);
    if (method === "PATCH" && fault === "tags-clear-note" && sent.tags !== undefined) changed.note = null;
    dishes.set(Number(id), changed);
    return [200, changed];
  });
}

const text: Json = { type: "string", minLength: 1, maxLength: 40 };
const minutes: Json = { type: "integer", minimum: 0, maximum: 1_000 };
const members: JsonObject = {
  title: text,
  note: text,
  prepare: minutes,
  cook: minutes,
  tags: { type: "array", minItems: 1, maxItems: 3, items: text },
};
const labels: Json = { type: "array", minItems: 1, maxItems: 3, items: text };
const whole: Json = { type: "integer" };
const dish: Json = {
  type: "object",
  properties: {
    ...members,
    id: whole,
    note: { ...(text as JsonObject), nullable: true },
    total: whole,
    labels: {
      type: "array",
      items: { type: "object", properties: { id: whole, text } },
    },
  },
};
const like: Json = { type: "object", properties: { id: whole, dishId: whole, guest: text, labelId: whole } };
const answer = (schema: Json): Json => ({ description: "", content: { "application/json": { schema } } });
const asked = (properties: JsonObject, required: readonly string[]): Json => {
  const schema: Json = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  return { required: true, content: { "application/json": { schema } } };
};
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: "" }]));
const id = (name: string): Json => ({ name, in: "path", required: true, schema: whole });
const gone: Json = { responses: { "204": { description: "" }, ...refusals(404) } };

export const DISHES: Json = {
  openapi: "3.0.3",
  info: { title: "Dishes", version: "1" },
  paths: {
    "/dishes": {
      get: { responses: { "200": answer({ type: "array", items: dish }) } },
      post: {
        requestBody: asked({ ...members, labels }, [...Object.keys(members), "labels"]),
        responses: { "201": answer(dish), ...refusals(400, 409) },
      },
    },
    "/dishes/{dishId}": {
      parameters: [id("dishId")],
      get: { responses: { "200": answer(dish), ...refusals(404) } },
      put: {
        requestBody: asked(members, Object.keys(members)),
        responses: { "200": answer(dish), ...refusals(400, 404, 409) },
      },
      patch: {
        requestBody: asked(members, []),
        responses: { "200": answer(dish), ...refusals(400, 404, 409) },
      },
      delete: gone,
    },
    "/dishes/{dishId}/likes": {
      parameters: [id("dishId")],
      get: { responses: { "200": answer({ type: "array", items: like }), ...refusals(404) } },
      post: {
        requestBody: asked({ guest: text, labelId: whole }, ["guest", "labelId"]),
        responses: { "201": answer(like), ...refusals(400, 404) },
      },
    },
    "/dishes/{dishId}/likes/{likeId}": {
      parameters: [id("dishId"), id("likeId")],
      get: { responses: { "200": answer(like), ...refusals(404) } },
      delete: gone,
    },
  },
};

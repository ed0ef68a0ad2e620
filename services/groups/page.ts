import type { Context } from "hono";
import { Refusal } from "../json-app.js";
import type { GroupsFault } from "./faults.js";
import type { Group } from "./store.js";

const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 100;

/** One page of the groups. The body is a bare array; how many there are and where it goes on say the headers. */
export function answerPage(
  c: Context,
  groups: readonly Group[],
  deleted: number,
  fault: GroupsFault | undefined,
): Response {
  const page = readCount(c, "page", 1);
  const asked = Math.min(readCount(c, "per_page", DEFAULT_SIZE), LARGEST_SIZE);
  const size = fault === "page-size-ignored" ? DEFAULT_SIZE : asked;
  const start = (page - 1) * size + (fault === "second-page-skips-one" ? page - 1 : 0);
  const total = groups.length + (fault === "total-counts-deleted" ? deleted : 0);
  const next = start + size < groups.length ? page + 1 : undefined;
  c.header("X-Total", String(total));
  c.header("X-Page", String(page));
  c.header("X-Per-Page", String(size));
  c.header("X-Next-Page", next === undefined ? "" : String(next));
  if (next !== undefined) {
    const query = new URLSearchParams({ ...c.req.query(), page: String(next) });
    c.header("Link", `</groups?${query}>; rel="next"`);
  }
  return c.json(groups.slice(start, start + size));
}

function readCount(c: Context, name: string, otherwise: number): number {
  const text = c.req.query(name) ?? String(otherwise);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(400, `${name} is invalid`);
  return Number(text);
}

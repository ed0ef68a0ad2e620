import { isArray, isObject, type Json } from "#base/json";
import type { Exchange } from "./exchange.js";
import { means } from "./meaning.js";

/**
 * The write that broke a read: the same request was answered before, and now the service fails at it. Of the writes in between
 * the last one is to blame whose path names something that the read showed; else the last one. Undefined where nothing was
 * written in between: then the service fails now and then, and no call of ours led there.
 */
export function brokenBy(read: Exchange, before: readonly Exchange[]): Exchange | undefined {
  if (!isRead(read) || !means(read, "broken")) return undefined;
  const isSame = ({ request }: Exchange) =>
    request.method === read.request.method && request.url === read.request.url;
  const worked = before.findLastIndex((earlier) => isSame(earlier) && means(earlier, "done"));
  if (worked < 0) return undefined;
  const writes = before.slice(worked + 1).filter((one) => !isRead(one) && means(one, "done"));
  const shown = new Set<string>(Object.values(read.request.inputs.path).map(String));
  gather(before[worked], shown);
  const isAbout = ({ request }: Exchange) =>
    Object.values(request.inputs.path).some((id) => shown.has(String(id)));
  return writes.findLast(isAbout) ?? writes.at(-1);
}

function isRead({ request }: Exchange): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** Texts and numbers of a body that ids may be among. */
function gather(exchange: Exchange | undefined, found: Set<string>): void {
  const outcome = exchange?.outcome;
  if (outcome?.kind !== "response" || outcome.body.kind !== "json") return;
  const open: Json[] = [outcome.body.value];
  while (open.length > 0 && found.size < MOST) {
    const value = open.pop();
    if (isArray(value)) open.push(...value.slice(0, MOST));
    else if (isObject(value)) open.push(...Object.values(value).slice(0, MOST));
    else if (typeof value === "string" || typeof value === "number") found.add(String(value));
  }
}

const MOST = 1_000;

import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { leavesOf } from "./leaves.js";

/** Whether the call is about a thing that an earlier one of its sequence has deleted, and that nothing has made again since. */
export function asksForDeleted(exchange: Exchange, before: readonly Exchange[]): boolean {
  const path = pathOf(exchange);
  const last = before.findLastIndex(
    (other) =>
      other.request.method === "DELETE" && means(other, "done") && `${path}/`.startsWith(`${pathOf(other)}/`),
  );
  const deleted = before[last];
  if (deleted === undefined) return false;
  const gone = pathOf(deleted);
  return !before.slice(last + 1).some((other) => means(other, "done") && mayMake(other, gone));
}

/** A write in the same collection that may have given the id to another thing. */
function mayMake(exchange: Exchange, gone: string): boolean {
  const { request, outcome } = exchange;
  const [collection, id] = [
    gone.slice(0, gone.lastIndexOf("/")),
    decoded(gone.slice(gone.lastIndexOf("/") + 1)),
  ];
  if (["GET", "HEAD", "OPTIONS", "DELETE"].includes(request.method)) return false;
  if (`${pathOf(exchange)}/`.startsWith(`${gone}/`)) return true;
  if (pathOf(exchange) !== collection) return false;
  const answer = outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : null;
  return [request.inputs.body?.content ?? null, answer].some((json) =>
    leavesOf(json).some(({ value }) => String(value) === id),
  );
}

function pathOf({ request }: Exchange): string {
  return request.url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

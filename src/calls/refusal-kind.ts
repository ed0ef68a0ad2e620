import type { Exchange } from "./exchange.js";
import { means, saidNo } from "./meaning.js";

/**
 * What a refusal objects to:
 * - `invalid`: what was sent;
 * - `conflict`: something else that is there, or how things stand;
 * - `precondition`: a condition of the request, or the want of one;
 * - `state`: the thing is locked;
 * - `limit`: too much was asked for, or it is not paid for;
 * - `unsupported`: the method or the form of the request;
 * - `nobody`: the caller has not said who it is; `forbidden`: the caller may not;
 * - `unknown`: it does not say.
 */
export type RefusalKind =
  | "invalid"
  | "conflict"
  | "precondition"
  | "state"
  | "limit"
  | "unsupported"
  | "nobody"
  | "forbidden"
  | "unknown";

/** The kind of a refusal; undefined where the answer is none, or says that there is no such thing. */
export function refusalKind(exchange: Exchange): RefusalKind | undefined {
  const { outcome } = exchange;
  if (outcome.kind === "none" || !saidNo(exchange) || means(exchange, "absent")) return undefined;
  return KINDS[outcome.status] ?? "unknown";
}

/** Whether a call was refused, and for one of these reasons. */
export function refusedFor(exchange: Exchange, ...kinds: readonly RefusalKind[]): boolean {
  const kind = refusalKind(exchange);
  return kind !== undefined && kinds.includes(kind);
}

const KINDS: Readonly<Record<number, RefusalKind>> = {
  400: "invalid",
  401: "nobody",
  402: "limit",
  403: "forbidden",
  405: "unsupported",
  406: "unsupported",
  407: "nobody",
  409: "conflict",
  411: "unsupported",
  412: "precondition",
  413: "limit",
  414: "limit",
  415: "unsupported",
  417: "unsupported",
  421: "unsupported",
  422: "invalid",
  423: "state",
  424: "state",
  425: "unsupported",
  426: "unsupported",
  428: "precondition",
};

import type { NoResponseReason } from "#calls/exchange";
import type { HeaderList } from "./headers.js";

/** One request as it is put on a connection. Origin and path stay apart: `URL` would fold `%2E` segments. */
export interface WireRequest {
  readonly method: string;
  /** `https://host:port`. */
  readonly origin: string;
  /** Encoded, with the query. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** Sent although the budget is spent: what the run created must go. */
  readonly beyondBudget?: boolean;
}

export type WireResult = WireAnswer | WireFailure;

export interface WireAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** As they came, but for the names in lower case; a repeated header is repeated. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

export interface WireFailure {
  readonly kind: "failure";
  readonly reason: NoResponseReason;
  /** What happened, as a clause: "connection refused". */
  readonly message: string;
  /** What the user can do about it. */
  readonly hint: string;
  /** Whether the connection broke before any part of an answer to this request came. */
  readonly unanswered: boolean;
}

export function wireFailure(
  reason: NoResponseReason,
  message: string,
  hint: string,
  unanswered = false,
): WireFailure {
  return { kind: "failure", reason, message, hint, unanswered };
}

import type { Json } from "#base/json";
import type { Call, Sequence } from "./call.js";

/** A call with the request that was really sent and what came of it, as it was: secrets are filtered where it leaves the run. */
export interface Exchange {
  readonly call: Call;
  readonly request: SentRequest;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** What it has made, as a list shows it that was read after it. */
  readonly listed?: Json;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The inputs after references and fresh values were filled in. */
  readonly inputs: ResolvedInputs;
  /** The body as it went over the wire, where it is text. */
  readonly bodyText?: string;
}

export interface ResolvedInputs {
  readonly path: Readonly<Record<string, Json>>;
  readonly query: Readonly<Record<string, Json>>;
  readonly header: Readonly<Record<string, Json>>;
  readonly cookie: Readonly<Record<string, Json>>;
  readonly body?: { readonly contentType: string; readonly content: Json; readonly raw?: true };
}

export type Outcome = HttpResponse | NoResponse;

export interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ResponseBody;
  /** How many redirects were followed to get here. */
  readonly redirects: number;
  /** What it means in the way this service says it, where its status says something else. Others ask `meaningOf`. */
  readonly says?: SaidMeaning;
}

export type SaidMeaning = "refused" | "absent" | "denied" | "broken";

export type ResponseBody =
  | { readonly kind: "empty" }
  | { readonly kind: "json"; readonly value: Json; readonly text: string }
  /** `invalidJson`: the content type says JSON and the text is not. */
  | { readonly kind: "text"; readonly text: string; readonly invalidJson: boolean }
  | { readonly kind: "binary"; readonly bytes: number };

export interface NoResponse {
  readonly kind: "none";
  readonly reason: NoResponseReason;
  readonly message: string;
}

export type NoResponseReason =
  /** Nothing listens, the name does not resolve, TLS fails. */
  | "unreachable"
  | "timeout"
  /** The connection was closed or reset before the answer was complete. */
  | "reset"
  /** What came is not HTTP, or its body is not what its headers say it is. */
  | "garbage"
  | "too large"
  /** Not sent: an input refers to something that an earlier call did not yield. */
  | "unresolved"
  /** Not sent: the inputs cannot be put into a request that means the operation. */
  | "unsendable"
  /** Not sent: the login of the actor failed. */
  | "unauthenticated"
  /** Not sent: the run's budget is spent or it was cancelled. */
  | "cancelled";

/** What a sequence did. Shorter than its sequence where the run stopped early. */
export interface Trace {
  readonly sequence: Sequence;
  readonly exchanges: readonly Exchange[];
}

import { getAtPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { HttpResponse } from "#calls/exchange";
import type { Login, TokenHandling } from "./actor.js";
import { type Credentials, NO_CREDENTIALS } from "./credentials.js";
import type { WireFailure, WireRequest } from "./wire.js";

/** Sends a request of Piolet's own, with an actor's cookies, and stores those that come back. */
export type OwnSender = (request: WireRequest) => Promise<HttpResponse | WireFailure>;

export interface LoggedIn {
  readonly credentials: Credentials;
  /** The token by itself, to be kept out of reports. */
  readonly token?: string;
}

export type LoginResult =
  | { readonly ok: true; readonly value: LoggedIn }
  | { readonly ok: false; readonly message: string };

/** Performs a login. It counts as done when what it is for, a token or a cookie, has really come. */
export async function logIn(
  login: Login,
  origin: string,
  send: OwnSender,
  hasCookies: () => boolean,
): Promise<LoginResult> {
  const request = loginRequest(login, origin);
  if (request === undefined) return failure(`${login.endpoint} is not a URL`);
  const response = await send(request);
  const where = `${login.verb} ${login.endpoint}`;
  if (response.kind === "failure") return failure(`${where}: ${response.message}`);
  if (response.status >= 400) return failure(`${where} answered ${response.status}`);
  if (login.token === undefined) {
    return hasCookies()
      ? { ok: true, value: { credentials: NO_CREDENTIALS } }
      : failure(`${where} answered ${response.status} and set no cookie`);
  }
  const token = extractToken(login.token, response);
  if (token === undefined) {
    return failure(
      `${where} answered ${response.status} without a token at "${login.token.extractSelector}"`,
    );
  }
  return { ok: true, value: { credentials: sendToken(login.token, token), token } };
}

/** The endpoint is a path on the target's server, not below the base path of its URL. */
function loginRequest(login: Login, origin: string): WireRequest | undefined {
  if (!URL.canParse(login.endpoint, origin)) return undefined;
  const url = new URL(login.endpoint, origin);
  return {
    method: login.verb,
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    headers: [
      ["accept", "application/json, */*;q=0.5"],
      ...(login.contentType === undefined ? [] : [["content-type", login.contentType] as const]),
      ...login.headers.map(({ name, value }) => [name.toLowerCase(), value] as const),
    ],
    ...(login.payload === undefined ? {} : { body: login.payload }),
  };
}

function extractToken(token: TokenHandling, response: HttpResponse): string | undefined {
  if (token.extractFrom === "header") {
    const name = token.extractSelector.toLowerCase();
    return Object.hasOwn(response.headers, name) ? response.headers[name] : undefined;
  }
  const { body } = response;
  if (body.kind === "text" && token.extractSelector === "") return body.text.trim();
  const found = body.kind === "json" ? getAtPointer(body.value, token.extractSelector) : undefined;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

function sendToken({ sendIn, sendName, sendTemplate }: TokenHandling, token: string): Credentials {
  // A function, because `$&` in a token is no pattern.
  const text = sendTemplate.replaceAll("{token}", () => token);
  switch (sendIn) {
    case "header":
      return { ...NO_CREDENTIALS, headers: [[sendName.toLowerCase(), text]] };
    case "query":
      return { ...NO_CREDENTIALS, query: [[sendName, text]] };
    case "cookie":
      return { ...NO_CREDENTIALS, cookies: [[sendName, text]] };
    default:
      return unreachable(sendIn);
  }
}

function failure(message: string): LoginResult {
  return { ok: false, message };
}

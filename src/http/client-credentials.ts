import { property, stringProperty } from "#base/json";
import { basicAuthorization } from "./credentials.js";
import type { OwnSender } from "./log-in.js";
import type { OAuthClient } from "./scheme-credentials.js";
import type { WireRequest } from "./wire.js";

export interface Token {
  readonly text: string;
  /** When it should no longer be used, in milliseconds since the epoch. */
  readonly staleAt: number;
}

export type TokenResult =
  | { readonly ok: true; readonly value: Token }
  | { readonly ok: false; readonly message: string };

/** A token is renewed this long before it ends, or after four fifths of a short life. */
const MARGIN = 30_000;

/**
 * OAuth 2: by the client's own credentials (RFC 6749, 4.4), or by a user's name and password (4.3). The client authenticates
 * in the header, which every server must support, and in the body where the server refuses that, as some do.
 */
export async function fetchToken(
  client: OAuthClient,
  tokenUrl: string,
  send: OwnSender,
  now: () => number,
): Promise<TokenResult> {
  const asked = now();
  let response = await send(tokenRequest(client, tokenUrl, "header"));
  if (response.kind === "response" && (response.status === 400 || response.status === 401)) {
    response = await send(tokenRequest(client, tokenUrl, "body"));
  }
  if (response.kind === "failure") return { ok: false, message: `the token endpoint: ${response.message}` };
  const body = response.body.kind === "json" ? response.body.value : undefined;
  const text = stringProperty(body, "access_token");
  if (response.status >= 400 || text === undefined) {
    return { ok: false, message: `the token endpoint answered ${response.status} without a token` };
  }
  const life = Number(property(body, "expires_in") ?? Number.NaN) * 1_000;
  const usable =
    Number.isFinite(life) && life > 0 ? Math.max(life - MARGIN, life * 0.8) : Number.POSITIVE_INFINITY;
  return { ok: true, value: { text, staleAt: asked + usable } };
}

function tokenRequest(client: OAuthClient, tokenUrl: string, place: "header" | "body"): WireRequest {
  const url = new URL(tokenUrl);
  const { clientId, clientSecret = "", username, password = "" } = client;
  const form = new URLSearchParams(
    username === undefined
      ? { grant_type: "client_credentials" }
      : { grant_type: "password", username, password },
  );
  if (client.scopes !== undefined && client.scopes.length > 0) form.set("scope", client.scopes.join(" "));
  if (place === "body" && clientId !== undefined) {
    form.set("client_id", clientId);
    if (clientSecret !== "") form.set("client_secret", clientSecret);
  }
  const login = { user: encodeURIComponent(clientId ?? ""), password: encodeURIComponent(clientSecret) };
  return {
    method: "POST",
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    headers: [
      ["accept", "application/json"],
      ["content-type", "application/x-www-form-urlencoded"],
      ...(place === "header" && clientId !== undefined
        ? [["authorization", basicAuthorization(login)] as const]
        : []),
    ],
    body: form.toString(),
  };
}

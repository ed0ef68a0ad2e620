import { anything, arrayOf, boolean, type Decoder, object, oneOf, string } from "#base/decode-json";
import { isObject } from "#base/json";
import { parseJson } from "#base/parse-json";
import { readCredentials } from "./read-credentials.js";
import type { GivenCredentials } from "./scheme-credentials.js";

/**
 * A user of the service as a Web Fuzzing Commons file describes it: fixed headers, or a login. The older
 * spelling of the token (`extractFromField`, `httpHeaderName`, `headerPrefix`) is read as well: earlier
 * versions of the published schema have it.
 */
export interface Actor {
  readonly name: string;
  readonly fixedHeaders: readonly NamedValue[];
  readonly login?: Login;
  /** For the security schemes of the document. No part of Web Fuzzing Commons. */
  readonly credentials?: GivenCredentials;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface Login {
  readonly verb: string;
  /** A path on the target's server, or a whole URL. */
  readonly endpoint: string;
  readonly contentType?: string;
  readonly payload?: string;
  readonly headers: readonly NamedValue[];
  readonly token?: TokenHandling;
  readonly expectCookies: boolean;
  /** What in all this must never be shown. */
  readonly secrets: readonly string[];
}

export interface TokenHandling {
  readonly extractFrom: "body" | "header";
  readonly extractSelector: string;
  readonly sendIn: "header" | "query" | "cookie";
  readonly sendName: string;
  readonly sendTemplate: string;
}

const namedValue = object({ name: string, value: string });

const decodeUserPassword = object({
  username: string,
  usernameField: string,
  password: string,
  passwordField: string,
});

const decodeToken = object(
  {},
  {
    extractFrom: oneOf("body", "header"),
    extractSelector: string,
    sendIn: oneOf("header", "query", "cookie"),
    sendName: string,
    sendTemplate: string,
    extractFromField: string,
    extractFromHeader: string,
    httpHeaderName: string,
    headerPrefix: string,
    headerPostfix: string,
  },
);

const decodeLogin = object(
  { verb: oneOf("POST", "GET", "PATCH", "DELETE", "PUT") },
  {
    endpoint: string,
    externalEndpointURL: string,
    payloadRaw: string,
    payloadUserPwd: decodeUserPassword,
    headers: arrayOf(namedValue),
    contentType: string,
    token: decodeToken,
    expectCookies: boolean,
  },
);

export const decodeActor = object(
  { name: string },
  {
    fixedHeaders: arrayOf(namedValue),
    loginEndpointAuth: decodeLogin,
    requireMockHandling: boolean,
    createUsers: anything,
    credentials: anything,
  },
);

type Decoding<D> = D extends Decoder<infer T> ? T : never;

/** An actor, or what is wrong with it, as a clause. */
export function actorOf(decoded: Decoding<typeof decodeActor>): Actor | string {
  const { name, fixedHeaders = [], loginEndpointAuth, createUsers } = decoded;
  if (createUsers !== undefined) return "createUsers is not supported: name a user that exists";
  const read = decoded.credentials === undefined ? undefined : readCredentials(decoded.credentials, "");
  if (read?.ok === false) return `credentials${read.pointer}: ${read.message}`;
  const own = read === undefined ? {} : { credentials: read.value };
  if (loginEndpointAuth === undefined) return { name, fixedHeaders, ...own };
  const login = loginOf(loginEndpointAuth);
  return typeof login === "string" ? login : { name, fixedHeaders, login, ...own };
}

function loginOf(decoded: Decoding<typeof decodeLogin>): Login | string {
  const { verb, endpoint, externalEndpointURL, payloadRaw, payloadUserPwd, headers = [] } = decoded;
  const address = externalEndpointURL ?? endpoint;
  if (address === undefined) return "the login needs an endpoint or an externalEndpointURL";
  if (externalEndpointURL !== undefined && !/^https?:\/\//i.test(externalEndpointURL)) {
    return "externalEndpointURL is not an http or https URL";
  }
  const contentType = decoded.contentType ?? (payloadUserPwd === undefined ? undefined : "application/json");
  const payload =
    payloadRaw ?? (payloadUserPwd === undefined ? undefined : writePayload(payloadUserPwd, contentType));
  const token = decoded.token === undefined ? undefined : tokenOf(decoded.token);
  if (typeof token === "string") return token;
  const expectCookies = decoded.expectCookies === true;
  if (token === undefined && !expectCookies) return "the login needs a token or expectCookies";
  return {
    verb,
    endpoint: address,
    headers,
    expectCookies,
    ...(contentType === undefined ? {} : { contentType }),
    ...(payload === undefined ? {} : { payload }),
    ...(token === undefined ? {} : { token }),
    secrets: [
      ...(payloadRaw === undefined ? [] : [payloadRaw, ...passwordsIn(payloadRaw)]),
      ...(payloadUserPwd === undefined ? [] : [payloadUserPwd.password]),
      ...headers.map((header) => header.value),
    ],
  };
}

const PASSWORD_NAME = /pass|pwd|secret|token|key|pin|code/i;

/** What a body of JSON or of a form calls a password: a service may repeat it without the rest. */
function passwordsIn(payload: string): readonly string[] {
  const json = parseJson(payload);
  const members =
    json.ok && isObject(json.value) ? Object.entries(json.value) : [...new URLSearchParams(payload)];
  return members.flatMap(([name, value]) =>
    typeof value === "string" && PASSWORD_NAME.test(name) ? [value] : [],
  );
}

function tokenOf(decoded: Decoding<typeof decodeToken>): TokenHandling | string {
  const { extractFromField, extractFromHeader, headerPrefix = "", headerPostfix = "" } = decoded;
  const extractSelector = decoded.extractSelector ?? extractFromField ?? extractFromHeader;
  const extractFrom = decoded.extractFrom ?? (extractFromHeader === undefined ? "body" : "header");
  if (extractSelector === undefined) return "the token needs an extractSelector";
  const old = decoded.sendTemplate === undefined && (headerPrefix !== "" || headerPostfix !== "");
  return {
    extractFrom,
    extractSelector,
    sendIn: decoded.sendIn ?? "header",
    sendName: decoded.sendName ?? decoded.httpHeaderName ?? "Authorization",
    sendTemplate: old ? `${headerPrefix}{token}${headerPostfix}` : (decoded.sendTemplate ?? "{token}"),
  };
}

function writePayload(login: Decoding<typeof decodeUserPassword>, contentType = ""): string {
  const fields: [string, string][] = [
    [login.usernameField, login.username],
    [login.passwordField, login.password],
  ];
  return contentType.includes("x-www-form-urlencoded")
    ? new URLSearchParams(fields).toString()
    : JSON.stringify(Object.fromEntries(fields));
}

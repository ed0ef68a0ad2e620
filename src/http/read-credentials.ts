import { arrayOf, object, string } from "#base/decode-json";
import { isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { parseBasicLogin } from "./credentials.js";
import type { GivenCredentials, OAuthClient } from "./scheme-credentials.js";

const decodeClient = object(
  {},
  {
    ...{ clientId: string, clientSecret: string, tokenUrl: string },
    ...{ username: string, password: string, scopes: arrayOf(string) },
  },
);

/** Kinds of security schemes: what is given for one serves every scheme of the kind that is not named itself. */
const KINDS: readonly string[] = ["basic", "bearer", "apiKey", "oauth2"];

export type ReadCredentials =
  | { readonly ok: true; readonly value: GivenCredentials }
  | { readonly ok: false; readonly pointer: JsonPointer; readonly message: string };

/**
 * Credentials by the name of a security scheme of the document, or by its kind: a key, a token, `user:password`, or an
 * OAuth 2 client, which fetches tokens. What is wrong is told as a clause; texts that may hold a secret are not repeated.
 */
export function readCredentials(json: Json, at: JsonPointer): ReadCredentials {
  if (!isObject(json)) return { ok: false, pointer: at, message: "an object is expected" };
  let given: GivenCredentials = {};
  for (const [name, value] of Object.entries(json)) {
    const read = readOne(name, value, appendToPointer(at, name));
    if ("message" in read) return { ok: false, ...read };
    given = { ...given, ...read, bySchemeName: { ...given.bySchemeName, ...read.bySchemeName } };
  }
  return { ok: true, value: given };
}

function readOne(name: string, json: Json, pointer: JsonPointer) {
  const value = typeof json === "string" ? json : clientOf(json, pointer);
  if (typeof value === "object" && "message" in value) return value;
  if (!KINDS.includes(name)) return { bySchemeName: { [name]: value } } satisfies GivenCredentials;
  if ((name === "oauth2") !== (typeof value === "object")) {
    const wanted = name === "oauth2" ? "clientId and clientSecret, or username and password" : "a text";
    return { pointer, message: `${wanted} is expected` };
  }
  if (name !== "basic") return { [name]: value } as GivenCredentials;
  const login = parseBasicLogin(String(value));
  return login.ok ? { basic: login.value } : { pointer, message: "user:password is expected" };
}

function clientOf(json: Json, at: JsonPointer) {
  const decoded = decodeClient(json, at);
  if (!decoded.ok) {
    const [first = { pointer: at, message: "a text or an OAuth 2 client is expected" }] = decoded.mismatches;
    return { pointer: first.pointer, message: first.message };
  }
  const { clientId, username } = decoded.value;
  if (clientId === undefined && username === undefined)
    return { pointer: at, message: "clientId and clientSecret, or username and password are expected" };
  return decoded.value satisfies OAuthClient;
}

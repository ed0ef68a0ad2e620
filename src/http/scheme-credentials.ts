import { unreachable } from "#base/unreachable";
import type { SecurityRequirement, SecurityScheme } from "#openapi/api";
import {
  type BasicLogin,
  basicAuthorization,
  type Credentials,
  joinCredentials,
  NO_CREDENTIALS,
  parseBasicLogin,
} from "./credentials.js";

/** What the user gave, before the document says where it goes. */
export interface GivenCredentials {
  readonly basic?: BasicLogin;
  readonly bearer?: string;
  readonly apiKey?: string;
  readonly oauth2?: OAuthClient;
  /** By the name of a security scheme, where there are several of a kind: a key, a token, `user:password`, a client. */
  readonly bySchemeName?: Readonly<Record<string, string | OAuthClient>>;
}

/** Gets its tokens by its own credentials, or by those of a user (RFC 6749, 4.4 and 4.3). */
export interface OAuthClient {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly username?: string;
  readonly password?: string;
  /** Where the document's own token URL does not apply. */
  readonly tokenUrl?: string;
  readonly scopes?: readonly string[];
}

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/**
 * The schemes to use for an operation: the first alternative that can be met completely, else the first that
 * can be met in part, so that the service and not Piolet refuses. An alternative without any scheme makes
 * credentials optional, and they are sent where there are some.
 */
export function chooseSchemes(
  security: readonly SecurityRequirement[],
  canMeet: (scheme: string) => boolean,
): readonly string[] {
  const alternatives = security
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.length > 0);
  const complete = alternatives.find((names) => names.every(canMeet));
  const partial = alternatives.find((names) => names.some(canMeet));
  return (complete ?? partial ?? []).filter(canMeet);
}

/** What one scheme adds; undefined where nothing was given for it. `token` is one obtained by OAuth 2. */
export function credentialsForScheme(
  name: string,
  schemes: SecuritySchemes,
  given: GivenCredentials,
  token: string | undefined,
): Credentials | undefined {
  const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (scheme === undefined) return undefined;
  const own = givenFor(name, given);
  const named = typeof own === "string" ? own : undefined;
  // A client of its own goes before a token that is given for all.
  const bearerToken = named ?? (typeof own === "object" ? token : undefined);
  switch (scheme.type) {
    case "apiKey": {
      const key = named ?? given.apiKey;
      if (key === undefined) return undefined;
      if (scheme.in === "header") return { ...NO_CREDENTIALS, headers: [[scheme.name.toLowerCase(), key]] };
      return scheme.in === "query"
        ? { ...NO_CREDENTIALS, query: [[scheme.name, key]] }
        : { ...NO_CREDENTIALS, cookies: [[scheme.name, key]] };
    }
    case "http": {
      if (scheme.scheme.toLowerCase() !== "basic") return bearer(bearerToken ?? given.bearer ?? token);
      const parsed = named === undefined ? undefined : parseBasicLogin(named);
      const login = parsed?.ok === true ? parsed.value : given.basic;
      return login === undefined ? undefined : authorization(basicAuthorization(login));
    }
    case "oauth2":
    case "openIdConnect":
      return bearer(named ?? token ?? given.bearer);
    case "mutualTLS":
      return NO_CREDENTIALS;
    default:
      return unreachable(scheme);
  }
}

function givenFor(name: string, { bySchemeName = {} }: GivenCredentials): string | OAuthClient | undefined {
  return Object.hasOwn(bySchemeName, name) ? bySchemeName[name] : undefined;
}

/** The client whose token a scheme would use, and the name by which others share it. */
export function clientFor(
  name: string,
  schemes: SecuritySchemes,
  given: GivenCredentials,
): { readonly client: OAuthClient; readonly key: string } | undefined {
  const own = givenFor(name, given);
  if (typeof own === "object") return { client: own, key: `of ${name}` };
  const isUsed = own === undefined && given.oauth2 !== undefined && usesToken(name, schemes, given);
  return isUsed && given.oauth2 !== undefined ? { client: given.oauth2, key: "of all" } : undefined;
}

/** For a document that declares no security anywhere: it says nothing, so what was given goes along. */
export function undeclaredCredentials(given: GivenCredentials, token: string | undefined): Credentials {
  const login = given.basic === undefined ? undefined : authorization(basicAuthorization(given.basic));
  return joinCredentials([bearer(token ?? given.bearer) ?? login ?? NO_CREDENTIALS]);
}

/** Whether OAuth 2's token is what a scheme would use. */
function usesToken(name: string, schemes: SecuritySchemes, given: GivenCredentials): boolean {
  const probe = credentialsForScheme(name, schemes, given, "\u{0}token");
  return probe?.headers.some(([, value]) => value.includes("\u{0}token")) === true;
}

function bearer(token: string | undefined): Credentials | undefined {
  return token === undefined ? undefined : authorization(`Bearer ${token}`);
}

function authorization(value: string): Credentials {
  return { ...NO_CREDENTIALS, headers: [["authorization", value]] };
}

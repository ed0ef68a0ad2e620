import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { HeaderList } from "./headers.js";
import type { Pair } from "./serialize-parameter.js";

/** What is added to a request so that it counts as somebody's. Query pairs are not yet encoded. */
export interface Credentials {
  readonly headers: HeaderList;
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
}

export const NO_CREDENTIALS: Credentials = { headers: [], query: [], cookies: [] };

export function joinCredentials(all: readonly Credentials[]): Credentials {
  return {
    headers: all.flatMap((one) => one.headers),
    query: all.flatMap((one) => one.query),
    cookies: all.flatMap((one) => one.cookies),
  };
}

export interface BasicLogin {
  readonly user: string;
  readonly password: string;
}

/** `user:password`; the password may contain colons and may be empty. */
export function parseBasicLogin(text: string): Result<BasicLogin> {
  const separator = text.indexOf(":");
  if (separator > 0) return ok({ user: text.slice(0, separator), password: text.slice(separator + 1) });
  return failed(
    problem(
      "credentials-invalid",
      "The credentials are not user and password.",
      "Write them as user:password.",
    ),
  );
}

export function basicAuthorization({ user, password }: BasicLogin): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

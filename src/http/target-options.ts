import { createSecureContext } from "node:tls";
import { type Problem, problem } from "#base/problem";
import { publicUrl } from "#base/public-url";
import type { Api } from "#openapi/api";
import type { Actor } from "./actor.js";
import type { Clock } from "./clock.js";
import { parseBasicLogin } from "./credentials.js";
import type { HeaderList } from "./headers.js";
import type { TlsOptions } from "./pools.js";
import type { RateLimit } from "./rate-limit.js";
import type { GivenCredentials, OAuthClient } from "./scheme-credentials.js";

export interface TargetOptions {
  /** Absolute, http or https; operations' paths go below its path. */
  readonly url: string;
  /** For the User-Agent. Default: that of this package. */
  readonly version?: string;
  /** For its security schemes and whether its operations use them. */
  readonly api?: Pick<Api, "operations" | "securitySchemes"> & Partial<Pick<Api, "schemas">>;
  /** Sent with every request to the target, whatever the document says. */
  readonly headers?: HeaderList;
  readonly credentials?: GivenCredentials;
  /** Users of an auth file; the first is the default. */
  readonly actors?: readonly Actor[];
  /** Milliseconds for a whole exchange. */
  readonly requestTimeout?: number;
  readonly connectTimeout?: number;
  readonly maxResponseBytes?: number;
  readonly maxRedirects?: number;
  readonly rateLimit?: RateLimit;
  readonly maxRequests?: number;
  readonly concurrency?: number;
  /** How often a 429 or 503 is waited out, and how long at most. */
  readonly maxRetries?: number;
  readonly maxRetryWait?: number;
  readonly tls?: TlsOptions;
  readonly proxy?: string;
  readonly noProxy?: string;
  readonly clock?: Clock;
}

/** Everything in the options that a user can get wrong. Texts that may hold a secret are not repeated. */
export function checkTargetOptions(options: TargetOptions): readonly Problem[] {
  const { url, proxy, tls = {} } = options;
  const problems: Problem[] = [...checkCredentials(options)];
  const hint = "Give it as http://host:port or https://host/path.";
  if (!isHttpUrl(url)) {
    problems.push(
      problem("target-url-invalid", `"${publicUrl(url)}" is not an absolute http or https URL.`, hint),
    );
  }
  if (isHttpUrl(url) && new URL(url).username !== "") {
    const message = "The URL of the service holds credentials.";
    problems.push(problem("target-url-invalid", message, "Give them with --auth user:password."));
  }
  if (proxy !== undefined && proxy !== "" && !isHttpUrl(proxy)) {
    problems.push(
      problem("proxy-invalid", "The proxy is not an http or https URL.", "Give it as http://host:port."),
    );
  }
  try {
    createSecureContext({ ca: tls.ca, cert: tls.cert, key: tls.key });
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    problems.push(
      problem("tls-invalid", `The certificate or key cannot be used: ${why}.`, "Give them as PEM."),
    );
  }
  return problems;
}

/** What is given for a scheme that the document does not have, or is not of its form, would never be sent. */
function checkCredentials({ credentials, actors = [], api }: TargetOptions): readonly Problem[] {
  const schemes = api?.securitySchemes;
  const all = [credentials, ...actors.map((actor) => actor.credentials)];
  return all
    .flatMap((given) => Object.entries(given?.bySchemeName ?? {}))
    .flatMap(([name, own]) => {
      if (schemes === undefined) return [];
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
      if (scheme === undefined) {
        const known = Object.keys(schemes);
        const message = `Credentials are given for the security scheme "${name}", which the document does not have.`;
        const hint = `It has ${known.length === 0 ? "none: give headers instead" : known.join(", ")}.`;
        return [problem("credentials-invalid", message, hint)];
      }
      const isBasic = scheme.type === "http" && scheme.scheme.toLowerCase() === "basic";
      const fits =
        typeof own === "string"
          ? !isBasic || parseBasicLogin(own).ok
          : ["oauth2", "openIdConnect"].includes(scheme.type) || (scheme.type === "http" && !isBasic);
      if (fits) return [];
      const wanted = isBasic ? "user:password" : "a text";
      const message = `The credentials for the security scheme "${name}" are not of its form.`;
      return [problem("credentials-invalid", message, `Give ${wanted}.`)];
    });
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Where a token is fetched: what the user says, else what the document says of the scheme or of any, relative to the target. */
export function tokenUrlOf(
  { api }: Pick<TargetOptions, "api">,
  base: URL,
  client: OAuthClient,
  name: string | undefined,
): string | undefined {
  const schemes = Object.entries(api?.securitySchemes ?? {});
  const own = schemes.filter(([scheme]) => scheme === name);
  const flow = client.username === undefined ? "clientCredentials" : "password";
  const declared = [...own, ...schemes].flatMap(([, scheme]) =>
    scheme.type === "oauth2" ? (scheme.tokenUrls[flow] ?? Object.values(scheme.tokenUrls)[0] ?? []) : [],
  );
  const text = client.tokenUrl ?? declared[0];
  if (text === undefined || !URL.canParse(text, base.href)) return undefined;
  const url = new URL(text, base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

import { type BasicLogin, basicAuthorization, parseBasicLogin } from "./credentials.js";
import { isCredentialName, passwordIn, type Redactor } from "./redactor.js";
import type { GivenCredentials } from "./scheme-credentials.js";
import type { TargetOptions } from "./target-options.js";

/** Headers that say how to answer, and never who asks. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...["accept", "accept-encoding", "accept-language", "cache-control", "content-type", "origin", "prefer"],
  ...["referer", "traceparent", "tracestate", "user-agent"],
]);

/** As long as the shortest keys are. */
const LONG = 8;

/** Tells the redactor what the user gave as a credential. Logins and tokens are added as they come. */
export function addSecrets(
  redactor: Redactor,
  {
    headers = [],
    credentials = {},
    actors = [],
    api,
  }: Pick<TargetOptions, "headers" | "credentials" | "actors" | "api">,
): void {
  for (const [name, value] of headers.filter(([name]) => !HARMLESS.has(name.toLowerCase()))) {
    redactor.addName(name);
    // Who sends a header of an own name with every request usually proves something by it; but a short word may be
    // the name of a tenant, which the service's answers are full of.
    if (!isCredentialName(name) && value.length < LONG) continue;
    redactor.add(value);
    redactor.add(value.replace(/^\w+ /, ""));
    for (const password of passwordIn(value)) redactor.add(password);
  }
  for (const given of [credentials, ...actors.flatMap((actor) => actor.credentials ?? [])])
    addGiven(redactor, given);
  for (const scheme of Object.values(api?.securitySchemes ?? {})) {
    if (scheme.type === "apiKey") redactor.addName(scheme.name);
  }
}

function addGiven(
  redactor: Redactor,
  { basic, bearer, apiKey, oauth2, bySchemeName = {} }: GivenCredentials,
): void {
  const clients = [oauth2, ...Object.values(bySchemeName)];
  const secrets = clients.flatMap((own) => {
    if (typeof own !== "string") return [own?.clientSecret, own?.password];
    const login = parseBasicLogin(own);
    return login.ok ? [own, login.value.password, ...encoded(login.value)] : [own];
  });
  for (const secret of [basic?.password, ...encoded(basic), bearer, apiKey, ...secrets])
    if (secret !== undefined) redactor.add(secret);
}

function encoded(login: BasicLogin | undefined): readonly string[] {
  return login === undefined ? [] : [basicAuthorization(login).replace(/^Basic /, "")];
}

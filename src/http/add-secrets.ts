import { basicAuthorization } from "./credentials.js";
import { isCredentialName, type Redactor } from "./redactor.js";
import type { TargetOptions } from "./target-options.js";

/** Tells the redactor what the user gave as a credential. Logins and tokens are added as they come. */
export function addSecrets(
  redactor: Redactor,
  { headers = [], credentials = {}, api }: Pick<TargetOptions, "headers" | "credentials" | "api">,
): void {
  for (const [, value] of headers.filter(([name]) => isCredentialName(name))) {
    redactor.add(value);
    redactor.add(value.replace(/^\w+ /, ""));
  }
  const { basic, bearer, apiKey, bySchemeName = {} } = credentials;
  for (const secret of [basic?.password, bearer, apiKey, ...Object.values(bySchemeName)]) {
    if (secret !== undefined) redactor.add(secret);
  }
  if (basic !== undefined) redactor.add(basicAuthorization(basic).replace(/^Basic /, ""));
  for (const scheme of Object.values(api?.securitySchemes ?? {})) {
    if (scheme.type === "apiKey") redactor.addName(scheme.name);
  }
}

import { unreachable } from "#base/unreachable";
import type { Call } from "#calls/call";
import { value } from "#calls/template";
import type { Api, Operation, SecurityScheme } from "#openapi/api";
import { as, schemeOf } from "./access-calls.js";
import { withHeader } from "./with-header.js";

/** Of the right form, and nobody's. */
const NOBODYS = "piolet-made-this-up-0000000000000000";

/** The call with credentials that the service never gave to anybody, in the places that the document names. */
export function withWrongCredentials(call: Call, { securitySchemes }: Api, { security }: Operation): Call {
  const [names = []] = security.map((requirement) => Object.keys(requirement));
  let made = as(null, call);
  for (const name of names) made = withWrong(made, schemeOf(securitySchemes, name));
  return made;
}

function withWrong(call: Call, scheme: SecurityScheme | undefined): Call {
  if (scheme === undefined) return call;
  switch (scheme.type) {
    case "apiKey":
      return scheme.in === "header"
        ? withHeader(call, scheme.name, value(NOBODYS))
        : { ...call, [scheme.in]: { ...call[scheme.in], [scheme.name]: value(NOBODYS) } };
    case "http":
      return withHeader(call, "Authorization", value(authorization(scheme.scheme)));
    case "oauth2":
    case "openIdConnect":
      return withHeader(call, "Authorization", value(`Bearer ${NOBODYS}`));
    case "mutualTLS":
      return call;
    default:
      return unreachable(scheme);
  }
}

function authorization(scheme: string): string {
  return scheme.toLowerCase() === "basic"
    ? `Basic ${Buffer.from(`nobody:${NOBODYS}`).toString("base64")}`
    : `Bearer ${NOBODYS}`;
}

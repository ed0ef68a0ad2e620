import type { CallInputs } from "#calls/call";
import { type Template, value } from "#calls/template";
import { basicAuthorization, parseBasicLogin } from "#http/credentials";
import type { SecurityScheme } from "#openapi/api";

/** The inputs with a value as the credential of a scheme, as the document says that it is sent. */
export function withCredential(inputs: CallInputs, scheme: SecurityScheme, given: Template): CallInputs {
  switch (scheme.type) {
    case "apiKey":
      return { ...inputs, [scheme.in]: { ...inputs[scheme.in], [scheme.name]: given } };
    case "http":
      return withAuthorization(inputs, given, scheme.scheme.toLowerCase());
    case "oauth2":
    case "openIdConnect":
      return withAuthorization(inputs, given, "bearer");
    case "mutualTLS":
      return inputs;
  }
}

function withAuthorization(inputs: CallInputs, given: Template, scheme: string): CallInputs {
  return { ...inputs, header: { ...inputs.header, Authorization: authorization(given, scheme) } };
}

function authorization(given: Template, scheme: string): Template {
  const prefix = `${scheme.slice(0, 1).toUpperCase()}${scheme.slice(1)} `;
  if (given.kind === "reference") return { ...given, prefix };
  if (given.kind !== "value") return given;
  const text = String(given.value);
  const login = scheme === "basic" ? parseBasicLogin(text) : undefined;
  return value(login?.ok === true ? basicAuthorization(login.value) : `${prefix}${text}`);
}

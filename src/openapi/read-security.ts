import { isArray, isObject, property, stringProperty } from "#base/json";
import type { SecurityRequirement, SecurityScheme } from "./api.js";
import { elements, member, members, type Part } from "./part.js";
import { follow, type Reading } from "./reading.js";

export function readSecuritySchemes(reading: Reading, root: Part): Readonly<Record<string, SecurityScheme>> {
  const container =
    reading.family === "2.0"
      ? member(root, "securityDefinitions")
      : member(member(root, "components"), "securitySchemes");
  return Object.fromEntries(
    members(container).flatMap(([name, entry]) => {
      const part = isObject(entry.value) ? follow(reading, entry) : entry;
      if (part === undefined) return [];
      const scheme = readScheme(part);
      if (scheme === undefined) {
        noteInvalid(
          reading,
          part,
          `The security scheme "${name}" is of no known type, or a part of it is missing.`,
        );
        return [];
      }
      return [[name, scheme]];
    }),
  );
}

function readScheme(part: Part): SecurityScheme | undefined {
  switch (stringProperty(part.value, "type")?.toLowerCase()) {
    case "apikey": {
      const name = stringProperty(part.value, "name");
      const place = stringProperty(part.value, "in");
      const isPlace = place === "header" || place === "query" || place === "cookie";
      return name !== undefined && isPlace ? { type: "apiKey", in: place, name } : undefined;
    }
    case "basic":
      return { type: "http", scheme: "basic" };
    case "http":
      return { type: "http", scheme: (stringProperty(part.value, "scheme") ?? "bearer").toLowerCase() };
    case "oauth2":
      return { type: "oauth2", tokenUrls: tokenUrls(part) };
    case "openidconnect": {
      const url = stringProperty(part.value, "openIdConnectUrl");
      return url === undefined ? undefined : { type: "openIdConnect", url };
    }
    case "mutualtls":
      return { type: "mutualTLS" };
    default:
      return undefined;
  }
}

const FLOWS_20: Readonly<Record<string, string>> = {
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** By flow. 2.0 has one flow per scheme, and other names for two of them. */
function tokenUrls(part: Part): Readonly<Record<string, string>> {
  const flow = stringProperty(part.value, "flow");
  const tokenUrl = stringProperty(part.value, "tokenUrl");
  if (flow !== undefined && tokenUrl !== undefined) {
    return { [Object.hasOwn(FLOWS_20, flow) ? (FLOWS_20[flow] ?? flow) : flow]: tokenUrl };
  }
  return Object.fromEntries(
    members(member(part, "flows")).flatMap(([name, entry]) => {
      const url = stringProperty(entry.value, "tokenUrl");
      return url === undefined ? [] : [[name, url]];
    }),
  );
}

export function readRequirements(
  reading: Reading,
  declared: Part,
  known: ReadonlySet<string>,
): readonly SecurityRequirement[] {
  if (declared.value !== undefined && declared.value !== null && !isArray(declared.value)) {
    noteInvalid(reading, declared, "`security` must be a list of requirements.");
  }
  return elements(declared).flatMap((entry) => {
    if (!isObject(entry.value)) {
      noteInvalid(reading, entry, "A security requirement must be a map of scheme names.");
      return [];
    }
    for (const [name, scopes] of members(entry)) {
      if (known.has(name)) continue;
      reading.problems.add(
        "security-unknown",
        scopes,
        `The security scheme "${name}" is not declared.`,
        "Declare it, or correct the name.",
      );
    }
    return [
      Object.fromEntries(
        Object.keys(entry.value).map((name) => {
          const scopes = property(entry.value, name);
          return [name, isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : []];
        }),
      ),
    ];
  });
}

function noteInvalid(reading: Reading, part: Part, message: string): void {
  reading.problems.add("security-invalid", part, message, "Correct the security description.");
}

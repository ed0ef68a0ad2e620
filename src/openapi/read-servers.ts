import { isArray, isObject, property, stringProperty } from "#base/json";
import { elements, member, members, type Part } from "./part.js";
import type { Reading } from "./reading.js";

/**
 * Server URLs with their variables filled in. Relative ones are resolved against the URL of the document, as
 * OpenAPI says; of a document from a file they stay relative, and the user's `--url` says the rest.
 */
export function readServers(reading: Reading, entries: readonly Part[]): readonly string[] {
  const urls = entries.flatMap((entry) => {
    const url = typeof entry.value === "string" ? entry.value : stringProperty(entry.value, "url");
    const filled = url === undefined ? undefined : fillVariables(url.trim(), member(entry, "variables"));
    const absolute = filled === undefined || filled.includes("{") ? [] : absoluteUrls(reading, filled);
    if (absolute.length === 0) {
      reading.problems.add(
        "server-invalid",
        entry,
        url === undefined ? "The server has no URL." : `The server URL "${url}" cannot be used.`,
        "Give an absolute http or https URL, and each of its variables a default.",
      );
    }
    return absolute;
  });
  return [...new Set(urls)];
}

export function readRootServers(reading: Reading, root: Part): readonly string[] {
  const urls =
    reading.family === "2.0"
      ? servers20(reading, root)
      : readServers(reading, elements(member(root, "servers")));
  return urls.length > 0 ? urls : absoluteUrls(reading, "/");
}

/** Host, base path and schemes of 2.0. */
function servers20(reading: Reading, root: Part): readonly string[] {
  const host = stringProperty(root.value, "host")?.trim();
  const basePath = stringProperty(root.value, "basePath") ?? "/";
  const path = basePath.startsWith("/") ? basePath : `/${basePath}`;
  if (host === undefined || host === "") return absoluteUrls(reading, path);
  const declared = property(root.value, "schemes");
  const schemes = isArray(declared)
    ? declared.filter((scheme) => scheme === "http" || scheme === "https")
    : [];
  const prefixes = schemes.length > 0 ? schemes.map((scheme) => `${scheme}:`) : [""];
  const bare = host.replace(/^[a-z]+:\/\//i, "");
  const entries = prefixes.map((prefix) => ({ ...member(root, "host"), value: `${prefix}//${bare}${path}` }));
  return readServers(reading, entries);
}

function fillVariables(url: string, variables: Part): string {
  const values = new Map(
    members(variables).map(([name, variable]) => {
      const choices = property(variable.value, "enum");
      const value = property(variable.value, "default") ?? (isArray(choices) ? choices[0] : undefined);
      return [name, value];
    }),
  );
  return url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined || value === null || isObject(value) || isArray(value) ? whole : String(value);
  });
}

/** A URL without a scheme stands for both, the likelier first: encrypted anywhere but on this machine. */
function absoluteUrls(reading: Reading, url: string): readonly string[] {
  const { source } = reading.documents;
  const base = source.kind === "url" ? source.url : undefined;
  if (url.startsWith("//") && base === undefined) {
    const local = /^\/\/(localhost|127\.|\[::1\])/i.test(url);
    return (local ? ["http:", "https:"] : ["https:", "http:"]).map((scheme) => scheme + url).filter(isHttp);
  }
  if (base !== undefined) return URL.canParse(url, base) ? [new URL(url, base).href].filter(isHttp) : [];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return [url].filter(isHttp);
  // `localhost:8080/api` is a common slip for a full URL; a path would begin with a slash or a dot.
  if (/^[\w.-]+:\d+(\/|$)/.test(url)) return absoluteUrls(reading, `//${url}`);
  return URL.canParse(url, "http://host/") ? [url] : [];
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

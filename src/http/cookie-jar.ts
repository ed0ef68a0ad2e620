import type { Clock } from "./clock.js";
import type { HeaderList } from "./headers.js";
import type { Pair } from "./serialize-parameter.js";

/**
 * The cookies of one actor. RFC 6265 without domains: a cookie goes back to the host that set it and to no
 * other, which is stricter than a browser and enough for a service under test.
 */
export interface CookieJar {
  store(origin: string, path: string, headers: HeaderList): void;
  cookiesFor(origin: string, path: string): readonly Pair[];
  readonly size: number;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly secure: boolean;
  readonly expires: number;
}

/** As browsers bound them; what comes beyond is dropped, oldest first. */
const [MAX_COOKIES, MAX_LENGTH] = [50, 4_096];

export function createCookieJar(clock: Clock): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    store: (origin, path, headers) => {
      for (const [name, value] of headers) {
        if (name !== "set-cookie") continue;
        const cookie = parseCookie(value, origin, path, clock.now());
        if (cookie === undefined) continue;
        const key = `${cookie.host} ${cookie.path} ${cookie.name}`;
        if (cookie.expires <= clock.now()) cookies.delete(key);
        else cookies.set(key, cookie);
        const [oldest] = cookies.keys();
        if (cookies.size > MAX_COOKIES && oldest !== undefined) cookies.delete(oldest);
      }
    },
    cookiesFor: (origin, path) => {
      if (cookies.size === 0) return [];
      const url = new URL(origin);
      const now = clock.now();
      return [...cookies.values()]
        .filter(
          (cookie) =>
            cookie.host === url.hostname &&
            cookie.expires > now &&
            (!cookie.secure || url.protocol === "https:") &&
            isUnder(path.split("?")[0] ?? "", cookie.path),
        )
        .map(({ name, value }): Pair => [name, value]);
    },
    get size() {
      return cookies.size;
    },
  };
}

function parseCookie(text: string, origin: string, requestPath: string, now: number): Cookie | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [pair = "", ...attributes] = text.split(";");
  const separator = pair.indexOf("=");
  if (separator <= 0) return undefined;
  const attribute = (wanted: string): string | undefined =>
    attributes
      .map((part) => /^\s*([^=]*?)\s*(?:=\s*(.*?)\s*)?$/.exec(part))
      .find((match) => match?.[1]?.toLowerCase() === wanted)
      ?.slice(2)
      .map((value) => value ?? "")[0];
  const path = attribute("path");
  return {
    name: pair.slice(0, separator).trim(),
    value: pair.slice(separator + 1).trim(),
    host: new URL(origin).hostname,
    path: path?.startsWith("/") === true ? path : defaultPath(requestPath),
    secure: attribute("secure") !== undefined,
    expires: expiry(attribute("max-age"), attribute("expires"), now),
  };
}

function expiry(maxAge: string | undefined, expires: string | undefined, now: number): number {
  if (maxAge !== undefined && /^-?\d{1,12}$/.test(maxAge)) return now + Number(maxAge) * 1_000;
  const at = Date.parse(expires ?? "");
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

/** The directory of the request that set it. */
function defaultPath(requestPath: string): string {
  const path = requestPath.split("?")[0] ?? "";
  return path.slice(0, Math.max(1, path.lastIndexOf("/"))) || "/";
}

function isUnder(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}

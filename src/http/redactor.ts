import { isArray, isObject, type Json } from "#base/json";
import { formEncode, percentEncode } from "./percent-encode.js";

/**
 * Keeps secrets out of everything that is stored or shown. A secret is replaced wherever its text appears,
 * also encoded; headers, cookies and query parameters that carry credentials by their name are masked
 * whatever they hold.
 *
 * Short secrets are the problem: a password "test" replaced everywhere would shred every report. Below four
 * characters a secret is masked only where its place gives it away; below eight it is replaced only as a word
 * of its own.
 */
export interface Redactor {
  /** A secret that the user gave. */
  add(secret: string): void;
  /** A secret that the service gave: only the latest are kept, because a service may send any number. */
  learn(secret: string): void;
  /** A header or query parameter whose value is a credential. */
  addName(name: string): void;
  redact(text: string): string;
  redactJson<T extends Json>(json: T): T;
  redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  redactUrl(url: string): string;
}

export const FILTERED = "[Filtered]";

const [MIN_LENGTH, ANYWHERE_LENGTH, MAX_LEARNED] = [4, 8, 16];

const CREDENTIAL_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|auth-?token|access-?token|secret|password|csrf|xsrf|session).*)$/i;

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

export function createRedactor(): Redactor {
  const given = new Set<string>();
  const learned = new Set<string>();
  const names = new Set<string>();
  /** Longest first, so that a secret inside another one does not leave the other's ends behind. */
  let forms: readonly Form[] = [];
  let shortest = Number.POSITIVE_INFINITY;
  const refresh = (): void => {
    forms = [...given, ...learned].flatMap(formsOf).sort((a, b) => b.text.length - a.text.length);
    shortest = forms.at(-1)?.text.length ?? Number.POSITIVE_INFINITY;
  };
  const isSecretName = (name: string): boolean => isCredentialName(name) || names.has(name.toLowerCase());

  const redact = (text: string): string => {
    if (text.length < shortest) return text;
    let result = text;
    for (const form of forms) {
      // Plain search first: compiling one expression of all secrets costs milliseconds, and they keep coming.
      if (result.includes(form.text)) result = result.replaceAll(form.word ?? form.text, FILTERED);
    }
    return result;
  };

  const redactJson = (json: Json): Json => {
    if (forms.length === 0) return json;
    if (typeof json === "string") return redact(json);
    if (isArray(json)) {
      const items = json.map(redactJson);
      return items.every((item, index) => item === json[index]) ? json : items;
    }
    if (!isObject(json)) return json;
    let changed = false;
    const members = Object.entries(json).map(([name, value]): [string, Json] => {
      const pair: [string, Json] = [redact(name), redactJson(value)];
      changed ||= pair[0] !== name || pair[1] !== value;
      return pair;
    });
    return changed ? Object.fromEntries(members) : json;
  };

  return {
    add: (secret) => {
      if (secret.length < MIN_LENGTH || given.has(secret)) return;
      given.add(secret);
      refresh();
    },
    learn: (secret) => {
      if (secret.length < MIN_LENGTH || given.has(secret) || learned.has(secret)) return;
      learned.add(secret);
      const [oldest] = learned;
      if (learned.size > MAX_LEARNED && oldest !== undefined) learned.delete(oldest);
      refresh();
    },
    addName: (name) => {
      names.add(name.toLowerCase());
    },
    redact,
    // The structure is kept and only texts change, which the type cannot express.
    redactJson: <T extends Json>(json: T): T => redactJson(json) as T,
    redactHeaders: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          isSecretName(name) ? maskHeader(name, value) : redact(value),
        ]),
      ),
    redactUrl: (url) =>
      redact(
        url.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, mark: string, name: string) =>
          isSecretName(decode(name)) ? `${mark}${name}=${FILTERED}` : whole,
        ),
      ),
  };
}

/** What helps a reader stays: the scheme of an authorisation, the names and attributes of cookies. */
function maskHeader(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case "authorization":
    case "proxy-authorization":
      return value.replace(/^(\w+ )?.*$/s, (_, scheme: string | undefined) => `${scheme ?? ""}${FILTERED}`);
    case "cookie":
      return value.replace(/([^=;\s]+)=[^;]*/g, `$1=${FILTERED}`);
    case "set-cookie":
      // Several are joined by a comma, and a date holds one too: a cookie begins where a name and `=` follow.
      return value
        .split(/, (?=[^\s;,=]+=)/)
        .map((cookie) => cookie.replace(/^([^=;]+)=[^;]*/, `$1=${FILTERED}`))
        .join(", ");
    default:
      return FILTERED;
  }
}

/** One spelling of a secret; a short one only counts as a word of its own. */
interface Form {
  readonly text: string;
  readonly word?: RegExp;
}

/** The secret as such, in a URL, in a form, inside a JSON string or a page, and in base64, in whatever spelling of these. */
function formsOf(secret: string): readonly Form[] {
  const wellFormed = secret.replace(/\p{Surrogate}/gu, "\u{FFFD}");
  const base64 = Buffer.from(wellFormed).toString("base64");
  const inJson = JSON.stringify(wellFormed).slice(1, -1);
  const inUrl = [encodeURIComponent(wellFormed), percentEncode(wellFormed), formEncode(wellFormed)];
  const texts = [
    wellFormed,
    ...inUrl,
    ...inUrl.map((text) => text.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())),
    inJson,
    inJson.replaceAll("/", "\\/"),
    inPage(wellFormed),
    base64,
    base64.replace(/=+$/, ""),
    base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  ];
  return [...new Set(texts)].map((text) => {
    if (text.length >= ANYWHERE_LENGTH) return { text };
    const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return { text, word: new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu") };
  });
}

function inPage(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** The password in the value of a header, where it is Basic: a service that decodes it may repeat it as it is. */
export function passwordIn(value: string): readonly string[] {
  const encoded = /^basic +([\w+/=-]+)$/i.exec(value)?.[1];
  const decoded = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  return colon < 0 ? [] : [decoded.slice(colon + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

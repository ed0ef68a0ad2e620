import { FILTERED } from "#base/filtered";
import { isArray, isObject, type Json } from "#base/json";
import { formEncode, percentEncode } from "./percent-encode.js";
import { SecretTexts, SHORTEST } from "./secret-texts.js";

/**
 * Keeps secrets out of everything that is written. It is asked where something leaves the run, and never before: what is
 * judged is what came. A secret is replaced wherever its text appears, also encoded; headers, cookies and query
 * parameters that carry credentials by their name are masked whatever they hold.
 *
 * Short secrets are the problem: a password "test" replaced everywhere would shred every report, and so would one that the
 * document has for a name. Below eight characters, and where it is such a name, a secret is replaced only in the values of
 * credentials: members, headers and parameters that are called so, cookies, and the user of a URL. Below four it is
 * masked only where the name of its place says so.
 */
export interface Redactor {
  /** A secret that the user gave. */
  add(secret: string): void;
  /** A secret that the service gave. */
  learn(secret: string): void;
  /** A header or query parameter whose value is a credential. */
  addName(name: string): void;
  /** Any text: only what cannot be a word by chance is a secret there. */
  redact(text: string): string;
  redactJson<T extends Json>(json: T): T;
  redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  redactUrl(url: string): string;
}

const MIN_LENGTH = 4;

/** Characters of secrets that a service may give: more than any honest one does, and no more memory than that. */
const MOST_LEARNED = 4_000_000;

/** Short ones are looked for one by one. */
const MOST_WORDS = 1_000;

const CREDENTIAL_NAME =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*(api-?key|auth-?token|access-?token|secret|password|csrf|xsrf|session).*)$/i;

/** Members of bodies are called so, too. */
const CREDENTIAL_MEMBER = /^(?:.*token|pass|pass_?(?:code|phrase|wd)|pwd|pin)$/i;

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name);
}

/** `isCommon`: whether the document has this text for a name, so that it is everywhere. */
export function createRedactor(isCommon: (text: string) => boolean = () => false): Redactor {
  const known = new Set<string>();
  const names = new Set<string>();
  const anywhere = new SecretTexts();
  /** Longest first, so that a secret inside another one does not leave the other's ends behind. */
  let words: readonly Word[] = [];
  let learned = 0;
  const keep = (secret: string): void => {
    known.add(secret);
    const forms = formsOf(secret);
    if (secret.length >= SHORTEST && !isCommon(secret)) for (const form of forms) anywhere.add(form);
    else words = [...words, ...forms.map(wordOf)].sort((a, b) => b.text.length - a.text.length);
  };
  const isSecretName = (name: string): boolean => isCredentialName(name) || names.has(name.toLowerCase());
  const isSecretMember = (name: string): boolean => isCredentialName(name) || CREDENTIAL_MEMBER.test(name);

  const redactCredential = (text: string): string => {
    let result = anywhere.hide(text, FILTERED);
    for (const word of words)
      if (result.includes(word.text)) result = result.replaceAll(word.pattern, FILTERED);
    return result;
  };
  const redact = (text: string): string => {
    const hidden = anywhere.hide(text, FILTERED);
    if (words.length === 0 || !hidden.includes("@")) return hidden;
    return hidden.replace(URL_USER, (_, begin: string, user: string) => `${begin}${redactCredential(user)}@`);
  };

  const redactHeaders = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        redact(name),
        isSecretName(name) ? maskHeader(name, value) : redact(value),
      ]),
    );
  const redactUrl = (url: string) =>
    redact(
      url.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, mark: string, name: string) =>
        isSecretName(decode(name)) ? `${mark}${name}=${FILTERED}` : whole,
      ),
    );

  const redactMember = (name: string, value: Json, isCredential: boolean): Json => {
    if (name === "headers" && isTexts(value)) return redactHeaders(value);
    if (name === "url" && typeof value === "string") return redactUrl(value);
    // A template stands for the value of the member that it is the template of.
    return redactJson(
      value,
      isSecretMember(name) || (isCredential && (name === "value" || name === "sample")),
    );
  };
  const redactJson = (json: Json, isCredential = false): Json => {
    if (typeof json === "string") return isCredential ? redactCredential(json) : redact(json);
    if (typeof json === "number") return anywhere.has(String(json)) ? FILTERED : json;
    if (isArray(json)) {
      const items = json.map((item) => redactJson(item, isCredential));
      return items.every((item, index) => item === json[index]) ? json : items;
    }
    if (!isObject(json)) return json;
    let changed = false;
    const members = Object.entries(json).map(([name, value]): [string, Json] => {
      const pair: [string, Json] = [redact(name), redactMember(name, value, isCredential)];
      changed ||= pair[0] !== name || pair[1] !== value;
      return pair;
    });
    return changed ? Object.fromEntries(members) : json;
  };

  return {
    add: (secret) => {
      if (secret.length >= MIN_LENGTH && !known.has(secret)) keep(secret);
    },
    learn: (secret) => {
      if (secret.length < MIN_LENGTH || known.has(secret) || learned > MOST_LEARNED) return;
      if (secret.length < SHORTEST && words.length > MOST_WORDS) return;
      learned += secret.length;
      keep(secret);
    },
    addName: (name) => {
      names.add(name.toLowerCase());
    },
    redact,
    // The structure is kept and only texts change, which the type cannot express.
    redactJson: <T extends Json>(json: T): T => redactJson(json) as T,
    redactHeaders,
    redactUrl,
  };
}

function isTexts(json: Json): json is Readonly<Record<string, string>> {
  return isObject(json) && Object.values(json).every((value) => typeof value === "string");
}

/** The user and password in a URL, anywhere in a text. */
const URL_USER = /([a-z][a-z0-9+.-]*:\/\/)([^/?#@\s"'<>]*)@/gi;

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

/** One spelling of a short secret, which only counts as a word of its own. */
interface Word {
  readonly text: string;
  readonly pattern: RegExp;
}

function wordOf(text: string): Word {
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return { text, pattern: new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu") };
}

/** The secret as such, in a URL, in a form, inside a JSON string or a page, and in base64, in whatever spelling of these. */
function formsOf(secret: string): readonly string[] {
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
    // A text of JSON that stands in another one: a service that repeats the body which it was sent.
    JSON.stringify(inJson).slice(1, -1),
    inPage(wellFormed),
    base64,
    base64.replace(/=+$/, ""),
    base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
  ];
  return [...new Set(texts)];
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

import type { Dice } from "./dice.js";
import { nameWords } from "./name-words.js";
import { spanPart } from "./span.js";
import { plausibleClock } from "./time-of-day.js";

/**
 * What a field most likely holds, by its name. A service validates beyond what its document says (an `email`
 * without a format, a `country` without an enum), and a plausible value is what gets a first call through.
 * A guess is used only where it satisfies the schema. The first rule whose words all occur in the name wins,
 * so the particular ones stand first.
 */
interface TextRule {
  readonly words: readonly string[];
  readonly texts: readonly string[] | ((dice: Dice, name: string) => string);
}

const FIRST_NAMES = ["Alma", "Bruno", "Clara", "David", "Elena", "Felix", "Greta", "Hugo", "Irene", "Jonas"];
const LAST_NAMES = [
  "Adler",
  "Baker",
  "Costa",
  "Dubois",
  "Eriksen",
  "Fischer",
  "Garcia",
  "Hansen",
  "Ito",
  "Jones",
];
const WORDS = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbour", "island", "juniper"];

const fullName = (dice: Dice): string => `${dice.pick(FIRST_NAMES)} ${dice.pick(LAST_NAMES)}`;
const userName = (dice: Dice): string => `${dice.pick(FIRST_NAMES).toLowerCase()}${dice.between(10, 9999)}`;
const email = (dice: Dice): string => `${userName(dice)}@example.com`;
const url = (dice: Dice): string => `https://example.com/${dice.pick(WORDS)}`;
const title = (dice: Dice): string =>
  `${capital(dice.pick(WORDS))} ${dice.pick(WORDS)} ${dice.between(1, 999)}`;
const sentence = (dice: Dice): string => `The ${dice.pick(WORDS)} stands by the ${dice.pick(WORDS)}.`;
const two = (number: number): string => String(number).padStart(2, "0");

/** Fixed stretches of years, past ones, or those to come for an end: a value must not depend on when it is drawn. */
export function plausibleDate(dice: Dice, name = ""): string {
  // The end of something that has just been made is yet to come.
  const [first, last] = spanPart(name) === "end" ? [2035, 2039] : [2020, 2025];
  return `${dice.between(first, last)}-${two(dice.between(1, 12))}-${two(dice.between(1, 28))}`;
}

export function plausibleTime(dice: Dice, name = ""): string {
  return `${plausibleClock(dice, name)}:${two(dice.between(0, 59))}Z`;
}

export function plausibleUuid(dice: Dice): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => dice.between(0, 15).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${dice.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}

export const plausibleEmail = email;
export const plausibleUrl = url;

const moment = (dice: Dice, name: string): string => `${plausibleDate(dice, name)}T${plausibleTime(dice)}`;

const TEXT_RULES: readonly TextRule[] = [
  { words: ["email"], texts: email },
  { words: ["mail"], texts: email },
  { words: ["mime"], texts: ["text/plain", "application/json"] },
  { words: ["content", "type"], texts: ["text/plain", "application/json"] },
  { words: ["file", "name"], texts: ["notes.txt", "report.pdf", "photo.png"] },
  { words: ["filename"], texts: ["notes.txt", "report.pdf", "photo.png"] },
  { words: ["host", "name"], texts: ["www.example.com", "api.example.com"] },
  { words: ["hostname"], texts: ["www.example.com", "api.example.com"] },
  { words: ["domain"], texts: ["example.com", "example.org"] },
  { words: ["url"], texts: url },
  { words: ["uri"], texts: url },
  { words: ["website"], texts: url },
  { words: ["homepage"], texts: url },
  { words: ["href"], texts: url },
  { words: ["link"], texts: url },
  { words: ["avatar"], texts: url },
  { words: ["uuid"], texts: plausibleUuid },
  { words: ["guid"], texts: plausibleUuid },
  { words: ["user", "name"], texts: userName },
  { words: ["username"], texts: userName },
  { words: ["login"], texts: userName },
  { words: ["nickname"], texts: userName },
  { words: ["handle"], texts: userName },
  { words: ["password"], texts: (dice) => `Pw-${dice.pick(WORDS)}-${dice.between(100, 999)}!` },
  { words: ["passwd"], texts: (dice) => `Pw-${dice.pick(WORDS)}-${dice.between(100, 999)}!` },
  { words: ["first", "name"], texts: FIRST_NAMES },
  { words: ["firstname"], texts: FIRST_NAMES },
  { words: ["given", "name"], texts: FIRST_NAMES },
  { words: ["last", "name"], texts: LAST_NAMES },
  { words: ["lastname"], texts: LAST_NAMES },
  { words: ["family", "name"], texts: LAST_NAMES },
  { words: ["surname"], texts: LAST_NAMES },
  { words: ["company"], texts: (dice) => `${capital(dice.pick(WORDS))} Ltd` },
  { words: ["organisation"], texts: (dice) => `${capital(dice.pick(WORDS))} Ltd` },
  { words: ["organization"], texts: (dice) => `${capital(dice.pick(WORDS))} Ltd` },
  { words: ["phone"], texts: (dice) => `+1202555${String(dice.between(100, 9999)).padStart(4, "0")}` },
  { words: ["mobile"], texts: (dice) => `+1202555${String(dice.between(100, 9999)).padStart(4, "0")}` },
  { words: ["fax"], texts: (dice) => `+1202555${String(dice.between(100, 9999)).padStart(4, "0")}` },
  { words: ["country", "name"], texts: ["Germany", "France", "Japan", "Brazil"] },
  { words: ["country"], texts: ["DE", "FR", "JP", "BR", "US"] },
  { words: ["nationality"], texts: ["DE", "FR", "JP", "BR", "US"] },
  { words: ["city"], texts: ["Berlin", "Lyon", "Osaka", "Recife", "Boston"] },
  { words: ["town"], texts: ["Berlin", "Lyon", "Osaka", "Recife", "Boston"] },
  { words: ["street"], texts: (dice) => `${dice.between(1, 200)} Main Street` },
  { words: ["zip"], texts: ["10115", "69001", "02108"] },
  { words: ["zipcode"], texts: ["10115", "69001", "02108"] },
  { words: ["postcode"], texts: ["10115", "69001", "02108"] },
  { words: ["postal"], texts: ["10115", "69001", "02108"] },
  { words: ["ip", "address"], texts: ["192.0.2.10", "198.51.100.7"] },
  { words: ["ip"], texts: ["192.0.2.10", "198.51.100.7"] },
  { words: ["address"], texts: (dice) => `${dice.between(1, 200)} Main Street` },
  { words: ["currency"], texts: ["EUR", "USD", "GBP", "JPY"] },
  { words: ["locale"], texts: ["en-GB", "de-DE", "fr-FR"] },
  { words: ["language"], texts: ["en", "de", "fr", "ja"] },
  { words: ["lang"], texts: ["en", "de", "fr", "ja"] },
  { words: ["timezone"], texts: ["Europe/Berlin", "UTC", "Asia/Tokyo"] },
  { words: ["time", "zone"], texts: ["Europe/Berlin", "UTC", "Asia/Tokyo"] },
  { words: ["colour"], texts: ["#336699", "#ffcc00"] },
  { words: ["color"], texts: ["#336699", "#ffcc00"] },
  { words: ["gender"], texts: ["female", "male"] },
  { words: ["isbn"], texts: ["9783161484100", "9780306406157"] },
  { words: ["iban"], texts: ["DE89370400440532013000"] },
  { words: ["version"], texts: ["1.0.0", "1.2.3", "2.0.0"] },
  { words: ["slug"], texts: (dice) => `${dice.pick(WORDS)}-${dice.pick(WORDS)}-${dice.between(1, 999)}` },
  { words: ["price"], texts: (dice) => `${dice.between(1, 99)}.${two(dice.between(0, 99))}` },
  { words: ["amount"], texts: (dice) => `${dice.between(1, 99)}.${two(dice.between(0, 99))}` },
  { words: ["year"], texts: (dice) => String(dice.between(2020, 2025)) },
  { words: ["birthday"], texts: (dice) => `${dice.between(1960, 2000)}-${two(dice.between(1, 12))}-15` },
  { words: ["birth"], texts: (dice) => `${dice.between(1960, 2000)}-${two(dice.between(1, 12))}-15` },
  { words: ["timestamp"], texts: moment },
  { words: ["datetime"], texts: moment },
  { words: ["date"], texts: plausibleDate },
  { words: ["at"], texts: moment },
  { words: ["time"], texts: plausibleClock },
  { words: ["latitude"], texts: (dice) => `${dice.between(-60, 60)}.5` },
  { words: ["longitude"], texts: (dice) => `${dice.between(-120, 120)}.5` },
  { words: ["status"], texts: ["active"] },
  { words: ["description"], texts: sentence },
  { words: ["comment"], texts: sentence },
  { words: ["message"], texts: sentence },
  { words: ["summary"], texts: sentence },
  { words: ["content"], texts: sentence },
  { words: ["body"], texts: sentence },
  { words: ["notes"], texts: sentence },
  { words: ["note"], texts: sentence },
  { words: ["reason"], texts: sentence },
  { words: ["author"], texts: fullName },
  { words: ["owner"], texts: fullName },
  { words: ["full", "name"], texts: fullName },
  { words: ["fullname"], texts: fullName },
  { words: ["customer", "name"], texts: fullName },
  { words: ["title"], texts: title },
  { words: ["subject"], texts: title },
  { words: ["name"], texts: title },
  { words: ["label"], texts: WORDS },
  { words: ["tag"], texts: WORDS },
  { words: ["tags"], texts: WORDS },
  { words: ["category"], texts: WORDS },
];

/** Names that merely end in a word of a rule but are identifiers, for which a guess is worse than nothing. */
const IDENTIFIER = new Set(["id", "ids", "key", "token", "code", "hash", "ref"]);
const CODES = new Set(["country", "currency", "language", "lang", "zip", "postal"]);

export function knownText(name: string | undefined, dice: Dice): string | undefined {
  if (name === undefined) return undefined;
  const words = new Set(nameWords(name));
  const last = [...words].at(-1) ?? "";
  if (IDENTIFIER.has(last) && ![...words].some((word) => CODES.has(word))) return undefined;
  const rule = TEXT_RULES.find((candidate) => candidate.words.every((word) => words.has(word)));
  if (!rule) return undefined;
  return typeof rule.texts === "function" ? rule.texts(dice, name) : dice.pick(rule.texts);
}

const NUMBER_RULES: readonly (readonly [words: readonly string[], range: readonly [number, number]])[] = [
  [["latitude"], [-60, 60]],
  [["lat"], [-60, 60]],
  [["longitude"], [-120, 120]],
  [["lng"], [-120, 120]],
  [["lon"], [-120, 120]],
  [
    ["birth", "year"],
    [1960, 2000],
  ],
  [["year"], [2020, 2025]],
  [["month"], [1, 12]],
  [["day"], [1, 28]],
  [["hour"], [0, 23]],
  [["minute"], [0, 59]],
  [["second"], [0, 59]],
  [["age"], [18, 80]],
  [["port"], [1024, 49_151]],
  [["timestamp"], [1_600_000_000, 1_750_000_000]],
  [["rating"], [1, 5]],
  [["stars"], [1, 5]],
  [["page"], [1, 1]],
  [["offset"], [0, 0]],
  [["skip"], [0, 0]],
  [["limit"], [10, 20]],
  [["size"], [1, 20]],
  [["quantity"], [1, 10]],
  [["qty"], [1, 10]],
  [["count"], [1, 10]],
  [["percent"], [0, 100]],
  [["percentage"], [0, 100]],
  [["price"], [1, 100]],
  [["amount"], [1, 100]],
];

const TIME_FORMATS = new Set(["unix-time", "unixtime", "timestamp"]);

/** A range that a number of this name, or of a format for points in time, usually lies in. */
export function knownNumbers(
  name: string | undefined,
  formats: readonly string[],
): readonly [number, number] | undefined {
  if (formats.some((format) => TIME_FORMATS.has(format))) return [1_600_000_000, 1_750_000_000];
  if (name === undefined) return undefined;
  const words = new Set(nameWords(name));
  if (IDENTIFIER.has([...words].at(-1) ?? "")) return undefined;
  return NUMBER_RULES.find(([needed]) => needed.every((word) => words.has(word)))?.[1];
}

/** A short readable text of a length within bounds, for a field of which nothing is known. */
export function readableText(min: number, max: number, dice: Dice): string {
  const text = `${dice.pick(WORDS)}${dice.between(1, 999)}`;
  if (text.length > max) return text.slice(0, max);
  let longer = text;
  while (longer.length < min) longer += ` ${dice.pick(WORDS)}`;
  // A space at an end is trimmed away by many services.
  return longer.slice(0, Math.max(min, text.length)).replace(/ $/, "x");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

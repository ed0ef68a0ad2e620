import { isArray, type JsonObject, property } from "#base/json";
import type { Dice } from "./dice.js";
import { spanPart } from "./span.js";

/** How times of day are written without a date and a zone, as in weekly schedules. No registered formats. */
export type ClockFormat = "HH:mm" | "HH:mm:ss";

const CLOCK: Readonly<Record<ClockFormat, RegExp>> = {
  "HH:mm": /^([01]\d|2[0-3]):[0-5]\d$/,
  "HH:mm:ss": /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
};

export function isClockFormat(format: string): format is ClockFormat {
  return Object.hasOwn(CLOCK, format);
}

export function clockAccepts(format: ClockFormat, text: string): boolean {
  return CLOCK[format].test(text);
}

/** Whether a text is a time of day: its letters cannot be others. */
export function looksLikeClock(text: string): boolean {
  return clockAccepts("HH:mm", text) || clockAccepts("HH:mm:ss", text);
}

const SAID = /(?<![a-z0-9:])hh:mm(:ss)?(?![a-z0-9:])/i;
const WITH_DATE = /\b(yyyy|yy|dd)\b/i;

/** The time of day that a schema says in its own way: by a format of its own, in words, or by what it shows. */
export function clockFormatOf(schema: JsonObject): ClockFormat | undefined {
  const [type, format, pattern] = ["type", "format", "pattern"].map((name) => property(schema, name));
  const isText = type === undefined || type === "string" || (isArray(type) && type.includes("string"));
  if (!isText || pattern !== undefined) return undefined;
  if (format !== undefined) return typeof format === "string" ? saidIn(format) : undefined;
  const [description, example] = ["description", "example"].map((name) => property(schema, name));
  const said =
    typeof description === "string" && !WITH_DATE.test(description) ? saidIn(description) : undefined;
  const isShown = (kind: ClockFormat) => typeof example === "string" && clockAccepts(kind, example);
  return said ?? (["HH:mm", "HH:mm:ss"] as const).find(isShown);
}

function saidIn(text: string): ClockFormat | undefined {
  const found = SAID.exec(text);
  if (found === null) return undefined;
  return found[1] === undefined ? "HH:mm" : "HH:mm:ss";
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Begins lie before noon, and ends after it: what opens in the evening cannot close in the morning. */
export function plausibleClock(dice: Dice, name = ""): string {
  const part = spanPart(name);
  const [first, last] = part === "begin" ? [6, 11] : part === "end" ? [13, 22] : [0, 23];
  return `${two(dice.between(first, last))}:${two(dice.between(0, 59))}`;
}

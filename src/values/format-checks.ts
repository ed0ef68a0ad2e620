import { fullFormats } from "ajv-formats/dist/formats.js";
import { clockAccepts, isClockFormat } from "./time-of-day.js";

/**
 * Which texts and numbers a `format` accepts. ajv-formats has most of them; where its rule is narrower than
 * what services rightly answer (its `url` refuses localhost and every private address), the rule here wins.
 * A format that is not here says nothing, as JSON Schema wants it.
 */
export const TEXT_FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ...[
    "date",
    "time",
    "date-time",
    "duration",
    "uri",
    "uri-reference",
    "uri-template",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "regex",
    "uuid",
    "json-pointer",
    "relative-json-pointer",
    "byte",
  ].map((name) => [name, bounded(standardCheck(name))] as const),
  ["url", bounded((text) => URL.canParse(text))] as const,
]);

const MAX_INT32 = 2 ** 31 - 1;
const MAX_FLOAT = 3.4028234663852886e38;

export const NUMBER_FORMATS: ReadonlyMap<string, (number: number) => boolean> = new Map([
  ["int32", (number: number) => Number.isInteger(number) && number <= MAX_INT32 && number >= -MAX_INT32 - 1],
  // JSON numbers beyond 2^53 have already lost their last digits, so only wholeness can be judged.
  ["int64", (number: number) => Number.isInteger(number) && Math.abs(number) <= 2 ** 63],
  ["float", (number: number) => Math.abs(number) <= MAX_FLOAT],
]);

export function formatAccepts(format: string, value: string | number): boolean {
  // No registered formats, so that no answer is held to them; what is sent is.
  if (isClockFormat(format)) return typeof value === "string" && clockAccepts(format, value);
  if (typeof value === "string") return TEXT_FORMATS.get(format)?.(value) ?? true;
  return NUMBER_FORMATS.get(format)?.(value) ?? true;
}

/** The checks backtrack. On texts this long they can take seconds, and none of these formats is this long. */
const LONGEST_TEXT = 2_048;

function bounded(check: (text: string) => boolean): (text: string) => boolean {
  return (text) => text.length > LONGEST_TEXT || check(text);
}

function standardCheck(name: string): (text: string) => boolean {
  const format: unknown = Reflect.get(fullFormats, name);
  if (format instanceof RegExp) return (text) => format.test(text);
  const check: unknown = typeof format === "function" ? format : Reflect.get(Object(format), "validate");
  if (typeof check !== "function") throw new Error(`ajv-formats no longer knows ${name}`);
  return (text) => check(text) === true;
}

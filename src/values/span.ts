import type { Json } from "#base/json";
import type { Random } from "#base/random";
import { nameWords } from "./name-words.js";

/** Where in a stretch of time a date stands. */
export type SpanPart = "begin" | "end";

/** A departure is the end of a stay and the begin of a flight: such words say nothing. */
const BEGINS = new Set("start starts starting begin begins from since in checkin opens pickup".split(" "));
const ENDS = new Set(
  "end ends ending until till to through expires expire expiry expiration due deadline finish finishes out checkout closes return dropoff closes closing".split(
    " ",
  ),
);

/** By the name of the field: `startsAt`, `check_in`, `dateFrom`; `ends_at`, `checkOut`, `valid_to`. */
export function spanPart(name: string): SpanPart | undefined {
  const words = nameWords(name);
  if (words.some((word) => ENDS.has(word))) return "end";
  return words.some((word) => BEGINS.has(word)) ? "begin" : undefined;
}

/** What stands for itself, and says by its own name only that it is a moment: `start: { dateTime }`. */
const MOMENT = new Set("date time datetime day timestamp instant moment at on utc value".split(" "));

/** A date by its path in a body: the part of a stretch that it is, by what name, and what the stretch stands in. */
export interface SpanPlace {
  readonly part: SpanPart;
  /** Of the last part of the path, or of the last two: a stretch has two members, each with a `dateTime`. */
  readonly name: string;
  readonly around: readonly string[];
}

/** By the name of the field, or by that of the object around it where the field's own says no more than that it is a date. */
export function spanPlace(path: readonly string[]): SpanPlace | undefined {
  const [name = "", outer = ""] = [path.at(-1), path.at(-2)];
  const own = spanPart(name);
  if (own !== undefined) return { part: own, name, around: path.slice(0, -1) };
  const part = spanPart(outer);
  const isMoment = nameWords(name).every((word) => MOMENT.has(word));
  return part === undefined || !isMoment
    ? undefined
    : { part, name: `${outer} ${name}`, around: path.slice(0, -2) };
}

/**
 * Ten years, so that two stretches hardly ever meet; fixed, since a value must not depend on when it is drawn; and after
 * all that other dates lie in, so that what was booked with those leaves room.
 */
const FIRST_DAY = Date.UTC(2041, 0, 1);
const DAYS = 3_650;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The begin or the end of a short stretch of time: a day, or an hour where the sample tells the time. Who asks for both
 * with the same randomness gets both of one stretch.
 */
export function dateInSpan(part: SpanPart, sample: string, random: Random): string {
  return dateAfter(part === "begin" ? 0 : 1, sample, random);
}

/**
 * So many days, or hours, after the begin of that stretch. From five hours before it to seven hours after it, all is on one
 * day: what counts by the day sees no difference.
 */
export function dateAfter(units: number, sample: string, random: Random): string {
  const begin = FIRST_DAY + random.below(DAYS) * DAY + (8 + random.below(8)) * HOUR;
  return written(begin, units, sample);
}

/** After all stretches that are drawn: `units` days, or hours, after noon of the first day of a month that is numbered. */
export function dateAt(month: number, units: number, sample: string): string {
  return written(Date.UTC(2053, month, 1, 12), units, sample);
}

const FIRST_LATE = Date.UTC(2071, 0, 1, 12);

/** A day, or an hour, after the latest of these; after all dates that are drawn otherwise in any case. */
export function dateLaterThan(earlier: readonly Json[], sample: string): string {
  const moments = earlier.map((one) => (typeof one === "string" ? Date.parse(one) : Number.NaN));
  const latest = Math.max(FIRST_LATE, ...moments.filter((moment) => moment > FIRST_LATE));
  return written(latest, 1, sample);
}

function written(begin: number, units: number, sample: string): string {
  const isDay = sample.length === "2030-01-01".length;
  const moment = new Date(begin + Math.round(units * (isDay ? DAY : HOUR))).toISOString();
  return isDay ? moment.slice(0, 10) : moment.replace(".000", "");
}

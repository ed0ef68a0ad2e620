import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { replaceInBody } from "#calls/replace-in-body";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { compileValidator } from "#values/compile-validator";
import { dateInSpan, spanPart } from "#values/span";
import { inputsOf, type ListInput } from "./list-inputs.js";
import { demandsOthers, isWholeNumber, largestPage } from "./list-operations-of.js";
import type { Ground } from "./oracle.js";
import { aboutIn, mentions, type RangeName, rangeNamed, saysIncluded } from "./range-words.js";
import { type SentMember, sentMembers } from "./sent-members.js";
import { type Kind, Situation } from "./situation.js";

export const MAKE = "make it";

/** Begin the ids of lists; the name of the parameter follows. */
export const LIST = {
  inside: "list well within ",
  beyond: "list just beyond ",
  at: "list just at ",
} as const;

/** So many parameters of one list are tried. */
const MOST = 4;

export interface Range {
  readonly parameter: string;
  /** What the thing is given, by its places. */
  readonly given: ReadonlyMap<JsonPointer, Json>;
  /** The bounds that are asked for: the thing's own value, and those before and after it. */
  readonly at: Json;
  readonly inside: Json;
  readonly beyond: Json;
}

export function rangesOf(ground: Ground, kind: Kind, list: Operation): readonly Range[] {
  const { api } = ground.known;
  const members = sentMembers(api, kind.create);
  const found = list.parameters.flatMap((parameter): Range[] => {
    const input = inputsOf(list, api).find(({ name }) => name === parameter.name);
    const named = rangeNamed(parameter.name);
    if (parameter.in !== "query" || input === undefined || named === undefined) return [];
    const member = memberOf(members, named, input);
    // What nobody says a word about may go either way.
    if (member === undefined || !(named.includes || saysIncluded(input.says ?? "") || named.about !== ""))
      return [];
    const range = isWholeNumber(parameter, api)
      ? numbersAround(ground, member, named, input)
      : daysAround(ground, members, member, named, input);
    return range === undefined ? [] : [{ parameter: parameter.name, ...range }];
  });
  return demandsOthers(list, []) ? [] : found.slice(0, MOST);
}

/** What a bound is about: a field of its name, one that its description names, or the only date that there is. */
function memberOf(
  members: readonly SentMember[],
  { about }: RangeName,
  { says = "" }: ListInput,
): SentMember | undefined {
  if (about !== "") return members.find(({ name }) => aboutIn(name) === about);
  // A stay has two days: by which of them it is asked for only a description can say.
  const dates = members.filter(({ template }) => looksLikeDate(sampleIn(template)));
  const named = dates.filter(({ name }) => mentions(says, name));
  const [only, ...others] = named.length > 0 ? named : dates;
  return others.length === 0 ? only : undefined;
}

type Bounds = Omit<Range, "parameter">;

function numbersAround(
  { known: { api }, rules }: Ground,
  member: SentMember,
  { end }: RangeName,
  { schema }: ListInput,
): Bounds | undefined {
  const sample = sampleIn(member.template);
  if (typeof sample !== "number" || Math.abs(sample) >= Number.MAX_SAFE_INTEGER) return undefined;
  const { pointer } = member;
  // The same number twice would be refused.
  if (rules.some((rule) => rule.kind === "unique" && rule.fields.includes(pointer))) return undefined;
  const [minimum, maximum] = ["minimum", "maximum"].map((word) => keywordOf(schema, word, api.schemas));
  const fits = (number: number) =>
    !(typeof minimum === "number" && number < minimum) && !(typeof maximum === "number" && number > maximum);
  const own = around(sample).find(
    (number) => fits(number - 1) && fits(number + 1) && (number === sample || mayBe(number, member, api)),
  );
  if (own === undefined) return undefined;
  const step = end === "least" ? 1 : -1;
  return { given: new Map([[pointer, own]]), at: own, inside: near(own, -step), beyond: near(own, step) };
}

/** The number itself and, since it may sit on the end of what can be asked for, some near it. */
function around(number: number): readonly number[] {
  return [number, ...[1, 2, 5, 10].flatMap((step) => [near(number, step), near(number, -step)])];
}

/** 61.46 + 1 is 62.46, and no more than that. */
function near(number: number, step: number): number {
  return Number((number + step).toPrecision(15));
}

function mayBe(number: number, { schema }: SentMember, api: Api): boolean {
  const validator = compileValidator(schema ?? true, { schemas: api.schemas, direction: "request" });
  return validator.ok && validator.value(number).length === 0;
}

const DAY = 24 * 3_600_000;
const [NOON, LATER] = ["T12:00:00Z", "T13:00:00Z"];

/** A day, or noon of it, which is the same day nearly everywhere. */
function daysAround(
  { known: { api, random } }: Ground,
  members: readonly SentMember[],
  member: SentMember,
  { end }: RangeName,
  { schema, says = "" }: ListInput,
): Bounds | undefined {
  const sample = sampleIn(member.template);
  const format = keywordOf(schema, "format", api.schemas);
  if (typeof sample !== "string" || !looksLikeDate(sample)) return undefined;
  const [isDay, asksDay] = [sample.length === 10, format === "date"];
  if (!asksDay && (format !== "date-time" || isDay)) return undefined;
  // A day may also stand for its first moment, unless it is called a day.
  if (asksDay && !isDay && !/\b(day|date)\b/i.test(says)) return undefined;
  const isSpan = isDrawnInSpan(member);
  const close = members.find((other) => spanPart(other.name) === "end" && isDrawnInSpan(other));
  if (isSpan && (spanPart(member.name) !== "begin" || close === undefined)) return undefined;
  const seed = random.derive(`day of ${member.name}`);
  const day = (isSpan ? dateInSpan("begin", sample, seed) : sample).slice(0, 10);
  const moved = (days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
  const bound = (days: number) => moved(days) + (asksDay ? "" : NOON);
  const given = new Map<JsonPointer, Json>([[member.pointer, isDay ? day : day + NOON]]);
  if (isSpan && close !== undefined) given.set(close.pointer, isDay ? moved(1) : day + LATER);
  const step = end === "least" ? 1 : -1;
  return { given, at: bound(0), inside: bound(-step), beyond: bound(step) };
}

function isDrawnInSpan({ template }: SentMember): boolean {
  return template.kind === "fresh" && template.form === "span";
}

function sampleIn(template: Template): Json | undefined {
  return template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : undefined;
}

export function planRanges(
  oracle: string,
  ground: Ground,
  kind: Kind,
  list: Operation,
  ranges: readonly Range[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(MAKE, (call) => {
    let made = call;
    for (const { given } of ranges)
      for (const [pointer, own] of given) made = { ...made, ...replaceInBody(made, pointer, value(own)) };
    return made;
  });
  for (const { parameter, ...bounds } of ranges) {
    for (const place of ["inside", "beyond", "at"] as const) {
      const plain = situation.plain(LIST[place] + parameter, list.key, things);
      const page = largestPage(list, ground.known.api);
      situation.add({ ...plain, query: { ...plain.query, ...page, [parameter]: value(bounds[place]) } });
    }
  }
  const names = ranges.map(({ parameter }) => parameter).join(", ");
  return situation.build(oracle, `list by ${names} with ${list.key}`, list.key);
}

import fc from "fast-check";
import type { Json } from "#base/json";

/**
 * The tags of JSON templates, written as text where a value stands: `"nonempty_string()"`, `"int(1, 10)"`.
 * The texts are visible ASCII, the first character no space, as in the paper's generator: services trim, and
 * take a blank text for a missing one.
 */
export interface Tag {
  readonly name: string;
  /** How many numbers it takes: none, or as many as are listed. */
  readonly arity: readonly number[];
  readonly arbitrary: (numbers: readonly number[]) => fc.Arbitrary<Json>;
}

const visible = fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code));
const printable = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));
const USUAL_LENGTH = 20;
const LONGEST = 10_000;

function text(min: number, max: number): fc.Arbitrary<string> {
  const tail = (least: number): fc.Arbitrary<string> =>
    fc.string({ unit: printable, minLength: least, maxLength: Math.max(least, max - 1) });
  const nonempty = fc.tuple(visible, tail(Math.max(0, min - 1))).map(([first, rest]) => first + rest);
  if (max === 0) return fc.constant("");
  return min > 0
    ? nonempty
    : fc.oneof({ weight: 1, arbitrary: fc.constant("") }, { weight: 4, arbitrary: nonempty });
}

const YEARS = {
  min: new Date("2000-01-01T00:00:00Z"),
  max: new Date("2030-12-31T23:59:59Z"),
  noInvalidDate: true,
};
const moment = fc.date(YEARS).map((date) => date.toISOString());
const HALF = 2 ** 31 - 1;

export const TAGS: readonly Tag[] = [
  {
    name: "string",
    arity: [0, 2],
    arbitrary: ([min = 0, max = USUAL_LENGTH]) => text(min, Math.min(max, LONGEST)),
  },
  { name: "nonempty_string", arity: [0], arbitrary: () => text(1, USUAL_LENGTH) },
  { name: "bool", arity: [0], arbitrary: () => fc.boolean() },
  { name: "int", arity: [0, 2], arbitrary: ([min = -1000, max = 1000]) => fc.integer({ min, max }) },
  { name: "pos_int", arity: [0], arbitrary: () => fc.integer({ min: 1, max: HALF }) },
  { name: "neg_int", arity: [0], arbitrary: () => fc.integer({ min: -HALF, max: -1 }) },
  { name: "nat", arity: [0], arbitrary: () => fc.integer({ min: 0, max: HALF }) },
  {
    name: "number",
    arity: [0, 2],
    arbitrary: ([min = -1000, max = 1000]) =>
      fc.double({ min, max, noNaN: true }).map((number) => number + 0),
  },
  { name: "null", arity: [0], arbitrary: () => fc.constant(null) },
  { name: "date", arity: [0], arbitrary: () => moment.map((iso) => iso.slice(0, 10)) },
  { name: "time", arity: [0], arbitrary: () => moment.map((iso) => `${iso.slice(11, 19)}Z`) },
  { name: "date_time", arity: [0], arbitrary: () => moment },
  { name: "uuid", arity: [0], arbitrary: () => fc.uuid() },
  {
    name: "email",
    arity: [0],
    arbitrary: () => fc.stringMatching(/^[a-z]{3,8}[0-9]{1,4}$/).map((local) => `${local}@example.com`),
  },
  {
    name: "url",
    arity: [0],
    arbitrary: () => fc.stringMatching(/^[a-z]{3,8}$/).map((path) => `https://example.com/${path}`),
  },
];

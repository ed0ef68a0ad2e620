import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Random } from "#base/random";
import type { FlatSchema, JsonType } from "./flat-schema.js";
import { NUMBER_FORMATS, TEXT_FORMATS } from "./format-checks.js";
import { textFits } from "./scalar-fits.js";
import { looksLikeClock } from "./time-of-day.js";
import type { Variation } from "./variation.js";

/** What could stand in a place, seen from what stands there; the whole is validated by whoever asks. */
export type Candidate = Omit<Variation, "pointer">;

/** The constraints on one part itself, whatever it holds: its type, its choices, its bounds. */
export function scalarCandidates(flat: FlatSchema, base: Json, random: Random): readonly Candidate[] {
  return [
    ...ofChoices(flat, base),
    ...(flat.enumeration === undefined && typeof base === "number" ? ofNumber(flat) : []),
    ...(flat.enumeration === undefined && typeof base === "string" ? ofText(flat, base, random) : []),
    ...(typeof base === "boolean"
      ? [{ value: !base, keyword: "type", kind: "promised", label: `${!base}` } as const]
      : []),
    ...ofType(flat, base),
  ];
}

/** More choices than this are a table of codes. */
const MOST_CHOICES = 8;

function ofChoices({ enumeration }: FlatSchema, base: Json): readonly Candidate[] {
  if (enumeration === undefined) return [];
  const others = enumeration.filter((choice) => !jsonEqual(choice, base)).slice(0, MOST_CHOICES);
  const unknown =
    typeof base === "string" ? "no-such-choice" : typeof base === "number" ? beyond(enumeration) : undefined;
  return [
    ...others.map((value): Candidate => ({ value, keyword: "enum", kind: "promised", label: shown(value) })),
    ...(unknown === undefined
      ? []
      : [{ value: unknown, keyword: "enum", kind: "forbidden", label: "none of the choices" } as const]),
  ];
}

function beyond(enumeration: readonly Json[]): number {
  const numbers = enumeration.filter((choice) => typeof choice === "number");
  return Math.max(0, ...numbers) + 1;
}

/** Cents at least: finer steps are rounded away by half of all services. */
const FINE = 0.01;

function ofNumber(flat: FlatSchema): readonly Candidate[] {
  const isWhole =
    flat.types?.includes("number") !== true || flat.formats.some((format) => /^u?int/.test(format));
  const step = flat.multipleOf[0] ?? (isWhole ? 1 : FINE);
  const bounds = [
    { keyword: "minimum", bound: flat.minimum, inward: step, word: "the minimum" },
    { keyword: "maximum", bound: flat.maximum, inward: -step, word: "the maximum" },
  ].filter(({ bound }) => Number.isFinite(bound) && Math.abs(bound) < 2 ** 53);
  const strict = [
    { keyword: "exclusiveMinimum", bound: flat.exclusiveMinimum, inward: step, word: "just above" },
    { keyword: "exclusiveMaximum", bound: flat.exclusiveMaximum, inward: -step, word: "just below" },
  ].filter(({ bound }) => Number.isFinite(bound) && Math.abs(bound) < 2 ** 53);
  return [
    ...bounds.flatMap(({ keyword, bound, inward, word }): readonly Candidate[] => [
      { value: bound, keyword, kind: "promised", label: `${word} of ${bound}`, inside: plus(bound, inward) },
      { value: plus(bound, -inward), keyword, kind: "forbidden", label: `one past ${word} of ${bound}` },
    ]),
    ...strict.flatMap(({ keyword, bound, inward, word }): readonly Candidate[] => [
      {
        value: plus(bound, inward),
        keyword,
        kind: "promised",
        label: `${word} ${bound}`,
        inside: plus(bound, 2 * inward),
      },
      { value: bound, keyword, kind: "forbidden", label: `${bound} itself, which is excluded` },
    ]),
    ...flat.multipleOf.slice(0, 1).map(
      (divisor): Candidate => ({
        value: plus(Math.max(flat.minimum, 0), divisor / 2),
        keyword: "multipleOf",
        kind: "forbidden",
        label: `no multiple of ${divisor}`,
      }),
    ),
    ...flat.formats
      .filter((format) => format === "int32" && NUMBER_FORMATS.has(format))
      .map(
        (): Candidate => ({
          value: 2 ** 31,
          keyword: "format",
          kind: "forbidden",
          label: "more than int32 holds",
        }),
      ),
    { value: Number.MAX_SAFE_INTEGER, keyword: "type", kind: "open", label: "a huge number" },
  ];
}

/** Without the dust of binary fractions: 0.1 + 0.2 is meant to be 0.3. */
function plus(a: number, b: number): number {
  return Number((a + b).toFixed(8));
}

/** A text of a length that a body limit may well refuse is not tried. */
const LONGEST = 10_000;

function ofText(flat: FlatSchema, base: string, random: Random): readonly Candidate[] {
  const { minLength, maxLength } = flat;
  const isClock = looksLikeClock(base);
  const isFree = flat.patterns.length === 0 && flat.formats.length === 0 && !isClock;
  const text = (length: number) => textOfLength(length, base, flat, random);
  const sized = (length: number, rest: Omit<Candidate, "value">, inside?: number): readonly Candidate[] => {
    if (length < 0 || length > LONGEST) return [];
    const value = text(length);
    // Of a time of day, and of other texts of which all is laid down, nobody is promised every length.
    if (rest.kind === "promised" && (isClock ? !looksLikeClock(value) : !textFits(flat, value))) return [];
    return [{ value, ...rest, ...(inside === undefined ? {} : { inside: text(inside) }) }];
  };
  const plural = (length: number) => (length === 1 ? "1 character" : `${length} characters`);
  return [
    ...(minLength > 0
      ? [
          ...sized(
            minLength,
            { keyword: "minLength", kind: "promised", label: `as short as may be, ${plural(minLength)}` },
            minLength + 1,
          ),
          ...sized(minLength - 1, { keyword: "minLength", kind: "forbidden", label: shortOf(minLength) }),
        ]
      : []),
    ...(Number.isFinite(maxLength) && maxLength > 0
      ? [
          ...sized(
            maxLength,
            { keyword: "maxLength", kind: "promised", label: `as long as may be, ${plural(maxLength)}` },
            maxLength - 1,
          ),
          ...sized(maxLength + 1, {
            keyword: "maxLength",
            kind: "forbidden",
            label: `one past the ${plural(maxLength)} that may be`,
          }),
        ]
      : []),
    ...(isFree ? inOtherScripts(flat) : []),
    ...(Number.isFinite(maxLength)
      ? []
      : sized(LONGEST, { keyword: "maxLength", kind: "open", label: `${LONGEST} characters` })),
    ...flat.patterns.slice(0, 1).flatMap(() =>
      MISFITS.map(
        (value): Candidate => ({
          value: value(base),
          keyword: "pattern",
          kind: "forbidden",
          label: "what its pattern excludes",
        }),
      ),
    ),
    ...flat.formats
      .filter((format) => TEXT_FORMATS.has(format))
      .slice(0, 1)
      .map(
        (format): Candidate => ({
          value: "no such thing",
          keyword: "format",
          kind: "forbidden",
          label: `what is no ${format}`,
        }),
      ),
  ];
}

function shortOf(minLength: number): string {
  return minLength === 1 ? "an empty text" : `one character short of ${minLength}`;
}

/** Of these the first that breaks a pattern, and nothing else, is taken. */
const MISFITS: readonly ((text: string) => string)[] = [
  (text) => `${text.slice(0, -1)}§`,
  (text) => `${text.slice(1)} `,
  () => "?",
  () => "",
];

/** Two scripts and a character beyond the first plane: what old encodings lose. */
const SCRIPTS = "Zoë 東京 🎲";

function inOtherScripts(flat: FlatSchema): readonly Candidate[] {
  const value = textFits(flat, SCRIPTS) ? SCRIPTS : undefined;
  return value === undefined
    ? []
    : [{ value, keyword: "type", kind: "promised", label: "text in other scripts" }];
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Made of what is there, since that satisfies pattern and format more often than anything else. */
function textOfLength(length: number, base: string, flat: FlatSchema, random: Random): string {
  const drawn = Array.from({ length: Math.min(length, 200) }, () => LETTERS[random.below(26)] ?? "a").join(
    "",
  );
  const made = drawn.repeat(Math.ceil(length / Math.max(drawn.length, 1))).slice(0, length);
  const candidates = [
    made,
    made.toUpperCase(),
    [...base]
      .slice(0, length)
      .join("")
      .padEnd(length, base.at(-1) ?? "a"),
    base.slice(0, 1).padEnd(length, base.slice(0, 1) || "a"),
    "1".repeat(length),
  ];
  const own = { ...flat, minLength: 0, maxLength: Number.POSITIVE_INFINITY };
  return candidates.find((text) => textFits(own, text)) ?? made;
}

/** A value that is clearly of another type, and one that many services would convert. */
const WRONG: Readonly<Partial<Record<JsonType, readonly (readonly [Json, string, true?])[]>>> = {
  string: [
    [{ not: "a text" }, "an object"],
    [12, "a number", true],
  ],
  integer: [
    ["no number", "a text"],
    [1.5, "a fraction"],
  ],
  number: [["no number", "a text"]],
  boolean: [["perhaps", "a text"]],
  array: [["no list", "a text"]],
  object: [["no object", "a text"]],
};

function ofType(flat: FlatSchema, base: Json): readonly Candidate[] {
  const { types } = flat;
  if (types === undefined) return [];
  const isNullable = types.includes("null");
  const empty: readonly Candidate[] =
    base === null
      ? []
      : [
          {
            value: null,
            keyword: "type",
            kind: isNullable ? "promised" : "forbidden",
            label: isNullable ? "null, which may be" : "null, which may not be",
          },
        ];
  const type = types.find((name) => name !== "null");
  const wrong = type === undefined ? [] : (WRONG[type] ?? []);
  const asText: readonly Candidate[] =
    typeof base === "number"
      ? [
          {
            value: String(base),
            keyword: "type",
            kind: "forbidden",
            label: "a number as text",
            lenient: true,
          },
        ]
      : [];
  return [
    ...empty,
    ...asText,
    ...wrong.map(
      ([value, label, lenient]): Candidate => ({
        value,
        keyword: "type",
        kind: "forbidden",
        label,
        ...(lenient === true ? { lenient } : {}),
      }),
    ),
  ];
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 30 ? text : `${text.slice(0, 30)}…`;
}

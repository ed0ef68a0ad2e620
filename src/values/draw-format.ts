import fc from "fast-check";
import { lazy } from "#base/lazy";
import type { Dice } from "./dice.js";
import type { Flavour } from "./drawing.js";
import {
  plausibleDate,
  plausibleEmail,
  plausibleTime,
  plausibleUrl,
  plausibleUuid,
} from "./field-knowledge.js";
import { plausibleClock } from "./time-of-day.js";

/** Texts by `format`: the plausible ones short and harmless (example.com, TEST-NET), the wide ones fast-check's. */
export function drawFormat(format: string, flavour: Flavour, dice: Dice, name?: string): string | undefined {
  const makers = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!makers) return undefined;
  return flavour === "wide" && makers.wide
    ? makers.wide().generate(dice.source, 4).value
    : makers.plausible(dice, name);
}

interface FormatMakers {
  readonly plausible: (dice: Dice, name?: string) => string;
  /** Made when first asked for: making fast-check's URLs takes longer than all else that a command does at its start. */
  readonly wide?: () => fc.Arbitrary<string>;
}

const WORDS = ["alpha", "bravo", "charlie", "delta", "echo"];
const word = (dice: Dice): string => dice.pick(WORDS);
const dateTime = (dice: Dice, name?: string): string => `${plausibleDate(dice, name)}T${plausibleTime(dice)}`;
/** RFC 3339 has four-digit years. */
const anyDate = lazy(() =>
  fc
    .date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
);
const base64 = lazy(() =>
  fc.uint8Array({ maxLength: 48 }).map((bytes) => Buffer.from(bytes).toString("base64")),
);
const hostname = lazy(() =>
  fc
    .array(fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/), { minLength: 1, maxLength: 3 })
    .map((labels) => [...labels, "example"].join(".")),
);
const webPath = lazy(() => fc.webPath());
const emailAddress = lazy(() => fc.emailAddress());
const url: FormatMakers = { plausible: plausibleUrl, wide: lazy(() => fc.webUrl()) };
const moment: FormatMakers = { plausible: dateTime, wide: anyDate };
const duration: FormatMakers = {
  plausible: (dice) => dice.pick(["PT15M", "PT1H", "P1D", "P1W"]),
  wide: lazy(() =>
    fc
      .tuple(fc.nat(99), fc.nat(11), fc.nat(30), fc.nat(23), fc.nat(59), fc.nat(59))
      .map(
        ([years, months, days, hours, minutes, seconds]) =>
          `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`,
      ),
  ),
};

const FORMATS: Readonly<Record<string, FormatMakers>> = {
  date: { plausible: plausibleDate, wide: lazy(() => anyDate().map((text) => text.slice(0, 10))) },
  "date-time": moment,
  // Not registered formats, but 260 fields of 441 documents use these spellings.
  datetime: moment,
  dateTime: moment,
  time: { plausible: plausibleTime, wide: lazy(() => anyDate().map((text) => text.slice(11))) },
  "HH:mm": { plausible: plausibleClock },
  "HH:mm:ss": { plausible: (dice, name) => plausibleTime(dice, name).slice(0, -1) },
  duration,
  Duration: duration,
  email: { plausible: plausibleEmail, wide: emailAddress },
  "idn-email": { plausible: plausibleEmail, wide: emailAddress },
  uri: url,
  url,
  URL: url,
  iri: url,
  "uri-reference": { plausible: (dice) => `/${word(dice)}`, wide: webPath },
  "iri-reference": { plausible: (dice) => `/${word(dice)}`, wide: webPath },
  "uri-template": { plausible: (dice) => `/${word(dice)}/{id}` },
  uuid: { plausible: plausibleUuid, wide: lazy(() => fc.uuid()) },
  ipv4: { plausible: (dice) => `192.0.2.${dice.between(1, 254)}`, wide: lazy(() => fc.ipV4()) },
  ipv6: {
    plausible: (dice) => `2001:db8::${dice.between(1, 9999).toString(16)}`,
    wide: lazy(() => fc.ipV6()),
  },
  hostname: { plausible: (dice) => `${word(dice)}.example.com`, wide: hostname },
  "idn-hostname": { plausible: (dice) => `${word(dice)}.example.com`, wide: hostname },
  byte: { plausible: (dice) => Buffer.from(word(dice)).toString("base64"), wide: base64 },
  binary: { plausible: word, wide: base64 },
  password: { plausible: (dice) => `Pw-${word(dice)}-${dice.between(100, 999)}!` },
  regex: {
    plausible: (dice) => `^${word(dice)}$`,
    wide: lazy(() => fc.constantFrom("^$", "a*", "[a-z]+", "(x|y)?", "\\d{1,3}")),
  },
  "json-pointer": {
    plausible: (dice) => `/${word(dice)}`,
    wide: lazy(() =>
      fc
        .array(
          fc.stringMatching(/^[A-Za-z0-9_~.-]{1,12}$/).map((text) => text.replaceAll("~", "~0")),
          { maxLength: 4 },
        )
        .map((tokens) => tokens.map((token) => `/${token}`).join("")),
    ),
  },
  "relative-json-pointer": { plausible: (dice) => `${dice.between(0, 3)}/${word(dice)}` },
  // Numbers as text: what a service with `type: string, format: int64` wants to see.
  int32: { plausible: (dice) => String(dice.between(1, 1000)) },
  int64: { plausible: (dice) => String(dice.between(1, 1000)) },
  uint32: { plausible: (dice) => String(dice.between(1, 1000)) },
  uint64: { plausible: (dice) => String(dice.between(1, 1000)) },
  decimal: { plausible: (dice) => `${dice.between(1, 99)}.5` },
  double: { plausible: (dice) => `${dice.between(1, 99)}.5` },
  float: { plausible: (dice) => `${dice.between(1, 99)}.5` },
};

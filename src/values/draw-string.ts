import fc from "fast-check";
import { parsePointer } from "#base/json-pointer";
import { drawFormat } from "./draw-format.js";
import { drawFromPattern } from "./draw-from-pattern.js";
import { type Drawing, fail, LONGEST_TEXT, type Place } from "./drawing.js";
import { knownText, readableText } from "./field-knowledge.js";
import type { FlatSchema } from "./flat-schema.js";
import { textFits } from "./scalar-fits.js";
import { spanPlace } from "./span.js";

/**
 * A string, from the best source that satisfies the schema: what is known of the field's name, the format, the
 * pattern, then any text. A pattern with lookahead needs many tries (one in a few hundred eight-letter texts
 * satisfies the usual password rules), which cost microseconds each.
 */
export function drawString(flat: FlatSchema, place: Place, drawing: Drawing): string | undefined {
  if (flat.minLength > flat.maxLength) {
    return fail(drawing, "unsatisfiable", place, "minLength is above maxLength");
  }
  if (flat.minLength > LONGEST_TEXT) {
    return fail(drawing, "too large", place, `the text would have to be ${flat.minLength} characters long`);
  }
  for (const source of sources(flat, place, drawing)) {
    for (let attempt = 0; attempt < source.attempts; attempt++) {
      const text = source.draw();
      if (text === undefined) break;
      if (textFits(flat, text)) return text;
      drawing.steps--;
    }
  }
  const constraint = flat.patterns[0] ?? flat.formats[0] ?? "its length";
  return fail(drawing, "unsatisfiable", place, `no text was found for ${constraint}`);
}

interface TextSource {
  readonly attempts: number;
  readonly draw: () => string | undefined;
}

function sources(flat: FlatSchema, place: Place, drawing: Drawing): TextSource[] {
  const { dice, flavour } = drawing;
  const lengths = { min: flat.minLength, max: flat.maxLength };
  const { name = place.name } = spanPlace(parsePointer(place.pointer)) ?? {};
  const formats = flat.formats.map((format) => ({
    attempts: 20,
    draw: () => drawFormat(format, flavour, dice, name),
  }));
  const patterns = flat.patterns.map((pattern) => ({
    attempts: 300,
    draw: () => drawFromPattern(pattern, lengths, flavour, dice),
  }));
  const named = { attempts: 4, draw: () => knownText(name, dice) };
  const readable = { attempts: 4, draw: () => readableText(flat.minLength, flat.maxLength, dice) };
  if (flavour === "wide")
    return [...formats, ...patterns, { attempts: 20, draw: () => wideText(flat, drawing) }, readable];
  // A registered format or a pattern is more certain than a name; `password` and the like say less than the name.
  return [
    ...formats,
    ...(flat.patterns.length > 0 ? [{ ...named, attempts: 2 }, ...patterns] : [named]),
    readable,
  ];
}

const WIDER_BY = 40;

/** Any code points, with the shortest and the longest allowed length among the usual. */
function wideText(flat: FlatSchema, { dice }: Drawing): string {
  const usual = Math.min(flat.maxLength, flat.minLength + WIDER_BY);
  const longest = flat.maxLength <= 5_000 ? flat.maxLength : usual;
  const length = dice.pick([
    dice.between(flat.minLength, usual),
    flat.minLength,
    longest,
    dice.between(flat.minLength, usual),
  ]);
  const unit = dice.pick(["grapheme-ascii", "binary", "binary-ascii"] as const);
  return fc.string({ unit, minLength: length, maxLength: length }).generate(dice.source, undefined).value;
}

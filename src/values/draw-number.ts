import fc from "fast-check";
import type { Drawing, Place } from "./drawing.js";
import { fail } from "./drawing.js";
import { knownNumbers } from "./field-knowledge.js";
import type { FlatSchema } from "./flat-schema.js";
import { numberFits } from "./scalar-fits.js";

/** Whole numbers stay within ±(2^53 − 1): beyond, JSON readers disagree about which number was sent. */
const SAFE = Number.MAX_SAFE_INTEGER;

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, SAFE],
  "unix-time": [0, 4_000_000_000],
  unixtime: [0, 4_000_000_000],
  timestamp: [0, 4_000_000_000],
};

export function drawNumber(
  flat: FlatSchema,
  whole: boolean,
  place: Place,
  drawing: Drawing,
): number | undefined {
  const bounds = numberBounds(flat);
  if (bounds.min > bounds.max)
    return fail(drawing, "unsatisfiable", place, "the lower bound is above the upper one");
  const onlyWhole = whole || flat.formats.some((format) => format === "int32" || format === "int64");
  for (let attempt = 0; attempt < 50; attempt++) {
    const candidate = candidateNumber(flat, bounds, onlyWhole, attempt, place, drawing);
    if (
      candidate !== undefined &&
      (!onlyWhole || Number.isInteger(candidate)) &&
      numberFits(flat, candidate)
    ) {
      return candidate + 0;
    }
  }
  return fail(drawing, "unsatisfiable", place, "no number is within its bounds");
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function numberBounds(flat: FlatSchema): Bounds {
  const ranges = flat.formats.flatMap((format) => (Object.hasOwn(RANGES, format) ? [RANGES[format]] : []));
  // A format's range is left aside where the schema's own bounds lie outside it.
  const min = Math.max(flat.minimum, flat.exclusiveMinimum);
  const max = Math.min(flat.maximum, flat.exclusiveMaximum);
  return ranges.reduce<Bounds>(
    (bounds, range) => {
      if (!range || range[0] > bounds.max || range[1] < bounds.min) return bounds;
      return { min: Math.max(bounds.min, range[0]), max: Math.min(bounds.max, range[1]) };
    },
    { min, max },
  );
}

function candidateNumber(
  flat: FlatSchema,
  bounds: Bounds,
  whole: boolean,
  attempt: number,
  place: Place,
  drawing: Drawing,
): number | undefined {
  const { dice, flavour } = drawing;
  if (flavour === "plausible" && attempt < 4) {
    const known = knownNumbers(place.name, flat.formats);
    if (known)
      return whole ? dice.between(Math.ceil(known[0]), Math.floor(known[1])) : decimalIn(known, drawing);
  }
  const range = flavour === "plausible" ? modestRange(bounds) : bounds;
  const divisor = flat.multipleOf[0];
  if (divisor !== undefined) return multipleIn(range, flat.multipleOf, drawing);
  if (whole) {
    const min = Math.max(-SAFE, Math.ceil(range.min));
    const max = Math.min(SAFE, Math.floor(range.max));
    if (min > max) return undefined;
    if (flavour === "plausible") return dice.between(min, max);
    // Biased, so that the ends of the range and the neighbourhood of zero are tried often.
    return fc.integer({ min, max }).generate(dice.source, 3).value;
  }
  return flavour === "plausible" ? decimalIn([range.min, range.max], drawing) : wideDecimal(bounds, drawing);
}

/** 1 … 100 where the bounds allow it, otherwise the hundred nearest to zero. */
function modestRange({ min, max }: Bounds): Bounds {
  if (min <= 1 && max >= 1) return { min: Math.max(min, 1), max: Math.min(max, 100) };
  if (min > 1) return { min, max: Math.min(max, min + 100) };
  return { min: Math.max(min, max - 100), max };
}

/** Two decimals where the range is wide enough for them: prices and measures look like that. */
function decimalIn([min, max]: readonly [number, number], { dice }: Drawing): number {
  const first = Math.ceil(min * 100);
  const last = Math.floor(max * 100);
  if (last - first >= 10 && Number.isSafeInteger(first) && Number.isSafeInteger(last)) {
    return dice.between(first, last) / 100;
  }
  return min + (max - min) * dice.pick([0, 0.25, 0.5, 0.75, 1]);
}

function multipleIn(range: Bounds, divisors: readonly number[], { dice }: Drawing): number | undefined {
  const divisor = divisors.reduce(commonMultiple);
  const first = Math.max(-SAFE, Math.ceil(range.min / divisor));
  const last = Math.min(SAFE, Math.floor(range.max / divisor));
  // The range may be too narrow for the first attempt's modesty: then the multiple next to its lower end.
  const factor = first <= last ? dice.between(first, last) : first;
  // 3 * 0.1 is 0.30000000000000004; fifteen digits are what a double holds for sure.
  return Number((factor * divisor).toPrecision(15));
}

/** Of whole numbers the least; of others only where one divides the other, and the check decides the rest. */
function commonMultiple(a: number, b: number): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return Math.max(a, b);
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

function wideDecimal({ min, max }: Bounds, { dice }: Drawing): number {
  const arbitrary = fc.double({
    min: Math.max(min, -Number.MAX_VALUE),
    max: Math.min(max, Number.MAX_VALUE),
    noNaN: true,
    noDefaultInfinity: true,
  });
  return arbitrary.generate(dice.source, 4).value;
}

import { countValues } from "#model/check-model";
import type { FieldType, Model, SubsetType } from "#model/model";

/**
 * How a state is written in numbers. Every entry of every map is a digit: 0 where it is absent, else 1 + the
 * mixed-radix number of its fields. Digits share words of at most 30 bits, so that all arithmetic on them stays
 * in V8's small integers, and no digit straddles two words: an effect then adds (new − old) × weight to one word.
 */
export interface Layout {
  /** Slots per sort. */
  readonly sorts: readonly number[];
  readonly maps: readonly MapLayout[];
  readonly cells: readonly Cell[];
  /** How many different values each word takes. */
  readonly words: readonly number[];
  /** The product of them: how many states can be written. Exact up to 2^53. */
  readonly domain: number;
}

export interface MapLayout {
  /** Sorts of the key, by number. */
  readonly keys: readonly number[];
  /** The cell of key (k0, k1, …) is firstCell + k0 × keyStrides[0] + …. */
  readonly keyStrides: readonly number[];
  readonly firstCell: number;
  readonly cellCount: number;
  readonly fields: readonly FieldLayout[];
  /** 1 + the number of different records. */
  readonly radix: number;
}

/** A value v is stored as (v − base) × stride. */
export interface FieldLayout {
  readonly base: number;
  readonly count: number;
  readonly stride: number;
  /** The sort it refers to, by number; −1 where it is no reference. */
  readonly sort: number;
}

export interface Cell {
  readonly map: number;
  readonly key: readonly number[];
  readonly radix: number;
  readonly word: number;
  readonly weight: number;
}

/** The empty optional reference. Slots are counted from 0. */
export const NONE = -1;

/** The field of an absent entry. Anything below half of it is undefined too, so sums need no test of their own. */
export const UNDEFINED = -(2 ** 30);

export function isDefined(value: number): boolean {
  return value > UNDEFINED / 2;
}

const WORD_LIMIT = 2 ** 30;

export function layOut(model: Model): Layout {
  const sorts = model.sorts.map(({ slots }) => slots);
  const sortNumber = new Map(model.sorts.map(({ name }, index) => [name, index]));
  const maps: MapLayout[] = [];
  const cells: Cell[] = [];
  const words: number[] = [1];

  for (const map of model.maps) {
    const keys = map.keys.map((name) => sortNumber.get(name) ?? 0);
    const counts = keys.map((sort) => sorts[sort] ?? 0);
    const cellCount = counts.reduce((product, count) => product * count, 1);
    const { fields, radix } = layOutFields(map.fields.map(({ type }) => type));
    maps.push({ keys, keyStrides: stridesOf(counts), firstCell: cells.length, cellCount, fields, radix });
    for (let number = 0; number < cellCount; number++) {
      const used = words[words.length - 1] ?? 1;
      if (used * radix > WORD_LIMIT) words.push(1);
      const word = words.length - 1;
      const weight = words[word] ?? 1;
      cells.push({ map: maps.length - 1, key: digitsOf(number, counts), radix, word, weight });
      words[word] = weight * radix;
    }
  }
  return { sorts, maps, cells, words, domain: words.reduce((product, word) => product * word, 1) };

  function layOutFields(types: readonly FieldType[]): { fields: FieldLayout[]; radix: number } {
    let stride = 1;
    const fields = types.map((type) => {
      const { base, count, sort } = rangeOf(type, model);
      const field = { base, count, stride, sort };
      stride *= count;
      return field;
    });
    return { fields, radix: stride + 1 };
  }
}

/** The values of a type as numbers base, base + 1, …; a subset is a bit mask. */
export function rangeOf(
  type: FieldType | SubsetType,
  model: Model,
): { readonly base: number; readonly count: number; readonly sort: number } {
  const sortOf = (name: string): number => model.sorts.findIndex((sort) => sort.name === name);
  const count = countValues(type, (name) => model.sorts[sortOf(name)]?.slots ?? 0);
  if (type.kind === "slot")
    return { base: type.optional === true ? NONE : 0, count, sort: sortOf(type.sort) };
  if (type.kind === "subset") return { base: 0, count, sort: sortOf(type.sort) };
  return { base: type.kind === "integer" ? type.from : 0, count, sort: -1 };
}

/** Mixed radix, the last digit changing fastest. */
export function stridesOf(counts: readonly number[]): number[] {
  const strides: number[] = [];
  let stride = 1;
  for (const count of counts.toReversed()) {
    strides.unshift(stride);
    stride *= count;
  }
  return strides;
}

export function digitsOf(number: number, counts: readonly number[]): number[] {
  const strides = stridesOf(counts);
  return counts.map((count, index) => Math.floor(number / (strides[index] ?? 1)) % count);
}

/** The digits of a packed state. */
export function unpack(layout: Layout, states: Int32Array, at: number, digits: Int32Array): void {
  for (let index = 0; index < layout.cells.length; index++) {
    const cell = layout.cells[index];
    if (cell === undefined) continue;
    digits[index] = Math.trunc((states[at + cell.word] ?? 0) / cell.weight) % cell.radix;
  }
}

export function pack(layout: Layout, digits: Int32Array, states: Int32Array, at: number): void {
  states.fill(0, at, at + layout.words.length);
  for (let index = 0; index < layout.cells.length; index++) {
    const cell = layout.cells[index];
    if (cell === undefined) continue;
    states[at + cell.word] = (states[at + cell.word] ?? 0) + (digits[index] ?? 0) * cell.weight;
  }
}

/** The value of a field in a digit; UNDEFINED where the entry is absent. */
export function fieldValue(field: FieldLayout, digit: number): number {
  return digit === 0 ? UNDEFINED : field.base + (Math.trunc((digit - 1) / field.stride) % field.count);
}

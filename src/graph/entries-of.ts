import type { Model } from "#model/model";
import { fieldValue, unpack } from "./layout.js";
import type { LowModel } from "./lower-model.js";

/** A thing that the model says is there. */
export interface Entry {
  readonly map: string;
  /** Slots, counted from 0. */
  readonly key: readonly number[];
  readonly fields: Readonly<Record<string, number>>;
}

/** What is there in a state that is given as packed words. */
export function entriesOf(
  { model, low }: { readonly model: Model; readonly low: LowModel },
  words: Int32Array,
): Entry[] {
  const { layout } = low;
  const digits = new Int32Array(layout.cells.length);
  unpack(layout, words, 0, digits);
  return layout.cells.flatMap((cell, number): Entry[] => {
    const digit = digits[number] ?? 0;
    const [map, shape] = [model.maps[cell.map], layout.maps[cell.map]];
    if (digit === 0 || map === undefined || shape === undefined) return [];
    const fields = map.fields.flatMap(({ name }, place) => {
      const field = shape.fields[place];
      return field === undefined ? [] : [[name, fieldValue(field, digit)] as const];
    });
    return [{ map: map.name, key: cell.key, fields: Object.fromEntries(fields) }];
  });
}

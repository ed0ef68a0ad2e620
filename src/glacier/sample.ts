/**
 * Which elements of a large collection are looked at: the first, the last, and between them evenly spaced
 * ones. Deterministic, so that a run repeats; and the ends are where off-by-one faults live.
 */
export function sampleIndexes(length: number, limit: number): readonly number[] {
  if (length <= limit) return Array.from({ length }, (_, index) => index);
  if (limit <= 1) return length > 0 ? [length - 1] : [];
  return Array.from({ length: limit }, (_, index) => Math.round((index * (length - 1)) / (limit - 1)));
}

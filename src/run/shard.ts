import type { OperationKey } from "#openapi/api";

/** One part of a suite that several machines share, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export const WHOLE: Shard = { index: 1, count: 1 };

/**
 * Whether the sequence with this number belongs to the shard. Every machine plans the whole suite and takes every
 * n-th sequence of it: parts are disjoint, together complete, and about equally long.
 */
export function takes({ index, count }: Shard, number: number): boolean {
  return number % count === index - 1;
}

/** Why an operation that the whole suite calls is not called here. */
export function calledElsewhere(
  { count }: Shard,
  operations: Iterable<OperationKey>,
): readonly (readonly [OperationKey, string])[] {
  return count === 1 ? [] : [...operations].map((key) => [key, "another shard calls it"] as const);
}

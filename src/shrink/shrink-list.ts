export interface ListShrinking<T> {
  /**
   * What of a list can stand without the rest: items that need one that is missing go too. Undefined where what is
   * left cannot fail any more. It may look only at what comes before an item to decide about it.
   */
  readonly repair: (items: readonly T[]) => readonly T[] | undefined;
  readonly fails: (items: readonly T[]) => Promise<boolean>;
}

/**
 * The list without what it fails without: delta debugging, large pieces before small ones and late before early,
 * since late items have fewer that need them. Where `fails` answers truly the result is 1-minimal: without any
 * one item, and what cannot stand without it, it no longer fails.
 *
 * `largest` is how many are left out at once at first.
 */
export async function shrinkList<T>(
  items: readonly T[],
  shrinking: ListShrinking<T>,
  largest = Math.ceil(items.length / 2),
): Promise<readonly T[]> {
  let current = items;
  for (let size = Math.min(largest, items.length); size > 0; ) {
    const before = current.length;
    for (let end = current.length; end > 0; ) {
      const start = Math.max(0, end - size);
      const candidate = shrinking.repair(current.toSpliced(start, end - start));
      const isSmaller = candidate !== undefined && candidate.length < current.length;
      if (isSmaller && (await shrinking.fails(candidate))) current = candidate;
      // Whatever went with the piece came after it: what is before it is still where it was.
      end = start;
    }
    const isDone = size === 1 && current.length === before;
    if (isDone) break;
    size = Math.min(Math.max(1, Math.floor(size / 2)), current.length);
  }
  return current;
}

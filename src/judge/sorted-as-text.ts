import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { listItems } from "#semantics/list-items";
import { bodyOf } from "./lifecycle.js";

/** Fewer stand in the order of their digits by chance. */
const FEWEST = 4;

/**
 * The numbers of a whole page, where they stand exactly in the order of their digits and not in that of their size. It
 * does not matter whose things they are: no other order that somebody may have meant looks like this.
 */
export function sortedAsText(
  list: Exchange | undefined,
  valueIn: (item: Json) => Json | undefined,
  isUpwards: boolean,
): readonly number[] | undefined {
  const items = succeeded(list) ? (listItems(bodyOf(list)) ?? []) : [];
  const values = items.map(valueIn).filter((one) => typeof one === "number");
  if (values.length < FEWEST || values.length < items.length) return undefined;
  const rising = isUpwards ? values : values.toReversed();
  const isRising = (order: (before: number, after: number) => boolean) =>
    rising.every((after, index) => index === 0 || order(rising[index - 1] ?? after, after));
  const isBySize = isRising((before, after) => before <= after);
  return !isBySize && isRising((before, after) => String(before) <= String(after)) ? values : undefined;
}

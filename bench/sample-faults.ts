import type { Service } from "#services/service";
import type { DetectionForm } from "./detection/form.js";
import type { BenchWish } from "./wish.js";

/** The same faults every time, spread over the list: neighbours in it are often alike. */
export function sampleFaults(
  { faults }: Service,
  wanted: DetectionForm["faults"],
  { full, named }: Pick<BenchWish, "full" | "named">,
): readonly string[] {
  const names = Object.keys(faults);
  if (named.length > 0) return names.filter((name) => named.includes(name));
  if (wanted === "none") return [];
  if (wanted === "all") return names;
  const most = full ? 2 : 1;
  const picked = Array.from({ length: most }, (_, index) => Math.floor((index * names.length) / most));
  return names.filter((_, index) => picked.includes(index));
}

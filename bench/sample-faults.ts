import type { Service } from "#services/service";
import type { BenchWish } from "./wish.js";

/** Faults per service in the short form. */
const SAMPLE = 2;

/** The same faults every time, spread over the list: neighbours in it are often alike. */
export function sampleFaults({ faults }: Service, wanted: BenchWish["faults"]): readonly string[] {
  const names = Object.keys(faults);
  if (wanted === "none") return [];
  if (wanted === "all") return names;
  const picked = Array.from({ length: SAMPLE }, (_, index) => Math.floor((index * names.length) / SAMPLE));
  return names.filter((_, index) => picked.includes(index));
}

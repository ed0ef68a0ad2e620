import type { Service } from "#services/service";
import type { DetectionForm } from "./detection/form.js";

/** The same faults every time, spread over the list: neighbours in it are often alike. */
export function sampleFaults(
  { faults }: Service,
  wanted: DetectionForm["faults"],
  /** So many of each service, where not all are wanted. */
  most: number,
): readonly string[] {
  const names = Object.keys(faults);
  if (wanted === "none") return [];
  if (wanted === "all") return names;
  const picked = Array.from({ length: most }, (_, index) => Math.floor((index * names.length) / most));
  return names.filter((_, index) => picked.includes(index));
}

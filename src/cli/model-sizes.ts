import { didYouMean } from "#base/did-you-mean";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Sizes } from "#model/derive-models";
import { resourceName } from "#semantics/singular";

/** `--size 3`, `--size players=4,enrollments=2`, or both: `--size 1,players=2`. */
export function parseSizes(text: string | undefined, resources: readonly string[]): Result<Sizes> {
  let standard = 2;
  const byResource = new Map<string, number>();
  for (const part of (text ?? "").split(",").filter((word) => word.trim() !== "" || text?.trim() === "")) {
    const [, name, digits = ""] = /^\s*(?:([^=]*?)\s*=)?\s*(\d{1,2})\s*$/.exec(part) ?? [];
    const slots = Number(digits);
    if (digits === "" || slots < 1 || slots > MOST_SLOTS) return failed(notASize(part));
    if (name === undefined) {
      standard = slots;
      continue;
    }
    const found = resources.find((resource) => resource === name || resource === resourceName(name));
    if (found === undefined) {
      const message = `--size names a resource "${name}" that the document does not have.`;
      return failed(problem("usage", message, didYouMean(name, resources)));
    }
    byResource.set(found, slots);
  }
  return ok({ default: standard, byResource });
}

/** What a model can hold; far above what can be explored. */
const MOST_SLOTS = 64;

function notASize(part: string) {
  const message = `--size takes whole numbers from 1 to ${MOST_SLOTS}, not "${part.trim().slice(0, 60)}".`;
  return problem("usage", message, "For example --size 3, or --size players=4,enrollments=2.");
}

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The authors' published contracts; a checkout without them skips the tests that read them. */
export const DATA = join(import.meta.dirname, "../../../shared/data/glacier");

export const HAS_DATA = existsSync(DATA);

export function contractDocuments(): readonly string[] {
  return HAS_DATA
    ? readdirSync(DATA)
        .filter((name) => name.endsWith(".json"))
        .sort()
    : [];
}

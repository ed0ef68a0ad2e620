import type { Json } from "#base/json";
import type { Schema } from "./api.js";
import type { Documents } from "./documents.js";
import type { Part } from "./part.js";
import type { ProblemLog } from "./problem-log.js";

/** Keywords of a schema while it is being built. A map, because a document may name a keyword `__proto__`. */
export type Draft = Map<string, Json>;

/** What the reading of one schema needs: references lead into documents, and subschemas are normalised too. */
export interface SchemaNormaliser {
  readonly documents: Documents;
  readonly problems: ProblemLog;
  normalise(part: Part): Schema;
}

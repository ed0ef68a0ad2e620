import { isObject } from "#base/json";
import { alignEnum } from "./align-enum.js";
import type { Schema } from "./api.js";
import { applyNullable } from "./apply-nullable.js";
import { member, members, type Part } from "./part.js";
import type { Draft, SchemaNormaliser } from "./schema-draft.js";
import { KEYWORDS, type Keyword } from "./schema-keywords.js";
import { schemaReference } from "./schema-reference.js";

/**
 * One schema of any OpenAPI version to JSON Schema 2020-12. Each keyword is read on its own, then the few that
 * act on one another are settled. Wrong parts are mended where the meaning is plain and left out where it is
 * not, both with a problem: a schema that says less is still of use, one that no validator accepts is not.
 */
export function normaliseSchema(normaliser: SchemaNormaliser, part: Part): Schema {
  if (typeof part.value === "boolean") return part.value;
  if (!isObject(part.value)) {
    const what = part.value === null ? "empty" : "not an object";
    normaliser.problems.add("schema-invalid", part, `The schema is ${what}.`, "Describe it, or write {}.");
    return true;
  }
  const ref = schemaReference(normaliser, part);
  // Up to 3.0 a reference stands alone: what is beside it has no effect. One that leads nowhere says nothing.
  if (ref !== undefined && normaliser.documents.familyOf(part.document) !== "3.1") {
    return ref === "" ? {} : { $ref: ref };
  }
  const draft: Draft = new Map();
  if (ref !== undefined && ref !== "") draft.set("$ref", ref);
  for (const [name, value] of members(part)) {
    const keyword: Keyword | undefined = KEYWORDS.get(name);
    // Serialisers of Java and Go write what is absent as null.
    if (keyword !== undefined && value.value === null) continue;
    const kept = keyword === undefined ? value.value : keyword(normaliser, value, draft);
    if (kept !== undefined) draft.set(name, kept);
  }
  settleTuples(draft);
  settleBounds(draft, "minimum", "exclusiveMinimum");
  settleBounds(draft, "maximum", "exclusiveMaximum");
  settleExamples(draft);
  liftRequired(draft, member(part, "properties"));
  alignEnum(draft, normaliser.problems, part);
  applyNullable(draft);
  return Object.fromEntries(draft);
}

/** Before 2020-12 a list under `items` was a tuple, and `additionalItems` what follows it. */
function settleTuples(draft: Draft): void {
  const rest = draft.get("additionalItems");
  if (draft.has("prefixItems") && rest !== undefined && !draft.has("items")) draft.set("items", rest);
  draft.delete("additionalItems");
}

/** In 2.0 and 3.0 `exclusiveMinimum: true` only qualifies `minimum`. */
function settleBounds(draft: Draft, bound: string, exclusive: string): void {
  const value = draft.get(exclusive);
  if (typeof value !== "boolean") return;
  const limit = draft.get(bound);
  draft.delete(exclusive);
  if (!value || limit === undefined) return;
  draft.delete(bound);
  draft.set(exclusive, limit);
}

function settleExamples(draft: Draft): void {
  const example = draft.get("example");
  if (example === undefined) return;
  const examples = draft.get("examples");
  draft.delete("example");
  draft.set("examples", [example, ...(Array.isArray(examples) ? examples : [])]);
}

/** `required: true` inside a property, as draft 3 had it: the list of the parent is meant. */
function liftRequired(draft: Draft, properties: Part): void {
  const lifted = members(properties)
    .filter(([, child]) => isObject(child.value) && child.value.required === true)
    .map(([name]) => name);
  if (lifted.length === 0) return;
  const required = draft.get("required");
  draft.set("required", [...new Set([...(Array.isArray(required) ? required : []), ...lifted])]);
}

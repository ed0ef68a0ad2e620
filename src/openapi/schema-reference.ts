import { isObject } from "#base/json";
import type { Located } from "./documents.js";
import { member, type Part } from "./part.js";
import { noteCircular, noteMended, noteUnresolved, refOf } from "./reference-problems.js";
import type { SchemaNormaliser } from "./schema-draft.js";

/** The key under which `Schemas.resolve` finds the schema at a place. */
export function schemaKey(part: Part): string {
  return `${part.document}#${part.pointer}`;
}

/**
 * The key that a schema's reference stands for: undefined where it has none, empty where it leads nowhere or
 * only back to itself. Dynamic and recursive references are read as plain ones, which is what they are until
 * somebody extends the schema.
 */
export function schemaReference(normaliser: SchemaNormaliser, part: Part): string | undefined {
  if (!isObject(part.value)) return undefined;
  const name = ["$ref", "$dynamicRef", "$recursiveRef"].find((key) =>
    Object.hasOwn(part.value as object, key),
  );
  if (name === undefined) return undefined;
  const { value } = member(part, name);
  if (typeof value !== "string") {
    normaliser.problems.add(
      "schema-invalid",
      member(part, name),
      "A $ref must be a string.",
      "Move it under properties if a property is meant.",
    );
    return undefined;
  }
  return referenceKey(normaliser, part, value) ?? "";
}

/** The key that `ref` stands for, with the problems that it has noted at `part`. */
export function referenceKey(normaliser: SchemaNormaliser, part: Part, ref: string): string | undefined {
  const { documents, problems } = normaliser;
  const target = documents.locate(part.document, ref);
  if (target === undefined) {
    if (!documents.isMissing(part.document, ref)) noteUnresolved(problems, part, ref);
    return undefined;
  }
  if (target.mended) noteMended(problems, part, ref, target);
  if (isCircular(normaliser, target)) {
    noteCircular(problems, part, ref);
    return undefined;
  }
  return schemaKey(target);
}

/** Whether following `$ref`s alone, without going into any subschema, comes back to where it was. */
function isCircular({ documents }: SchemaNormaliser, target: Located): boolean {
  const seen = new Set<unknown>([target.value]);
  let current: Part = target;
  for (let ref = refOf(current); ref !== undefined; ref = refOf(current)) {
    const next = documents.locate(current.document, ref);
    if (next === undefined) return false;
    if (seen.has(next.value)) return true;
    seen.add(next.value);
    current = next;
  }
  return false;
}

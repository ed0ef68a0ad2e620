import { isObject } from "#base/json";
import type { Schema, Schemas } from "./api.js";
import type { Documents } from "./documents.js";
import { normaliseSchema } from "./normalise-schema.js";
import type { Part } from "./part.js";
import { ProblemLog } from "./problem-log.js";
import type { SchemaNormaliser } from "./schema-draft.js";

/** `Schemas` as the readers of this folder see it: they also hand in schemas that have no key. */
export interface SchemaStore extends Schemas {
  normalise(part: Part): Schema;
}

/**
 * Schemas are normalised when somebody asks, once each. Memory is by the raw object, so that a schema reached by
 * several keys, or by a YAML alias, is still one schema.
 */
export function createSchemaStore(documents: Documents): SchemaStore {
  const problems = new ProblemLog();
  const done = new WeakMap<object, Schema>();
  const resolved = new Map<string, Schema | undefined>();
  const normaliser: SchemaNormaliser = { documents, problems, normalise };

  function normalise(part: Part): Schema {
    const raw = part.value;
    if (!isObject(raw)) return normaliseSchema(normaliser, part);
    const known = done.get(raw);
    if (known !== undefined) return known;
    const schema = normaliseSchema(normaliser, part);
    done.set(raw, schema);
    return schema;
  }

  function resolve(ref: string): Schema | undefined {
    if (!resolved.has(ref)) resolved.set(ref, resolveOnce(ref));
    return resolved.get(ref);
  }

  function resolveOnce(ref: string): Schema | undefined {
    const hash = ref.indexOf("#");
    const exact = hash < 0 ? undefined : documents.at(ref.slice(0, hash), ref.slice(hash + 1));
    const part = exact ?? documents.locate("", ref);
    if (part === undefined) return undefined;
    const schema = normalise(part);
    const next = onlyRef(schema);
    // A chain of bare references ends, because the normaliser takes circular ones out.
    return next === undefined ? schema : resolve(next);
  }

  return { normalise, resolve, problems: () => problems.list() };
}

function onlyRef(schema: Schema): string | undefined {
  if (!isObject(schema) || typeof schema.$ref !== "string") return undefined;
  return Object.keys(schema).length === 1 ? schema.$ref : undefined;
}

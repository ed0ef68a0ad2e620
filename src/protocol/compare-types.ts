import { isArray, isObject, type Json, property } from "#base/json";
import { itemShape, type Shape, shapeOfSchemas } from "#glacier/shape";
import type { Schema, Schemas } from "#openapi/api";

/** Lists in lists: this many levels tell enough, and schemas may be recursive. */
const DEPTH = 5;

/**
 * Why no value could be of both: what a protocol says of a value, and what the document does. Undefined where
 * one may be. Only what is sure is said: JSON types that exclude each other, and two named schemas of which
 * neither is part of the other.
 */
export function whyUnlike(stated: Schema, declared: readonly Schema[], schemas: Schemas): string | undefined {
  return compare(shapeOfSchemas([stated], schemas), shapeOfSchemas(declared, schemas), schemas, DEPTH);
}

function compare(stated: Shape, declared: Shape, schemas: Schemas, depth: number): string | undefined {
  const [left, right] = [stated.types, declared.types];
  if (left && right && ![...left].some((type) => right.has(type))) {
    return `the document says ${[...right].join(" or ")}`;
  }
  if (left?.has("array") && right?.has("array") && depth > 0) {
    const why = compare(itemShape(stated, schemas), itemShape(declared, schemas), schemas, depth - 1);
    return why === undefined ? undefined : `of its elements ${why}`;
  }
  const [one, other] = [nameOf(stated), nameOf(declared)];
  if (one === undefined || other === undefined || one === other) return undefined;
  const related = isPart(stated, declared) || isPart(declared, stated);
  return related ? undefined : `the document says ${other}`;
}

/** The name of the schema that a shape begins with, where it has one. */
function nameOf({ parts }: Shape): string | undefined {
  const ref = property(parts[0], "$ref");
  return typeof ref === "string" ? ref.slice(ref.lastIndexOf("/") + 1) : undefined;
}

/** Whether the schema of one is among those that the other is made of, or is written just like it. */
function isPart(part: Shape, whole: Shape): boolean {
  const own = part.parts.filter((schema) => !Object.hasOwn(schema, "$ref"));
  return (
    own.length === 0 ||
    own.some(
      (schema) => whole.parts.includes(schema) || whole.parts.some((other) => sameFields(schema, other)),
    )
  );
}

function sameFields(one: Json, other: Json): boolean {
  const [left, right] = [property(one, "properties"), property(other, "properties")];
  if (!isObject(left) || !isObject(right) || isArray(left)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name));
}

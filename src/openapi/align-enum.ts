import { isArray, type Json } from "#base/json";
import type { Part } from "./part.js";
import type { ProblemLog } from "./problem-log.js";
import type { Draft } from "./schema-draft.js";

/**
 * An `enum` whose values are of another type than `type` allows nothing at all. YAML does that by itself:
 * `enum: [1.0, yes, 404]` under `type: string`. What can only be meant is the same value of the declared type.
 */
export function alignEnum(draft: Draft, problems: ProblemLog, part: Part): void {
  const values = draft.get("enum");
  const type = draft.get("type");
  if (!isArray(values) || typeof type !== "string") return;
  const aligned = values.map((value) => align(value, type));
  if (aligned.every((value, index) => value === values[index])) return;
  draft.set("enum", aligned);
  problems.add(
    "schema-mended",
    part,
    `The enum has values that are not of type ${type}; they are read as if they were.`,
    type === "string" ? "Put the values in quotes." : "Take the values out of quotes.",
  );
}

function align(value: Json, type: string): Json {
  if (type === "string")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof value !== "string" || value.trim() === "") return value;
  if (type === "integer" || type === "number") return Number.isFinite(Number(value)) ? Number(value) : value;
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

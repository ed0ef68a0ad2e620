import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Random } from "#base/random";
import type { Schema, Schemas } from "#openapi/api";
import { compileValidator } from "./compile-validator.js";
import { nameWords } from "./name-words.js";

export interface ShortOptions {
  readonly schemas: Schemas;
  /** The name of the field. */
  readonly name: string;
  /** Values that are taken. */
  readonly avoid: readonly Json[];
  readonly random: Random;
}

const DRAWS = 8;

/**
 * A value that a person reads at a glance, and that tells which field it stands in: `name17`, `17`. Undefined where
 * the schema wants something else.
 */
export function shortValue(schema: Schema, options: ShortOptions): Json | undefined {
  const { schemas, name, avoid, random } = options;
  const validator = compileValidator(schema, { schemas, direction: "request" });
  if (!validator.ok) return undefined;
  const word = (nameWords(name).at(-1) ?? "").replace(/[^a-z]/g, "").slice(0, 8) || "text";
  for (let draw = 0; draw < DRAWS; draw++) {
    const number = 10 + random.below(990);
    const [text, address] = [`${word}${number}`, `${word}${number}@example.org`];
    const candidates: readonly Json[] = word === "email" ? [address, text, number] : [text, address, number];
    const found = candidates.find(
      (value) => validator.value(value).length === 0 && !avoid.some((taken) => jsonEqual(taken, value)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

import type { Json, JsonObject } from "./json.js";

/** What a decoder reads, said as a JSON Schema: `of` says it of a part, by a reference where the part has a name. */
export type Description = (of: (part: object) => JsonObject) => JsonObject;

interface Described {
  readonly describe: Description;
  readonly name?: string;
}

/**
 * Decoders know what they read, so the published schemas are made from them and cannot fall behind. Kept beside the
 * functions and not in them: a decoder stays a function that anybody can write.
 */
const descriptions = new WeakMap<object, Described>();

/** The same decoder, with what it reads. A name makes it a definition of its own: for what nests, or comes often. */
export function described<T extends object>(decoder: T, describe: Description, name?: string): T {
  descriptions.set(decoder, { describe, ...(name === undefined ? {} : { name }) });
  return decoder;
}

/** The schema of all that a decoder reads. */
export function schemaOf(decoder: object, head: JsonObject): JsonObject {
  const definitions = new Map<string, Json>();
  const of = (part: object): JsonObject => {
    const known = descriptions.get(part);
    // Whoever wrote a decoder by hand has not said what it reads: anything may come there.
    if (known === undefined) return {};
    const { name } = known;
    if (name === undefined) return known.describe(of);
    if (!definitions.has(name)) {
      definitions.set(name, {});
      definitions.set(name, known.describe(of));
    }
    return { $ref: `#/$defs/${name}` };
  };
  const whole = of(decoder);
  return { ...head, ...whole, $defs: Object.fromEntries(definitions) };
}

import type { Schema, Schemas } from "#openapi/api";

/** A document's worth of schemas, by name. */
export function schemasOf(definitions: Readonly<Record<string, Schema>> = {}): Schemas {
  const prefix = "#/components/schemas/";
  return {
    resolve: (ref) => {
      const name = ref.startsWith(prefix) ? ref.slice(prefix.length) : "";
      return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    },
    problems: () => [],
  };
}

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

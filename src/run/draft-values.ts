import type { Json } from "#base/json";
import { rememberFor } from "#base/remember-for";
import type { Api } from "#openapi/api";
import type { Draft } from "#semantics/drafting";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import type { Generators } from "#values/generators";
import { sampleArbitrary } from "#values/sample-arbitrary";

/**
 * Plausible values for drafts of inputs, the user's generators first. Randomness comes derived for each draft, so what the
 * document alone decides is drawn once: plans ask for the same few drafts thousands of times.
 */
export function createDraft(api: Api, generators: Generators): Draft {
  const known = rememberFor<Json | undefined>();
  const draw = drawer(api, generators);
  return (schema, name, random, operation) => {
    if (typeof schema === "boolean" || !generators.isEmpty) return draw(schema, name, random, operation);
    return known([schema], `${random.seed} ${name}`, () => draw(schema, name, random, operation));
  };
}

function drawer(api: Api, generators: Generators): Draft {
  return (schema, name, random, operation) => {
    const fragment = name === "body" ? "" : name;
    const arbitrary = arbitraryForSchema(schema, {
      schemas: api.schemas,
      direction: "request",
      operation,
      fragment,
      generators,
      ...(fragment === "" ? {} : { name }),
    });
    return arbitrary.ok ? sampleArbitrary(arbitrary.value, random) : undefined;
  };
}

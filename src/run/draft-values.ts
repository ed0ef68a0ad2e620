import type { Api } from "#openapi/api";
import type { Draft } from "#semantics/drafting";
import { arbitraryForSchema } from "#values/arbitrary-for-schema";
import type { Generators } from "#values/generators";
import { sampleArbitrary } from "#values/sample-arbitrary";

/** Plausible values for drafts of inputs, the user's generators first. */
export function createDraft(api: Api, generators: Generators): Draft {
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

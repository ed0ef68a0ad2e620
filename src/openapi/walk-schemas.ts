import { stringProperty } from "#base/json";
import type { Problem } from "#base/problem";
import type { Api, Schema } from "./api.js";
import { subschemas } from "./subschemas.js";

/** Every schema that an operation uses directly: of parameters, bodies, responses and their headers. */
export function schemasOf(api: Api): readonly Schema[] {
  return api.operations
    .flatMap((operation) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...(operation.body?.content ?? []).map((mediaType) => mediaType.schema),
      ...operation.responses.flatMap((response) => [
        ...response.content.map((mediaType) => mediaType.schema),
        ...response.headers.map((header) => header.schema),
      ]),
    ])
    .filter((schema) => schema !== undefined);
}

/** Calls `visit` with every `$ref` that can be reached from the operations, and what it leads to, once each. */
export function walkReferences(api: Api, visit: (ref: string, schema: Schema | undefined) => void): void {
  const seen = new Set<string>();
  const open: Schema[] = [...schemasOf(api)];
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    const ref = stringProperty(schema, "$ref");
    if (ref !== undefined && !seen.has(ref)) {
      seen.add(ref);
      const target = api.schemas.resolve(ref);
      visit(ref, target);
      if (target !== undefined) open.push(target);
    }
    for (const inner of subschemas(schema)) open.push(inner);
  }
}

/** All problems of a document, those of its schemas too: for a report on the document itself. Not lazy. */
export function allProblems(api: Api): readonly Problem[] {
  walkReferences(api, () => undefined);
  return [...api.problems, ...api.schemas.problems()];
}

import { isArray } from "#base/json";
import type { Api, Operation, Parameter } from "#openapi/api";
import { commonQueries } from "#openapi/common-queries";
import { keywordOf } from "#openapi/schema-shape";

/**
 * Whether an operation must be told what to look for. What is said with every call of the API, and always the same, such as
 * `api-version`, tells nothing of that.
 */
export function demandsFilter(operation: Operation, api: Api): boolean {
  const { demanded } = commonQueries(api.operations);
  return operation.parameters.some(
    (parameter) =>
      parameter.in === "query" &&
      parameter.required &&
      !(isSettled(parameter, api) && demanded.has(parameter.name)),
  );
}

/** The document leaves no choice, or shows what to send. */
function isSettled({ schema, examples }: Parameter, { schemas }: Api): boolean {
  const choices = keywordOf(schema, "enum", schemas);
  const isOnly =
    keywordOf(schema, "const", schemas) !== undefined || (isArray(choices) && choices.length === 1);
  return isOnly || examples.length > 0;
}

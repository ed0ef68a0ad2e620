import { didYouMean } from "#base/did-you-mean";
import type { JsonObject } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { StatedMeaning } from "#config/config";
import type { Api, Operation } from "#openapi/api";

/** The document with what the config file says of its operations, as tags: from here on there is one way to say it. */
export function withStated(api: Api, stated: Readonly<Record<string, StatedMeaning>>): Result<Api> {
  const problems: Problem[] = [];
  const tags = new Map<string, JsonObject>();
  for (const [name, meaning] of Object.entries(stated)) {
    const operation = api.operations.find(({ key, operationId }) => key === name || operationId === name);
    if (operation === undefined) problems.push(unknown(name, api));
    else tags.set(operation.key, tagsOf(meaning));
  }
  if (problems.length > 0) return failed(...problems);
  const operations = api.operations.map((operation): Operation => {
    const own = tags.get(operation.key);
    return own === undefined ? operation : { ...operation, extensions: { ...operation.extensions, ...own } };
  });
  return ok({ ...api, operations });
}

function tagsOf({ does, resource, id }: StatedMeaning): JsonObject {
  return {
    "x-crudOperationSemantics": does,
    ...(resource === undefined ? {} : { "x-crudResourceType": resource }),
    ...(id === undefined ? {} : { "x-crudResourceIdentifier": id }),
    "x-piolet": { statedBy: "the config file says so" },
  };
}

function unknown(name: string, api: Api): Problem {
  const message = `The config file says what "${name}" does, and the document has no such operation.`;
  const names = api.operations.map(({ key }) => key).slice(0, 200);
  return problem("config-invalid", message, didYouMean(name, names), {
    pointer: formatPointer(["semantics", name]),
  });
}

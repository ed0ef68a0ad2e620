import { oncePer } from "#base/once-per";
import type { Api, Operation, OperationKey } from "./api.js";

const indexOf = oncePer(
  (operations: readonly Operation[]): ReadonlyMap<OperationKey, Operation> =>
    new Map(operations.map((operation) => [operation.key, operation])),
);

/** The operations by key. An Api never changes, so each is indexed once. */
export function operationsByKey({
  operations,
}: Pick<Api, "operations">): ReadonlyMap<OperationKey, Operation> {
  return indexOf(operations);
}

/** The operation of a key that is known to be one of this Api's. */
export function operationOf(api: Api, key: OperationKey): Operation {
  const operation = operationsByKey(api).get(key);
  // Keys are only ever taken from this very Api.
  if (operation === undefined) throw new Error(`no operation ${key}`);
  return operation;
}

/**
 * The operation of any key: the document's own, or one that it does not have, with what other methods of the same path
 * say of it: its parameters in the path, its security, its servers. Nothing is declared of the rest.
 */
export function operationAmong(
  operations: ReadonlyMap<OperationKey, Operation>,
  key: OperationKey,
): Operation {
  const declared = operations.get(key);
  if (declared !== undefined) return declared;
  const [method = "GET", path = "/"] = key.split(/ (.*)/s);
  const like = [...operations.values()].find((operation) => operation.path === path);
  return {
    key,
    method,
    path,
    tags: [],
    deprecated: false,
    parameters: like?.parameters.filter((parameter) => parameter.in === "path") ?? [],
    responses: [],
    security: like?.security ?? [],
    servers: like?.servers ?? [],
    extensions: {},
    pointer: "",
  };
}

/** The same for an Api. */
export function anyOperation(api: Api, key: OperationKey): Operation {
  return operationAmong(operationsByKey(api), key);
}

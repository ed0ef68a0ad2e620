import type { Api, Operation, OperationKey } from "./api.js";

const indexes = new WeakMap<readonly Operation[], ReadonlyMap<OperationKey, Operation>>();

/** The operations by key. An Api never changes, so each is indexed once. */
export function operationsByKey({
  operations,
}: Pick<Api, "operations">): ReadonlyMap<OperationKey, Operation> {
  let index = indexes.get(operations);
  if (index === undefined) {
    index = new Map(operations.map((operation) => [operation.key, operation]));
    indexes.set(operations, index);
  }
  return index;
}

/** The operation of a key that is known to be one of this Api's. */
export function operationOf(api: Api, key: OperationKey): Operation {
  const operation = operationsByKey(api).get(key);
  // Keys are only ever taken from this very Api.
  if (operation === undefined) throw new Error(`no operation ${key}`);
  return operation;
}

import type { Api, Operation, OperationKey } from "./api.js";

/** The operation of a key that is known to be one of this Api's. */
export function operationOf(api: Api, key: OperationKey): Operation {
  const operation = api.operations.find((candidate) => candidate.key === key);
  // Keys are only ever taken from this very Api.
  if (operation === undefined) throw new Error(`no operation ${key}`);
  return operation;
}

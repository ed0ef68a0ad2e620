import type { OperationKey } from "./api.js";
import type { RawOperation } from "./list-operations.js";

/** Which operation a link means, by id or by place. */
export interface OperationIndex {
  byId(operationId: string): OperationKey | undefined;
  byPlace(document: string, pointer: string): OperationKey | undefined;
}

export function indexOperations(operations: readonly RawOperation[]): OperationIndex {
  const ids = new Map<string, OperationKey>();
  const places = new Map<string, OperationKey>();
  for (const { key, operationId, part } of operations) {
    if (operationId !== undefined && !ids.has(operationId)) ids.set(operationId, key);
    places.set(`${part.document}#${part.pointer}`, key);
  }
  return {
    byId: (operationId) => ids.get(operationId),
    byPlace: (document, pointer) => places.get(`${document}#${pointer}`),
  };
}

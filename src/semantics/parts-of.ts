import type { OperationKey } from "#openapi/api";
import type { Resource, Semantics } from "./semantics.js";

/** What can be read below a thing and is there once, such as the wallet of a seller. */
export function partsOf({ operations }: Semantics, { name, itemPath }: Resource): readonly OperationKey[] {
  const above = `GET ${itemPath}/`;
  return Object.values(operations).flatMap(({ operation, semantics, resource }) => {
    const isPart = operation.startsWith(above) && !operation.slice(above.length).includes("{");
    return isPart && semantics === "READ" && resource === name ? [operation] : [];
  });
}

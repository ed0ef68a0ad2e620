import type { Operation } from "#openapi/api";
import { nameWords } from "#values/name-words";

/** Names of actions: what the document calls an operation, and what is special about the call. All differ. */
export type ActionNames = (operation: Operation, suffix?: string) => string;

export function actionNames(operations: readonly Operation[]): ActionNames {
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  const taken = new Set<string>();
  return (operation, suffix = "") => {
    const { operationId } = operation;
    const usable = operationId !== undefined && /^[A-Za-z][A-Za-z0-9_.-]{0,59}$/.test(operationId);
    const unique = ids.indexOf(operationId ?? "") === ids.lastIndexOf(operationId ?? "");
    const plain = `${usable && unique ? operationId : fromPath(operation)}${suffix}`;
    let chosen = plain;
    for (let number = 2; taken.has(chosen); number++) chosen = `${plain}${number}`;
    taken.add(chosen);
    return chosen;
  };
}

/** `DELETE /players/{pid}` → `deletePlayersPid`. */
function fromPath({ method, path }: Operation): string {
  const words = nameWords(path).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${method.toLowerCase()}${words.join("")}`.slice(0, 60);
}

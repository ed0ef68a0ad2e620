import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";

/** What a deletion that was made is about: the operation and the ids in its path. */
export function keyOfCall(exchange: Exchange): string {
  const { path } = exchange.request.inputs;
  return keyOf(exchange.call.operation, path);
}

/** The same of an operation and ids. */
export function keyOf(operation: string, path: Readonly<Record<string, Json>>): string {
  const ids = Object.entries(path).map(([name, id]) => [name, String(id)]);
  return JSON.stringify([operation, ids.sort()]);
}

/** The ids in the path of a call that refers to nothing. */
export function valuesOf(path: Call["path"]): Readonly<Record<string, Json>> {
  const values = Object.entries(path).map(([name, template]): [string, Json] => [
    name,
    template.kind === "value" ? template.value : null,
  ]);
  return Object.fromEntries(values);
}

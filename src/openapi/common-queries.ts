import { oncePer } from "#base/once-per";
import type { Operation } from "./api.js";

/** Query parameters that every call of an API may carry, and those that each must: `pretty`, `api-version`. */
export interface CommonQueries {
  readonly allowed: ReadonlySet<string>;
  readonly demanded: ReadonlySet<string>;
}

/** Counted once for a list of operations: asking each operation about each parameter takes minutes in a large document. */
export const commonQueries: (operations: readonly Operation[]) => CommonQueries = oncePer((operations) => ({
  allowed: inAll(operations, () => true),
  demanded: inAll(operations, (required) => required),
}));

function inAll(
  operations: readonly Operation[],
  counts: (required: boolean) => boolean,
): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const { parameters } of operations) {
    const own = parameters.filter((one) => one.in === "query" && counts(one.required));
    for (const name of new Set(own.map(({ name }) => name))) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return new Set([...times].flatMap(([name, count]) => (count === operations.length ? [name] : [])));
}

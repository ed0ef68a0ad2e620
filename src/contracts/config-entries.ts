import { isObject, type Json, property } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { type ClauseEntries, entriesOf, joinEntries } from "#glacier/clause-entries";

/** The member `contracts` of a config file, whose form is already checked. */
export function configEntries(contracts: Json | undefined, source: string | undefined): ClauseEntries {
  const from = source === undefined ? {} : { source };
  const operations = property(contracts, "operations");
  const byOperation = Object.entries(isObject(operations) ? operations : {}).flatMap(([name, lists]) =>
    (["requires", "ensures"] as const).map((kind) =>
      entriesOf(property(lists, kind), {
        operation: operationKey(name),
        kind,
        pointer: formatPointer(["contracts", "operations", name, kind]),
        ...from,
      }),
    ),
  );
  const invariants = entriesOf(property(contracts, "invariants"), {
    kind: "invariant",
    pointer: formatPointer(["contracts", "invariants"]),
    ...from,
  });
  return joinEntries(invariants, ...byOperation);
}

/** `post /players` is `POST /players`; an operationId stays what it is. */
function operationKey(name: string): string {
  const [, method, path] = /^([A-Za-z]+)\s+(\/.*)$/.exec(name) ?? [];
  return method === undefined || path === undefined ? name : `${method.toUpperCase()} ${path}`;
}

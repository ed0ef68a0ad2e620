import { property, stringProperty } from "#base/json";
import type { Api, Operation, OperationKey } from "#openapi/api";
import type { OperationKind, OperationMeaning, OperationSemantics } from "./semantics.js";
import { resourceName } from "./singular.js";

/** The words of `x-crudOperationSemantics`, which other tools write and read as well. */
const TAGS: Readonly<Record<string, readonly [OperationSemantics, OperationKind?]>> = {
  create: ["CREATE"],
  read: ["READ"],
  "read-multi": ["READ_MULTI"],
  read_multi: ["READ_MULTI"],
  update: ["UPDATE"],
  delete: ["DELETE"],
  login: ["OTHER", "login"],
  logout: ["OTHER", "logout"],
  signup: ["CREATE", "signup"],
  other: ["OTHER"],
};

const KINDS: readonly OperationKind[] = ["login", "logout", "signup", "action", "search", "none"];

/** What the document or an overlay says in so many words. */
export function taggedMeanings(api: Api): ReadonlyMap<OperationKey, OperationMeaning> {
  return new Map(
    api.operations.flatMap((operation): [OperationKey, OperationMeaning][] => {
      const meaning = taggedMeaning(operation);
      return meaning === undefined ? [] : [[operation.key, meaning]];
    }),
  );
}

function taggedMeaning({ key, extensions }: Operation): OperationMeaning | undefined {
  const tag = stringProperty(extensions, "x-crudOperationSemantics")?.toLowerCase();
  const known = tag !== undefined && Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined;
  if (known === undefined) return undefined;
  const [semantics, kind] = known;
  const resource = stringProperty(extensions, "x-crudResourceType");
  const more = property(extensions, "x-piolet");
  const said = KINDS.find((word) => word === stringProperty(more, "kind")) ?? kind;
  const because = stringProperty(more, "because") ?? "x-crudOperationSemantics says so";
  return {
    operation: key,
    semantics,
    resource: resource === undefined ? null : resourceName(resource),
    reason: stringProperty(more, "statedBy") ?? "x-crudOperationSemantics says so",
    stated: true,
    ...(said === undefined ? {} : { kind: said }),
    // What an earlier run has proven need not be proven again.
    ...(property(more, "confirmed") === true
      ? { proof: { confirmed: true, hypothesis: semantics, because, evidence: [] } }
      : {}),
  };
}

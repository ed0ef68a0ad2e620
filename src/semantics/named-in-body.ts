import { groupBy } from "#base/group-by";
import { isObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer } from "#base/json-pointer";
import type { Api, Operation, Schema } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationsByKey } from "#openapi/operation-of";
import { payloadOf } from "#openapi/payload";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { namedBy } from "./refers-to.js";
import type { OperationMeaning, ParentLink, Resource } from "./semantics.js";
import { singular } from "./singular.js";

/**
 * What an operation that stands on no resource names in its body: `POST /transfers` keeps nothing that anybody shows, and
 * moves money between two wallets. It is an action on those; where it names nothing that can be made, it is left alone.
 */
export function namedInBody(
  operation: Operation,
  resources: readonly Resource[],
  api: Api,
  /** The kind that it stands beside: `POST /tickets/bulk_update`. */
  beside?: string,
): readonly ParentLink[] {
  if (operation.method !== "POST" || operation.body === undefined) return [];
  const { path, members } = payloadOf(requestSchema(operation), api.schemas);
  const own = new Map<string, Resource>();
  for (const [name, { schema }] of members) {
    const resource = namedBy(name, schema, resources, api) ?? another(schema, resources, api);
    if (resource !== undefined) own.set(name, resource);
  }
  // One side of a pair tells of the other.
  for (const [name, { schema }] of members) {
    const [known] = [...own].filter(
      ([other]) => arePair(name, other) && isAlike(schema, members.get(other)?.schema, api),
    );
    if (!own.has(name) && known !== undefined) own.set(name, known[1]);
  }
  const links = [...members].flatMap(([name, { required, schema }]): ParentLink[] => {
    const listed = own.has(name) ? undefined : listedIn(name, schema, resources, api, beside);
    const resource = own.get(name) ?? listed;
    const place = listed === undefined ? [...path, name] : [...path, name, "0"];
    const via = { kind: "body", pointer: formatPointer(place), required } as const;
    return resource === undefined ? [] : [{ resource: resource.name, via }];
  });
  const isOurs = ({ resource, via }: ParentLink) =>
    via.kind === "body" &&
    via.required &&
    resources.some((one) => one.name === resource && one.create.length > 0);
  return links.some(isOurs) && links.every((link) => isOurs(link) || link.via.kind === "body") ? links : [];
}

/** Whose ids a list holds: `ticket_ids` those of tickets, `ids` those of what the operation stands beside. */
function listedIn(
  member: string,
  schema: Schema,
  resources: readonly Resource[],
  api: Api,
  beside: string | undefined,
): Resource | undefined {
  const words = nameWords(member);
  const items = keywordOf(schema, "items", api.schemas);
  const least = keywordOf(schema, "minItems", api.schemas);
  if (words.at(-1) !== "ids" || !(isObject(items) || items === true)) return undefined;
  if (typeof least === "number" && least > 1) return undefined;
  return words.length === 1
    ? resources.find(({ name }) => name === beside)
    : namedBy(`${words.slice(0, -1).join("_")}_id`, items, resources, api);
}

/** `Another seller than fromId` */
function another(schema: Schema, resources: readonly Resource[], api: Api): Resource | undefined {
  const description = keywordOf(schema, "description", api.schemas);
  const said = typeof description === "string" ? nameWords(description) : [];
  const at = said.indexOf("another");
  return at < 0
    ? undefined
    : resources.find(({ name }) =>
        said
          .slice(at + 1, at + 3)
          .map(singular)
          .includes(name),
      );
}

const PAIRS = [
  "from to",
  "source target",
  "source destination",
  "origin destination",
  "sender receiver",
  "sender recipient",
  "payer payee",
  "debtor creditor",
  "debit credit",
].map((pair) => pair.split(" "));

/** `fromId` and `toId`, `source_wallet` and `target_wallet`. */
function arePair(a: string, b: string): boolean {
  const [[first = "", ...rest], [second = "", ...more]] = [nameWords(a), nameWords(b)];
  const isPair = PAIRS.some((pair) => first !== second && pair.includes(first) && pair.includes(second));
  return isPair && rest.join() === more.join();
}

function isAlike(a: Schema, b: Schema | undefined, api: Api): boolean {
  if (b === undefined) return false;
  const format = (one: Schema) => keywordOf(one, "format", api.schemas) ?? null;
  const types = (one: Schema) => [...typesOf(one, api.schemas)].sort();
  return jsonEqual(format(a), format(b)) && jsonEqual(types(a), types(b));
}

/** What nothing is known of yet, with the things that it names. */
export function asActions(
  meanings: readonly OperationMeaning[],
  resources: readonly Resource[],
  api: Api,
): { readonly meanings: readonly OperationMeaning[]; readonly resources: readonly Resource[] } {
  const named = new Map<string, readonly ParentLink[]>();
  const told = meanings.map((meaning): OperationMeaning => {
    const { operation: key, semantics, resource, kind, stated } = meaning;
    const isUnknown = resource === null || kind === undefined || kind === "action";
    const isAlone = semantics === "OTHER" && isUnknown && stated !== true;
    const operation = isAlone ? operationsByKey(api).get(key) : undefined;
    const isFree = operation !== undefined && !operation.path.includes("{");
    const links = isFree ? namedInBody(operation, resources, api, resource ?? undefined) : [];
    const first = links.find(({ via }) => via.kind === "body" && via.required)?.resource;
    if (first === undefined || (resource !== null && resource !== first)) return meaning;
    named.set(key, links);
    return resource === first && kind === "action"
      ? meaning
      : { ...meaning, resource: first, kind: "action", reason: `its body names ${first}` };
  });
  const byResource = groupBy(
    told.filter(({ operation }) => named.has(operation)),
    ({ resource }) => resource,
  );
  return {
    meanings: told,
    resources: resources.map((resource) => {
      const own = byResource.get(resource.name)?.map(({ operation }) => operation) ?? [];
      const links = own.map((key) => [key, named.get(key) ?? []] as const);
      return own.length === 0 ? resource : { ...resource, named: Object.fromEntries(links) };
    }),
  };
}

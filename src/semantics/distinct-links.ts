import { parsePointer } from "#base/json-pointer";
import { oncePer } from "#base/once-per";
import type { Exchange } from "#calls/exchange";
import { saidNo } from "#calls/meaning";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationsByKey } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { whyRefused } from "./read-refusal.js";
import type { ParentLink, Resource } from "./semantics.js";
import { singular } from "./singular.js";

type Draft = Pick<Resource, "name" | "parents" | "create">;

/**
 * References to a kind that something else it needs leads to as well: an offer names a buyer, and stands below a listing,
 * which has a seller. Made as little as possible, the two would be one and the same.
 */
export function sharedLinks({ parents }: Draft, all: readonly Draft[]): readonly ParentLink[] {
  return parents.filter((link) => {
    const isAlone = parents.every((other) => other === link || other.resource !== link.resource);
    const others = parents.filter((other) => other !== link).map(({ resource }) => resource);
    return link.via.kind === "body" && isAlone && leadTo(others, link.resource, all);
  });
}

const parentsByName = oncePer(
  (all: readonly Draft[]): ReadonlyMap<string, readonly ParentLink[]> =>
    new Map(all.toReversed().map(({ name, parents }) => [name, parents])),
);

function leadTo(kinds: readonly string[], kind: string, all: readonly Draft[]): boolean {
  const seen = new Set(kinds);
  for (const name of seen) for (const { resource } of parentsByName(all).get(name) ?? []) seen.add(resource);
  return seen.has(kind);
}

/** The resource with those of its links marked that the document wants to lead to another thing. */
export function withDistinctLinks<R extends Draft>(resource: R, all: readonly R[], api: Api): R {
  const shared = sharedLinks(resource, all);
  const create = operationsByKey(api).get(resource.create[0] ?? "");
  if (shared.length === 0 || create === undefined) return resource;
  const isOther = (link: ParentLink) => shared.includes(link) && isSaidToDiffer(link, create, api);
  const parents = resource.parents.map(
    (link): ParentLink => (isOther(link) ? { ...link, distinct: true } : link),
  );
  return { ...resource, parents };
}

const DIFFERS = /\b(other than|another|different|differs?|distinct|not (be )?the same)\b/i;

/** `The buyer is one of your sellers, other than the seller of the listing.` */
function isSaidToDiffer({ resource, via }: ParentLink, create: Operation, api: Api): boolean {
  if (via.kind !== "body") return false;
  const path = parsePointer(via.pointer);
  const schema = memberSchemaAt(requestSchema(create), path, api.schemas);
  const own = keywordOf(schema, "description", api.schemas);
  if (typeof own === "string" && DIFFERS.test(own.slice(0, 500))) return true;
  const [member = ""] = nameWords(path.at(-1) ?? "");
  return `${create.summary ?? ""}. ${create.description ?? ""}`
    .slice(0, 4_000)
    .split(/\.\s/)
    .some((sentence) => {
      const words = new Set(nameWords(sentence).map(singular));
      return DIFFERS.test(sentence) && (words.has(singular(member)) || words.has(resource));
    });
}

const OBJECTS =
  /\b(other than|another|different|differs?|distinct|not (be )?the same|(must|may|can) ?not be|can't be|yourself|(your|its|his|her|their) own)\b/i;

/** Whether a refusal objects to one thing in two roles: `must not be the seller of the listing`. */
export function wantsAnother(exchange: Exchange): boolean {
  return saidNo(exchange) && OBJECTS.test(whyRefused(exchange));
}

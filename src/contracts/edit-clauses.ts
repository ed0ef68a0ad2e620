import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { ClauseList } from "./placed-clauses.js";

/**
 * Changes a list of clauses inside a YAML tree: generated entries are replaced, everything else stays where it
 * is, comments included.
 */
export function editClauses(
  document: Document,
  owner: YAMLMap,
  { member, generated, kept }: ClauseList,
): void {
  const list = listAt(document, owner, member);
  const own = list?.items.filter((item) => !isGenerated(item)) ?? [];
  const known = own.map((item) => asJson(item, document));
  const added: Json[] = [
    ...kept.filter((entry) => !known.some((other) => jsonEqual(entry, other))),
    ...generated.map((text) => ({ generated: text })),
  ];
  const items = [...own, ...added.map((entry) => document.createNode(entry))];
  if (items.length === 0) {
    if (list !== undefined) owner.delete(member);
    return;
  }
  if (list !== undefined) list.items = items;
  else owner.set(member, document.createNode(items));
}

/** A single entry need not stand in a list; once there are more, it must. */
function listAt(document: Document, owner: YAMLMap, member: string): YAMLSeq | undefined {
  const found = owner.get(member, true);
  if (found === undefined || found === null) return undefined;
  if (isSeq(found)) return found;
  const list = document.createNode<unknown[]>([]);
  list.items = [found];
  owner.set(member, list);
  return list;
}

export function isGenerated(item: unknown): boolean {
  return isMap(item) && item.items.length === 1 && item.has("generated");
}

function asJson(item: unknown, document: Document): Json {
  const node = item as { toJS?: (document: Document) => Json };
  return node.toJS === undefined ? (item as Json) : node.toJS(document);
}

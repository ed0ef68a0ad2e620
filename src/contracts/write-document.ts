import { Document, isMap, parseDocument as parseYaml } from "yaml";
import type { Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import { editClauses } from "./edit-clauses.js";
import type { ClauseList } from "./placed-clauses.js";

/** A document to write clauses into: its text, or, where it is not as it was read, its data. */
export type DocumentSource =
  | { readonly kind: "yaml"; readonly text: string }
  | { readonly kind: "data"; readonly data: Json; readonly as: "json" | "yaml" };

/** The whole document with its clauses: JSON in, JSON out; YAML in, YAML out, with its comments. */
export function writeDocument(source: DocumentSource, lists: readonly ClauseList[]): string {
  const document =
    source.kind === "yaml"
      ? parseYaml(source.text, { schema: "core", logLevel: "error", uniqueKeys: false })
      : new Document(source.data, { aliasDuplicateObjects: false });
  for (const list of lists) {
    const owner = document.getIn(parsePointer(list.pointer), true);
    if (isMap(owner)) editClauses(document, owner, list);
  }
  return source.kind === "data" && source.as === "json"
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : document.toString({ lineWidth: 0 });
}

import { Document, isMap, isSeq, parseDocument as parseYaml, type YAMLMap } from "yaml";
import { isArray, property } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { parseJsonPath } from "#openapi/json-path";
import { parseDocument } from "#openapi/parse-document";
import { editClauses } from "./edit-clauses.js";
import type { ClauseList } from "./placed-clauses.js";

/**
 * Clauses as an OpenAPI Overlay. Where there is one already, its generated clauses are replaced and all else is
 * kept: the user's clauses, other actions, comments. What is not an Overlay is never written over.
 */
export function writeOverlay(
  title: string,
  lists: readonly ClauseList[],
  existing?: { readonly text: string; readonly name: string },
): Result<string> {
  const opened =
    existing === undefined || existing.text.trim() === "" ? ok(emptyOverlay(title)) : open(existing);
  if (!opened.ok) return opened;
  const document = opened.value;
  const actions = document.get("actions");
  if (!isSeq(actions)) return failed(notAnOverlay(existing?.name ?? ""));
  for (const list of lists) {
    const own = actions.items.filter(isUpdate).filter((action) => leadsTo(action, list.pointer));
    // Only the first action of a target gets the new clauses; older ones are taken out of all.
    for (const action of own)
      editClauses(document, action.get("update") as YAMLMap, { ...list, generated: [], kept: [] });
    if (list.generated.length + list.kept.length === 0) continue;
    const action = own[0] ?? addAction(document, list.pointer);
    editClauses(document, action.get("update") as YAMLMap, list);
  }
  actions.items = actions.items.filter(
    (action) => !isUpdate(action) || (action.get("update") as YAMLMap).items.length > 0,
  );
  const isJson = existing !== undefined && /^\s*\{/.test(existing.text);
  return ok(isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 }));
}

function emptyOverlay(title: string): Document {
  return new Document({
    overlay: "1.0.0",
    info: { title: `Contracts of ${title}`, version: "1.0.0" },
    actions: [],
  });
}

function open({ text, name }: { readonly text: string; readonly name: string }): Result<Document> {
  const parsed = parseDocument(text, name);
  if (!parsed.ok) return parsed;
  if (!isArray(property(parsed.value, "actions")) || property(parsed.value, "overlay") === undefined)
    return failed(notAnOverlay(name));
  return ok(parseYaml(text, { schema: "core", logLevel: "error" }));
}

function notAnOverlay(name: string) {
  const hint = "Give another file to --output, or remove this one.";
  return problem(
    "contract-output",
    `${name} exists and is not an OpenAPI Overlay; it is left as it is.`,
    hint,
    {
      source: name,
    },
  );
}

function isUpdate(action: unknown): action is YAMLMap {
  return isMap(action) && isMap(action.get("update"));
}

function addAction(document: Document, pointer: JsonPointer): YAMLMap {
  const action = document.createNode({ target: targetOf(pointer), update: {} });
  const update = action.get("update");
  // An empty mapping is written in braces, unless told otherwise.
  if (isMap(update)) update.flow = false;
  document.addIn(["actions"], action);
  return action;
}

/** `$.paths['/players'].post` of `/paths/~1players/post`. */
export function targetOf(pointer: JsonPointer): string {
  const steps = parsePointer(pointer).map((token) =>
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(token) ? `.${token}` : `['${token.replace(/['\\]/g, "\\$&")}']`,
  );
  return `$${steps.join("")}`;
}

function leadsTo(action: YAMLMap, pointer: JsonPointer): boolean {
  const target = action.get("target");
  const parsed = typeof target === "string" ? parseJsonPath(target) : undefined;
  if (parsed?.ok !== true) return false;
  const names = parsed.path.map(({ descend, selectors: [selector, ...others] }) =>
    !descend && others.length === 0 && selector?.kind === "name" ? selector.name : undefined,
  );
  const tokens = parsePointer(pointer);
  return names.length === tokens.length && names.every((name, index) => name === tokens[index]);
}

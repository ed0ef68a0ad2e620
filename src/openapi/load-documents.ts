import { posix } from "node:path";
import type { Problem } from "#base/problem";
import { problem } from "#base/problem";
import { documentName, type MainSource } from "./document-name.js";
import { type StoredDocument, storeDocument } from "./documents.js";
import { componentNamed } from "./fragment.js";
import { parseDocument } from "./parse-document.js";
import { isUrl, type ReadLimits, type ReadText, realPath } from "./read-source.js";

/**
 * Reads the documents that a document refers to, and those that these refer to, before anything is resolved.
 * A description may come from a stranger, so what leaves its folder (by `..`, an absolute path or a symbolic
 * link) or goes over the network is refused unless the user allows it.
 */
export interface DocumentAccess {
  readonly allowExternalRefs: boolean;
  readonly limits: ReadLimits;
  readonly readText: ReadText;
  readonly fetchText: ReadText;
}

export interface LoadedDocuments {
  readonly stored: ReadonlyMap<string, StoredDocument>;
  /** Documents that could not be read or must not be; each is a problem at its first reference. */
  readonly missing: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** A server could answer every reference with a document that has another one. */
const MAX_DOCUMENTS = 2_000;

export async function loadDocuments(
  source: MainSource,
  main: StoredDocument,
  access: DocumentAccess,
): Promise<LoadedDocuments> {
  const stored = new Map([["", main]]);
  const missing = new Set<string>();
  const problems: Problem[] = [];
  let characters = 0;

  async function load(name: string): Promise<StoredDocument | Problem> {
    if (stored.size + missing.size >= MAX_DOCUMENTS) return unreadable(name, "there are too many documents");
    const location = await placeOf(source, name, access);
    if (location === undefined) return refuse(name);
    const read = isUrl(location) ? access.fetchText : access.readText;
    const text = await read(location, access.limits);
    if (!text.ok) return unreadable(name, text.problems[0]?.message ?? "it cannot be read");
    characters += text.value.length;
    if (characters > access.limits.maxBytes) return unreadable(name, "the documents are too large together");
    const parsed = parseDocument(text.value, name);
    if (!parsed.ok) return unreadable(name, parsed.problems[0]?.message ?? "it cannot be parsed");
    const document = storeDocument(parsed.value);
    if (document.survey.tooDeep !== undefined) return unreadable(name, "it is nested too deeply");
    if (document.survey.tooLarge) return unreadable(name, "it is too large");
    for (const found of parsed.problems) problems.push(found);
    return document;
  }

  for (const [base, document] of stored) {
    for (const { ref, pointer } of document.survey.externalRefs) {
      const name = isLocalName(document, ref)
        ? undefined
        : documentName(source, base, ref.split("#", 1)[0] ?? "");
      if (name === undefined || stored.has(name) || missing.has(name)) continue;
      const loaded = await load(name);
      if ("json" in loaded) stored.set(name, loaded);
      else {
        missing.add(name);
        problems.push({ ...loaded, pointer, ...(base === "" ? {} : { source: base }) });
      }
    }
  }
  return { stored, missing, problems };
}

/** What needs no other document: the `$id` of a schema, or the bare name of a component. */
function isLocalName(document: StoredDocument, ref: string): boolean {
  const bare = /^[^./:#]+$/.test(ref) && componentNamed(document.json, ref) !== undefined;
  return bare || document.survey.anchors.has(ref);
}

/** Where the document really is; undefined where it may not be read. */
async function placeOf(
  source: MainSource,
  name: string,
  access: DocumentAccess,
): Promise<string | undefined> {
  if (isUrl(name)) return access.allowExternalRefs ? name : undefined;
  if (source.kind !== "file") return undefined;
  const folder = await realPath(source.folder);
  const path = await realPath(posix.resolve(source.folder, name));
  const inside = path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
  return inside || access.allowExternalRefs ? path : undefined;
}

function refuse(name: string): Problem {
  const why = isUrl(name) ? "would be fetched over the network" : "lies outside the document's folder";
  return problem(
    "reference-refused",
    `"${name}" ${why}, so the reference was not followed.`,
    "Allow external references if you trust the document, or bundle it into one file.",
  );
}

function unreadable(name: string, reason: string): Problem {
  return problem(
    "reference-unreadable",
    `The reference to "${name}" cannot be followed: ${reason.replace(/\.$/, "")}.`,
    "Check that the file is there and is JSON or YAML.",
  );
}

import { basename, dirname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json } from "#base/json";
import type { Problem } from "#base/problem";
import { publicUrl } from "#base/public-url";
import { failed, ok, type Result } from "#base/result";
import type { Api } from "./api.js";
import type { MainSource } from "./document-name.js";
import { glacierProblem, notOpenApi, tooDeep, tooManyNodes, versionProblem } from "./document-problems.js";
import { createDocuments, type StoredDocument, storeDocument } from "./documents.js";
import { isGlacierDocument, translateGlacier } from "./glacier-document.js";
import { type DocumentAccess, type LoadedDocuments, loadDocuments } from "./load-documents.js";
import { applyOverlay } from "./overlay.js";
import { parseDocument } from "./parse-document.js";
import { ProblemLog } from "./problem-log.js";
import { readApi } from "./read-api.js";
import {
  DEFAULT_READ_LIMITS,
  fetchText,
  isUrl,
  type ReadLimits,
  type ReadText,
  readText,
} from "./read-source.js";
import { detectVersion, type SpecVersion } from "./spec-version.js";

export interface LoadOptions {
  /** Files or URLs of OpenAPI Overlays, applied in this order. */
  readonly overlays?: readonly string[];
  /** Whether references may leave the document's folder or go over the network. */
  readonly allowExternalRefs?: boolean;
  readonly limits?: Partial<ReadLimits>;
  readonly readText?: ReadText;
  readonly fetchText?: ReadText;
}

/** A file or URL to one normalised Api: read, parse, overlay, read what it refers to, normalise. */
export async function loadApi(source: string, options: LoadOptions = {}): Promise<Result<Api>> {
  const access: DocumentAccess = {
    allowExternalRefs: options.allowExternalRefs ?? false,
    limits: { ...DEFAULT_READ_LIMITS, ...options.limits },
    readText: options.readText ?? readText,
    fetchText: options.fetchText ?? fetchText,
  };
  // 1. The document and its overlays, as data.
  const parsed = await readDocument(source, access);
  if (!parsed.ok) return parsed;
  const overlays: Overlay[] = [];
  for (const name of options.overlays ?? []) {
    const overlay = await readDocument(name, access);
    if (!overlay.ok) return overlay;
    overlays.push({ name, document: overlay.value });
  }
  // 2. One document, known to be OpenAPI.
  const prepared = prepare(parsed.value, publicUrl(source), overlays);
  if (!prepared.ok) return prepared;
  // 3. Everything it refers to.
  const main = mainSource(source);
  const loaded = await loadDocuments(main, prepared.value.document, access);
  // 4. The Api.
  const before = [...parsed.problems.map(withoutSource), ...prepared.problems, ...loaded.problems];
  return finish(main, loaded, prepared.value.version, publicUrl(source), before);
}

/** The same for a document that is already there, without I/O: it can refer only to itself. */
export function loadApiFromJson(
  document: Json,
  options: { readonly source?: string; readonly overlays?: readonly Json[] } = {},
): Result<Api> {
  const source = options.source ?? "the document";
  const overlays = (options.overlays ?? []).map((overlay, index) => ({
    name: `overlay ${index + 1}`,
    document: overlay,
  }));
  const prepared = prepare(document, source, overlays);
  if (!prepared.ok) return prepared;
  const stored = new Map([["", prepared.value.document]]);
  return finish(
    { kind: "memory" },
    { stored, missing: new Set() },
    prepared.value.version,
    source,
    prepared.problems,
  );
}

interface Overlay {
  readonly name: string;
  readonly document: Json;
}

interface Prepared {
  readonly document: StoredDocument;
  readonly version: SpecVersion;
}

async function readDocument(source: string, access: DocumentAccess): Promise<Result<Json>> {
  const path = /^file:/i.test(source) ? fileURLToPath(source) : source;
  const text = await (isUrl(path) ? access.fetchText : access.readText)(path, access.limits);
  return text.ok ? parseDocument(text.value, source) : text;
}

function prepare(parsed: Json, source: string, overlays: readonly Overlay[]): Result<Prepared> {
  const problems: Problem[] = [];
  let json = parsed;
  let document = storeDocument(json);
  if (document.survey.tooDeep === undefined && isGlacierDocument(json)) {
    json = translateGlacier(json);
    problems.push(glacierProblem(source));
    document = storeDocument(json);
  }
  for (const overlay of document.survey.tooDeep === undefined ? overlays : []) {
    const applied = applyOverlay(json, overlay.document, overlay.name);
    json = applied.document;
    for (const found of applied.problems) problems.push(found);
    document = storeDocument(json);
  }
  if (document.survey.tooDeep !== undefined) return failed(tooDeep(source, document.survey.tooDeep));
  if (document.survey.tooLarge) return failed(tooManyNodes(source));
  const version = detectVersion(json);
  if (version === undefined) return failed(notOpenApi(source, json), ...problems);
  if (!version.declared) problems.push(versionProblem(version));
  return ok({ document, version }, problems);
}

function finish(
  main: MainSource,
  { stored, missing }: Pick<LoadedDocuments, "stored" | "missing">,
  version: SpecVersion,
  source: string,
  before: readonly Problem[],
): Result<Api> {
  const log = new ProblemLog();
  for (const earlier of before) log.addProblem(earlier);
  return readApi(createDocuments(main, stored, version.family, missing), version, source, log);
}

function mainSource(source: string): MainSource {
  if (isUrl(source)) return { kind: "url", url: new URL(source).href };
  const path = resolve(/^file:/i.test(source) ? fileURLToPath(source) : source);
  return { kind: "file", folder: dirname(path).split(sep).join("/"), file: basename(path) };
}

function withoutSource({ source: _, ...rest }: Problem): Problem {
  return rest;
}

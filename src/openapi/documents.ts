import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { documentName, type MainSource } from "./document-name.js";
import { componentNamed, pointerOfFragment } from "./fragment.js";
import type { Part } from "./part.js";
import { detectVersion, type SpecFamily } from "./spec-version.js";
import { type Survey, surveyDocument } from "./survey-document.js";

/**
 * All documents of one API, read and kept as they are. References are resolved against them on demand, and
 * nothing is ever dereferenced in place: a description of 4 MB can stand for gigabytes.
 */
export interface Documents {
  readonly main: Json;
  readonly source: MainSource;
  /** Where a `$ref` that stands in the document `base` leads; undefined where it leads nowhere. */
  locate(base: string, ref: string): Located | undefined;
  /** Whether the document of a `$ref` was already reported as missing, so that its uses need not be. */
  isMissing(base: string, ref: string): boolean;
  /** What stands at an exact place. */
  at(name: string, pointer: JsonPointer): Located | undefined;
  familyOf(name: string): SpecFamily;
}

export interface Located extends Part {
  readonly value: Json;
  /** The reference was written wrongly, and this is what it must mean. */
  readonly mended: boolean;
}

export interface StoredDocument {
  readonly json: Json;
  readonly survey: Survey;
}

export function storeDocument(json: Json): StoredDocument {
  return { json, survey: surveyDocument(json) };
}

export function createDocuments(
  source: MainSource,
  stored: ReadonlyMap<string, StoredDocument>,
  family: SpecFamily,
  missing: ReadonlySet<string> = new Set(),
): Documents {
  const found = new Map<string, Located | undefined>();
  const main = stored.get("")?.json ?? null;

  function locate(base: string, ref: string): Located | undefined {
    const key = `${base}\n${ref}`;
    if (!found.has(key)) found.set(key, search(base, ref));
    return found.get(key);
  }

  function search(base: string, ref: string): Located | undefined {
    const hash = ref.indexOf("#");
    const file = hash < 0 ? ref : ref.slice(0, hash);
    const fragment = hash < 0 ? "" : ref.slice(hash + 1);
    const name = documentName(source, base, file);
    return (
      (name === undefined ? undefined : inDocument(name, fragment)) ??
      byAnchor(base, ref) ??
      mend(base, file, fragment)
    );
  }

  function inDocument(name: string, fragment: string): Located | undefined {
    const document = stored.get(name);
    if (document === undefined) return undefined;
    const pointer = pointerOfFragment(fragment) ?? document.survey.anchors.get(`#${fragment}`);
    return pointer === undefined ? undefined : present(name, pointer, false);
  }

  function byAnchor(base: string, ref: string): Located | undefined {
    const pointer = stored.get(base)?.survey.anchors.get(ref);
    return pointer === undefined ? undefined : present(base, pointer, false);
  }

  /** `Pet`, `#definitions/Pet`, `#/definitions/Pet` in a 3.x document: the component is there, the way is wrong. */
  function mend(base: string, file: string, fragment: string): Located | undefined {
    const name = documentName(source, base, file);
    const home = name !== undefined && stored.has(name) ? name : base;
    const way = home === base && file !== "" && fragment === "" ? file : fragment;
    const slashed = pointerOfFragment(`/${way}`);
    const direct = slashed === undefined || way === "" ? undefined : present(home, slashed, true);
    if (direct !== undefined) return direct;
    // A file that was not found must not be mistaken for a component of the same name.
    if (home === base && file !== "" && (fragment !== "" || /[./]/.test(file))) return undefined;
    const pointer = componentNamed(stored.get(home)?.json, way.split("/").at(-1) ?? "");
    return pointer === undefined ? undefined : present(home, pointer, true);
  }

  function present(name: string, pointer: JsonPointer, mended: boolean): Located | undefined {
    const value = getAtPointer(stored.get(name)?.json, pointer);
    return value === undefined ? undefined : { value, document: name, pointer, mended };
  }

  function familyOf(name: string): SpecFamily {
    const own = name === "" ? undefined : detectVersion(stored.get(name)?.json ?? null);
    return own?.declared === true ? own.family : family;
  }

  function isMissing(base: string, ref: string): boolean {
    return missing.has(documentName(source, base, ref.split("#", 1)[0] ?? "") ?? "");
  }

  return { main, source, locate, isMissing, at: (name, pointer) => present(name, pointer, false), familyOf };
}

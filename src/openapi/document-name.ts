import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { isUrl } from "./read-source.js";

/**
 * How documents are named: the main one by the empty name, a file by its path relative to the main document's
 * folder, everything else by its URL. Names stand in problems and schema keys, so they hold no path of the
 * machine that the document was read on.
 */
export type MainSource =
  | { readonly kind: "url"; readonly url: string }
  /** Folder and file name, the folder absolute and with forward slashes. */
  | { readonly kind: "file"; readonly folder: string; readonly file: string }
  | { readonly kind: "memory" };

/** The name of the document that `reference` (without fragment) means when it stands in the document `base`. */
export function documentName(main: MainSource, base: string, reference: string): string | undefined {
  if (reference === "") return base;
  const baseUrl = isUrl(base) ? base : main.kind === "url" ? main.url : undefined;
  if (isUrl(reference) || baseUrl !== undefined) {
    const url = URL.canParse(reference, baseUrl) ? new URL(reference, baseUrl).href : undefined;
    return main.kind === "url" && url === main.url ? "" : url;
  }
  const path = filePath(reference);
  if (main.kind !== "file" || path === undefined) return undefined;
  const absolute = posix.resolve(main.folder, posix.dirname(base), path);
  const name = posix.relative(main.folder, absolute);
  return name === main.file ? "" : name;
}

function filePath(reference: string): string | undefined {
  try {
    if (/^file:/i.test(reference)) return fileURLToPath(reference);
    // Any other scheme is a name and not a place.
    return /^[a-z][a-z0-9+.-]+:/i.test(reference) ? undefined : decodeURIComponent(reference);
  } catch {
    return undefined;
  }
}

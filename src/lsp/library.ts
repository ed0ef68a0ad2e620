import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Result } from "#base/result";
import { documentFor } from "#config/document-for";
import { loadConfig } from "#config/load-config";
import type { Api } from "#openapi/api";
import { loadApi } from "#openapi/load-api";
import { isUrl } from "#openapi/read-source";
import { type Knowledge, NOTHING_KNOWN } from "./knowledge.js";

export interface LibraryOptions {
  /** The document that a setting of the editor names, relative to the folder. */
  readonly document?: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Kept {
  readonly stamp: string;
  readonly loaded: Promise<Result<Api>>;
}

/** Documents are kept until they change on disk: a large one takes a second to read, and is asked for at every key. */
export class Library {
  readonly #apis = new Map<string, Kept>();

  constructor(private readonly options: LibraryOptions) {}

  /** What another file changed is not seen in the document's own time: whoever is told of it says so here. */
  forget(): void {
    this.#apis.clear();
  }

  async knowledgeFor(file: string, text: string): Promise<Knowledge> {
    const { document: named, folder, env } = this.options;
    const config = await loadConfig({ cwd: dirname(file), env });
    if (!config.ok) return { ...NOTHING_KNOWN, ...problemOf(config) };
    const { generators = {}, functions = {}, overlay = [] } = config.value.config;
    const names = {
      generators: new Set(Object.keys(generators)),
      functions: new Set(Object.keys(functions)),
    };
    const document = await documentFor({
      ...{ file, text, config: config.value },
      ...(named === undefined ? {} : { named: isUrl(named) ? named : resolve(folder, named) }),
    });
    if (!document.ok) return { ...names, ...problemOf(document) };
    const beside = dirname(config.value.file ?? file);
    const overlays = overlay.map((name) => (isUrl(name) ? name : resolve(beside, name)));
    const api = await this.#load(document.value, overlays);
    if (!api.ok) return { ...names, document: document.value, ...problemOf(api) };
    return { ...names, document: document.value, api: api.value };
  }

  async #load(document: string, overlays: readonly string[]): Promise<Result<Api>> {
    const key = [document, ...overlays].join("\n");
    const stamp = (await Promise.all([document, ...overlays].map(stampOf))).join(" ");
    const kept = this.#apis.get(key);
    if (kept?.stamp === stamp) return kept.loaded;
    const loaded = loadApi(document, { overlays });
    this.#apis.set(key, { stamp, loaded });
    return loaded;
  }
}

/** The first problem is enough to say: it is about a file that is not the one on the screen. */
function problemOf({ problems }: Result<unknown>): Pick<Knowledge, "problem"> {
  const [problem] = problems;
  return problem === undefined ? {} : { problem };
}

/** A document on the network is read once; `forget` reads it again. */
async function stampOf(path: string): Promise<string> {
  if (isUrl(path)) return "";
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? "missing" : `${found.mtimeMs} ${found.size}`;
}

import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Problem, problem } from "#base/problem";
import type { Result } from "#base/result";
import { documentFor } from "#config/document-for";
import { type LoadedConfig, loadConfig } from "#config/load-config";
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

interface Kept<T> {
  readonly stamp: string;
  readonly loaded: Promise<Result<T>>;
}

/**
 * Documents and config files are kept until they change on disk: a large document takes a second to read, a config file
 * may be code, and both are asked for at every key.
 */
export class Library {
  readonly #apis = new Map<string, Kept<Api>>();
  /** By folder: the file that was found upward of it. */
  readonly #configs = new Map<string, Kept<LoadedConfig> & { readonly file: string }>();

  constructor(private readonly options: LibraryOptions) {}

  /** What another file changed is not seen in the time of the one that is kept: whoever is told of it says so here. */
  forget(): void {
    this.#apis.clear();
    this.#configs.clear();
  }

  async knowledgeFor(file: string, text: string): Promise<Knowledge> {
    const { document: named, folder } = this.options;
    const config = await this.#configFor(dirname(file));
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
    // Opening a file must not call whomever it names.
    if (isUrl(document.value) && named === undefined && config.value.config.spec === undefined)
      return { ...names, problem: remote(document.value) };
    const beside = dirname(config.value.file ?? file);
    const overlays = overlay.map((name) => (isUrl(name) ? name : resolve(beside, name)));
    const api = await this.#load(document.value, overlays);
    if (!api.ok) return { ...names, document: document.value, ...problemOf(api) };
    return { ...names, document: document.value, api: api.value };
  }

  async #configFor(folder: string): Promise<Result<LoadedConfig>> {
    const kept = this.#configs.get(folder);
    if (kept !== undefined && kept.stamp === (await stampOf(kept.file))) return kept.loaded;
    const loaded = loadConfig({ cwd: folder, env: this.options.env });
    const read = await loaded;
    // Where there is none, looking again costs nothing.
    if (read.ok && read.value.file !== undefined) {
      const { file } = read.value;
      this.#configs.set(folder, { file, stamp: await stampOf(file), loaded });
    }
    return read;
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

function remote(url: string): Problem {
  const message = `The file names ${url}, which is not fetched for a file that is only looked at.`;
  const hint = "Keep a copy beside the file, or name it in piolet.document or as spec of the config file.";
  return problem("protocol-document-missing", message, hint);
}

/** The first problem is enough to say: it is about a file that is not the one on the screen. */
function problemOf({ problems }: Result<unknown>): Pick<Knowledge, "problem"> {
  const [first] = problems;
  return first === undefined ? {} : { problem: first };
}

/** A document on the network is read once; `forget` reads it again. */
async function stampOf(path: string): Promise<string> {
  if (isUrl(path)) return "";
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? "missing" : `${found.mtimeMs} ${found.size}`;
}

import { access } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { isUrl } from "#openapi/read-source";
import type { LoadedConfig } from "./load-config.js";

export interface DocumentWish {
  /** The protocol or contract file, as an absolute path, and what is in it. */
  readonly file: string;
  readonly text: string;
  /** A document that was named outright: a flag, or a setting of an editor. Taken as it is. */
  readonly named?: string;
  readonly config: LoadedConfig;
}

const NAMES = ["openapi", "swagger"].flatMap((name) =>
  ["yaml", "yml", "json"].map((ending) => `${name}.${ending}`),
);

/** `# spec: openapi.yaml` or `// spec: openapi.yaml`, in the comments at the head of the file. */
const SPEC_COMMENT = /^\s*(?:#|\/\/)\s*spec:\s*(\S.*?)\s*$/;

/** Folders upward that are looked into. A project's own folder ends the search before. */
const MOST_FOLDERS = 20;

/**
 * Which OpenAPI document a protocol or contract file is about: the one that was named, else the one that the file
 * itself names, else that of the config file, else the only one of a usual name beside the file or in the next folder
 * upward that has any. Commands and editors go by the same rule, so that both say the same of a file.
 */
export async function documentFor({ file, text, named, config }: DocumentWish): Promise<Result<string>> {
  if (named !== undefined) return ok(named);
  const own = namedByFile(text);
  if (own !== undefined) return ok(from(dirname(file), own));
  const { spec } = config.config;
  if (spec !== undefined) return ok(from(dirname(config.file ?? file), spec));
  let folder = dirname(file);
  for (let depth = 0; depth < MOST_FOLDERS; depth++) {
    const found = await existing(folder, NAMES);
    if (found.length === 1) return ok(join(folder, found[0] ?? ""));
    if (found.length > 1) return failed(missing(`There are several documents: ${found.join(", ")}.`));
    const above = dirname(folder);
    if (above === folder || (await existing(folder, [".git"])).length > 0) break;
    folder = above;
  }
  return failed(missing("No OpenAPI document is named, and there is none of a usual name here."));
}

function namedByFile(text: string): string | undefined {
  for (const line of text.slice(0, 10_000).split("\n")) {
    const [, spec] = SPEC_COMMENT.exec(line) ?? [];
    if (spec !== undefined) return spec;
    if (!/^\s*(?:#|\/\/|$)/.test(line)) return undefined;
  }
  return undefined;
}

function from(folder: string, document: string): string {
  return isUrl(document) ? document : resolve(folder, document);
}

async function existing(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    names.map((name) =>
      access(join(folder, name)).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return there.flat();
}

function missing(message: string) {
  const hint =
    "Give it with --spec, in the file's first line (# spec: openapi.yaml), or as spec of the config file.";
  return problem("protocol-document-missing", message, hint);
}

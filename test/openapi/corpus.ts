import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { hasCorpus, specsFolder } from "./documents.js";

/**
 * Which real documents a test reads. All of them take two minutes, most of it YAML; usually a sample that is the
 * same every time stands for them, and `PIOLET_ALL=1` takes all.
 */
export interface CorpusFile {
  readonly name: string;
  /** As the corpus says, counted by another program. */
  readonly operations: number;
}

/** Every so many documents, from small to large. */
const STEP = 8;

const documents = hasCorpus ? manifest() : [];
export const corpus: readonly CorpusFile[] = process.env.PIOLET_ALL === "1" ? documents : sample();
export const corpusTitle = hasCorpus
  ? `${corpus.length} of ${documents.length} real documents (all with PIOLET_ALL=1)`
  : "real documents (skipped: they need ../shared/specs)";

interface ManifestLine extends CorpusFile {
  readonly version: string;
  readonly bytes: number;
  /** What is odd about it. */
  readonly note: string;
}

/** Evenly by size, and of every kind: the largest of each format, one of each version of OpenAPI, each that is odd. */
function sample(): readonly CorpusFile[] {
  const chosen = new Set([
    ...documents.filter((_, index) => index % STEP === 0),
    ...new Map(documents.map((document) => [extname(document.name), document])).values(),
    ...new Map(documents.toReversed().map((document) => [document.version, document])).values(),
    ...documents.filter(({ note }) => note !== ""),
  ]);
  return documents.filter((document) => chosen.has(document));
}

function manifest(): readonly ManifestLine[] {
  const [header = "", ...lines] = readFileSync(join(specsFolder, "manifest.tsv"), "utf8").split("\n");
  const columns = header.split("\t");
  const byName = new Map(
    lines.map((line) => {
      const cells = line.split("\t");
      return [cells[0], (column: string) => cells[columns.indexOf(column)] ?? ""];
    }),
  );
  return documentsIn(specsFolder)
    .map((name) => {
      const cell = byName.get(name) ?? (() => "");
      return {
        name,
        operations: Number(cell("operations")),
        version: cell("openapi_version"),
        note: cell("note"),
        bytes: statSync(join(specsFolder, name)).size,
      };
    })
    .sort((a, b) => a.bytes - b.bytes || (a.name < b.name ? -1 : 1));
}

export function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => /\.(json|ya?ml)$/.test(file));
}

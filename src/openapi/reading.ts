import type { Documents } from "./documents.js";
import type { Part } from "./part.js";
import type { ProblemLog } from "./problem-log.js";
import { noteCircular, noteMended, noteUnresolved, refOf } from "./reference-problems.js";
import type { SchemaStore } from "./schema-store.js";
import type { SpecFamily } from "./spec-version.js";

/** What every reader of a part needs: the documents, where to note problems, and the lazy schemas. */
export interface Reading {
  readonly documents: Documents;
  readonly family: SpecFamily;
  readonly problems: ProblemLog;
  readonly schemas: SchemaStore;
}

/** The part itself, or what its `$ref` leads to in the end; undefined, and a problem, where that is nothing. */
export function follow(reading: Pick<Reading, "documents" | "problems">, part: Part): Part | undefined {
  return refOf(part) === undefined ? part : followRefs(reading, part);
}

function followRefs(
  { documents, problems }: Pick<Reading, "documents" | "problems">,
  part: Part,
): Part | undefined {
  const seen = new Set<string>();
  let current = part;
  for (let ref = refOf(current); ref !== undefined; ref = refOf(current)) {
    const located = documents.locate(current.document, ref);
    if (located === undefined) {
      if (!documents.isMissing(current.document, ref)) noteUnresolved(problems, current, ref);
      return undefined;
    }
    if (located.mended) noteMended(problems, current, ref, located);
    const key = `${located.document}#${located.pointer}`;
    if (seen.has(key)) {
      noteCircular(problems, part, ref);
      return undefined;
    }
    seen.add(key);
    current = located;
  }
  return current;
}

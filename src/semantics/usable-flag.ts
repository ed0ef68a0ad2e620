import type { Schema, Schemas } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";

/**
 * What a member that switches a whole thing on or off is best sent as: nothing can be put into a location that is not
 * active, and nobody orders from a shop that is closed. What the document takes for usual goes first. Undefined where the
 * member says something else: `notificationsEnabled` is an option like any other.
 */
export function usableFlag(name: string, schema: Schema, schemas: Schemas): boolean | undefined {
  const words = nameWords(name);
  const [only = "", ...others] = ["is", "are"].includes(words[0] ?? "") ? words.slice(1) : words;
  if (others.length > 0 || !(ON.has(only) || OFF.has(only))) return undefined;
  if (SAID.some((keyword) => keywordOf(schema, keyword, schemas) !== undefined)) return undefined;
  const usual = keywordOf(schema, "default", schemas);
  return typeof usual === "boolean" ? usual : ON.has(only);
}

const ON = new Set("active activated enabled open available published visible live online".split(" "));

const OFF = new Set(
  "inactive deactivated disabled closed unavailable unpublished hidden offline archived deleted blocked locked suspended paused frozen banned expired draft".split(
    " ",
  ),
);

/** Where the document shows what to send, that is sent. */
const SAID = ["example", "examples", "enum", "const"];

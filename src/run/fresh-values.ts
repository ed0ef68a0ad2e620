import type { Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import type { Fresh } from "#calls/template";
import type { Schema, Schemas } from "#openapi/api";
import { compileValidator } from "#values/compile-validator";
import { drawGenerated } from "#values/draw-generated";
import { freshValue } from "#values/fresh-value";
import type { Generators } from "#values/generators";
import { nameWords } from "#values/name-words";
import { shortValue } from "#values/short-value";
import { dateAfter, dateInSpan, dateLaterThan, spanPart, spanPlace } from "#values/span";
import type { FreshValues } from "./world.js";

/**
 * Fresh values for one run of a sequence: a name always means the same value within it, and no value is given
 * twice in a whole test run (`used`).
 */
export function createFreshValues(
  schemas: Schemas,
  generators: Generators,
  random: Random,
  used: Map<string, Json[]>,
): FreshValues {
  const drawn = new Map<string, Json>();
  return (fresh) => {
    const known = drawn.get(fresh.name);
    if (known !== undefined) return known;
    const generator = fresh.generator && generators.named(fresh.generator.name);
    if (generator !== undefined) {
      const value = drawGenerated(generator, random.derive(fresh.name), fresh.generator?.literals ?? []);
      drawn.set(fresh.name, value);
      return value;
    }
    const [operation = "", fragment = ""] = fresh.at?.split("#") ?? [];
    const field = fragment.slice(fragment.lastIndexOf("/") + 1);
    const earlier = used.get(field) ?? [];
    const avoid = isMeasure(field, fresh.sample) ? earlier.slice(-FEW) : earlier;
    const schema = (fresh.schema ?? true) as Schema;
    const place = { schemas, generators, operation, fragment, name: field };
    // A user's generator is for a field by its own name.
    const told = generators.isEmpty ? spanPlace(parsePointer(fragment))?.name : undefined;
    const own = { ...place, name: told ?? field, avoid, random: random.derive(fresh.name) };
    // A user's generator knows better what a readable value is.
    const short = fresh.form === "short" && generators.isEmpty ? shortValue(schema, own) : undefined;
    const found = short ?? timed(fresh, earlier, random, place) ?? freshValue(schema, own);
    const value = formed(found ?? fresh.sample, fresh.form, schema, schemas);
    used.set(field, [...earlier.slice(-MEMORY), value]);
    drawn.set(fresh.name, value);
    return value;
  };
}

/** Begin and end of one call are drawn with the same randomness: only the last part of their names differs. */
function timed(
  { form, name, sample, after }: Fresh,
  earlier: readonly Json[],
  random: Random,
  { generators, operation, fragment }: { generators: Generators; operation: string; fragment: string },
): Json | undefined {
  const cut = name.lastIndexOf(": ");
  const field = name.slice(cut + 1).trim();
  const part = form === "span" ? spanPart(field) : undefined;
  const isUsers = generators.at({ operation, fragment, field, schemaNames: [] }) !== undefined;
  if (typeof sample !== "string" || isUsers) return undefined;
  if (form === "later") return dateLaterThan(earlier, sample);
  if (after !== undefined) return dateAfter(after.units, sample, random.derive(`${after.call}: span`));
  if (part === undefined) return undefined;
  return dateInSpan(part, sample, random.derive(`${name.slice(0, cut)}: span`));
}

/**
 * A price or a number of seats may come again; were each given once only, what is plausible would be used up in a long
 * run, and its end would be tried with other values than its beginning.
 */
function isMeasure(field: string, sample: Json): boolean {
  const last = nameWords(field).at(-1) ?? "";
  return typeof sample === "number" && !["id", "no", "number", "nr", "key", "code", "index"].includes(last);
}

const FEW = 20;

/** How many earlier values a new one is compared with. */
const MEMORY = 200;

function formed(value: Json, form: Fresh["form"], schema: Schema, schemas: Schemas): Json {
  if ((form !== "slug" && form !== "word") || typeof value !== "string") return value;
  const plain = value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, form === "slug" ? "-" : "_")
    .replace(/^[-_]|[-_]$/g, "");
  const validator = compileValidator(schema, { schemas, direction: "request" });
  return plain !== "" && validator.ok && validator.value(plain).length === 0 ? plain : value;
}

import { isArray, isObject, type Json } from "#base/json";
import { looksLikeDate } from "#base/looks-like-date";
import type { Template } from "#calls/template";
import type { Api, Schema } from "#openapi/api";
import { itemsOf, keywordOf, membersOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { spanPlace } from "#values/span";
import type { Drafting, DraftStyle } from "./drafting.js";
import { leastNumber } from "./least-number.js";
import { isListOfOne } from "./reference-places.js";

/** Bodies come in envelopes, and what is in them varies as well. Deeper down it hardly matters, but for references. */
const NESTING = 2;

/** A value that was drawn, with what varies in it from run to run, and what it names. */
export function draftMember(
  place: readonly string[],
  value: Json,
  schema: Schema | undefined,
  options: Drafting,
  depth = 0,
): Template {
  const { style, api, leaveOut } = options;
  const name = place.at(-1) ?? "";
  const [list] = name === FIRST ? place.slice(-2) : [];
  if (schema === undefined) return { kind: "value", value };
  if (isObject(value)) {
    const declared = membersOf(schema, api.schemas);
    const members = Object.entries(value)
      .filter(([inner]) =>
        list === undefined
          ? depth > 0 || !leaveOut.has(`${name}.${inner}`)
          : !leaveOut.has(`${list}.${inner}`),
      )
      .map(([inner, part]): [string, Template] => {
        const own = declared.get(inner)?.schema;
        const known = own === undefined ? undefined : options.bound("within", inner, own, [], place);
        return [inner, known ?? draftMember([...place, inner], part, own, options, depth + 1)];
      });
    const isPlain = depth >= NESTING && members.every(([, member]) => member.kind === "value");
    return isPlain ? { kind: "value", value } : { kind: "object", members: Object.fromEntries(members) };
  }
  const entry = isArray(value) ? draftEntry(place, value, schema, options, depth) : undefined;
  if (entry !== undefined) return { kind: "array", items: [entry] };
  if (depth > NESTING) return { kind: "value", value };
  // The least of all ids is somebody's: what may name a thing is never made small.
  const isAmount = style.least === true && typeof value === "number" && !mayNameThing(name);
  const least = isAmount ? leastNumber(schema, api) : undefined;
  if (least !== undefined) return { kind: "value", value: least };
  const little = typeof value === "number" && asksForLeast(name) ? leastNumber(schema, api) : undefined;
  if (little !== undefined) return littleAtMost(name, little, schema, style);
  const varies =
    style.fresh === "scalars"
      ? isPlainScalar(value, schema, api)
      : tellsThingsApart(name, value, schema, api);
  // Two dates of one stretch of time may have one name: each is drawn for itself.
  const { name: own = name } = looksLikeDate(value) ? (spanPlace(place) ?? {}) : {};
  return varies ? { kind: "fresh", name: own, sample: value, schema } : { kind: "value", value };
}

/** `min_order`, `minimumAge`: what a thing asks of whatever is made for it. Of a little there is most often enough. */
function asksForLeast(name: string): boolean {
  const words = nameWords(name);
  return words.length > 1 && ["min", "minimum"].includes(words[0] ?? "");
}

function littleAtMost(name: string, most: number, schema: Schema, { fresh }: DraftStyle): Template {
  const value: Template = { kind: "value", value: most };
  return fresh === "scalars"
    ? { kind: "fresh", name, sample: most, schema: { allOf: [schema, { maximum: most }] } }
    : value;
}

/** How the first entry of a list stands in a pointer. */
const FIRST = "0";

/** The one entry of a list whose entries name things: made up, such names would lead nowhere. */
function draftEntry(
  place: readonly string[],
  [first]: readonly Json[],
  schema: Schema,
  options: Drafting,
  depth: number,
): Template | undefined {
  const { api, draft, random } = options;
  const items = itemsOf(schema, api.schemas);
  if (items === undefined || !isListOfOne(schema, api.schemas)) return undefined;
  const alone = options.bound("within", FIRST, items, [], place);
  if (alone !== undefined) return alone;
  const name = place.at(-1) ?? "";
  const value = first ?? draft(items, name, random.derive(name), options.operation);
  if (!isObject(value)) return undefined;
  const entry = draftMember([...place, FIRST], value, items, options, depth + 1);
  return entry.kind === "object" && Object.values(entry.members).some(({ kind }) => kind === "reference")
    ? entry
    : undefined;
}

/** `assignmentId`, `from`, `parent`, `account_no`. */
function mayNameThing(name: string): boolean {
  const words = nameWords(name);
  return NAMING.has(words.at(-1) ?? "") || ["from", "to", "parent", "owner"].includes(words[0] ?? "");
}

const NAMING = new Set("id ids ref reference key no nr number uuid guid code".split(" "));

/** A string or number whose schema leaves room for another one. */
function isPlainScalar(value: Json, schema: Schema, api: Api): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const types = typesOf(schema, api.schemas);
  const closed = ["enum", "const"].some((keyword) => keywordOf(schema, keyword, api.schemas) !== undefined);
  return !closed && (types.has("string") || types.has("integer") || types.has("number"));
}

function tellsThingsApart(name: string, value: Json, schema: Schema, api: Api): boolean {
  return (
    /(id|name|key|slug|code|email|mail|title|login|user|number|sku|label)$/i.test(name) &&
    isPlainScalar(value, schema, api)
  );
}

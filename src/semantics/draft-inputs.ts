import { isObject, type Json, type JsonObject } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Random } from "#base/random";
import type { CallInputs } from "#calls/call";
import type { Template } from "#calls/template";
import { chooseMediaType } from "#http/choose-media-type";
import type { Api, MediaType, Operation, OperationKey, Parameter, Schema } from "#openapi/api";
import { wrappedIn } from "#openapi/payload";
import { keywordOf, type Member, membersOf, typesOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { spanPlace } from "#values/span";
import { leastNumber } from "./least-number.js";
import { SELF } from "./recipe.js";
import { repeats } from "./repeated-member.js";

/**
 * How daring a drafted input is. Services refuse what their document allows, so several drafts are tried: a
 * full body with a value of its own in every field says most, a bare one is most often accepted.
 */
export interface DraftStyle {
  readonly members: "all" | "required";
  /** Which plain values are drawn anew on every run: all of them, or only what tells things apart. */
  readonly fresh: "scalars" | "names";
  /** Names without spaces and capitals: many services want them so and do not say it. */
  readonly slugs?: true;
  /** Amounts as small as the document allows: what is taken from a thing must be in it. */
  readonly least?: true;
}

export const DRAFT_STYLES: readonly DraftStyle[] = [
  { members: "all", fresh: "scalars" },
  { members: "all", fresh: "names" },
  { members: "required", fresh: "scalars" },
  { members: "required", fresh: "names" },
  { members: "all", fresh: "scalars", slugs: true },
  { members: "required", fresh: "names", slugs: true },
  { members: "required", fresh: "names", least: true },
];

/** A plausible value for a schema, or undefined where none can be made. */
export type Draft = (
  schema: Schema,
  name: string,
  random: Random,
  operation: OperationKey,
) => Json | undefined;

/** The input of this name where it is an id that is known. */
export type Bound = (
  /** `within`: in an object that is a member of the body, where only what is known to be a reference is one. */
  place: "path" | "body" | "within",
  name: string,
  schema: Schema,
  /** What stands beside it in the body, and the members around that. */
  members: readonly string[],
  around?: readonly string[],
) => Template | undefined;

export interface DraftOptions {
  readonly api: Api;
  readonly random: Random;
  readonly style: DraftStyle;
  readonly draft: Draft;
  /** What is known of an input, by place and name: a reference to a parent, the thing's own id. */
  readonly bound: Bound;
  /** Members of the body that a refusal objected to; `changes.owner` is one within another. */
  readonly leaveOut: ReadonlySet<string>;
  /** Members of the body that a refusal missed. */
  readonly demanded: ReadonlySet<string>;
  /** Query parameters that are not demanded are sent as well. */
  readonly optionalQuery?: boolean;
}

export function draftInputs(operation: Operation, options: DraftOptions): CallInputs {
  const place = (wanted: Parameter["in"]) =>
    Object.fromEntries(
      operation.parameters
        .filter(
          (parameter) =>
            parameter.in === wanted &&
            (parameter.required ||
              wanted === "path" ||
              (wanted === "query" && options.optionalQuery === true)),
        )
        .map((parameter) => [parameter.name, draftParameter(operation, parameter, options)]),
    );
  const inputs = {
    path: place("path"),
    query: place("query"),
    header: place("header"),
    cookie: place("cookie"),
  };
  const media = operation.body === undefined ? undefined : chooseMediaType(operation.body);
  if (media === undefined) return inputs;
  return {
    ...inputs,
    body: { contentType: media.contentType, content: draftBody(operation, media, options) },
  };
}

function draftParameter(operation: Operation, parameter: Parameter, options: DraftOptions): Template {
  const known =
    parameter.in === "path" ? options.bound("path", parameter.name, parameter.schema, []) : undefined;
  if (known !== undefined) return placed(known, `${operation.key}#${parameter.name}`, options.style);
  // Which version there is, nobody knows before it is read; HTTP has a word for whichever it is.
  if (parameter.in === "header" && parameter.name.toLowerCase() === "if-match")
    return { kind: "value", value: "*" };
  const example = parameter.examples[0];
  const value =
    example ??
    options.draft(parameter.schema, parameter.name, options.random.derive(parameter.name), operation.key);
  return { kind: "value", value: value ?? "" };
}

function draftBody(operation: Operation, media: MediaType, options: DraftOptions): Template {
  const { api, random, draft } = options;
  const { schema } = media;
  const drafts =
    schema === undefined
      ? [media.examples[0] ?? {}]
      : DRAWS.map((draw) => draft(schema, "body", random.derive(draw), operation.key));
  // Drafts leave optional members out now and then; the fullest one says most.
  const whole = drafts.reduce((best, other) => (sizeOf(other) > sizeOf(best) ? other : best));
  if (!isObject(whole)) return { kind: "value", value: whole ?? {} };
  return draftObject(operation, whole, membersOf(schema, api.schemas), options, []);
}

/** The body, or what stands in its envelope: `{data: {attributes: {…}}}`. */
function draftObject(
  operation: Operation,
  whole: JsonObject,
  declared: ReadonlyMap<string, Member>,
  options: DraftOptions,
  around: readonly string[],
): Template {
  const { api, random, draft } = options;
  const names = [...declared.keys()];
  const members: [string, Template][] = [];
  const at = (name: string, template: Template) =>
    placed(template, `${operation.key}#${formatPointer([...around, name])}`, options.style);
  const wanted = (name: string, required: boolean): boolean =>
    required ||
    options.demanded.has(name) ||
    (options.style.members === "all" && !options.leaveOut.has(name));
  const wrapped = wrappedIn(declared, api.schemas);
  for (const [name, value] of Object.entries(whole)) {
    const member = declared.get(name);
    if (name === wrapped && isObject(value)) {
      const inside = membersOf(member?.schema, api.schemas);
      members.push([name, draftObject(operation, value, inside, options, [...around, name])]);
      continue;
    }
    const known =
      member === undefined ? undefined : options.bound("body", name, member.schema, names, around);
    const isOwn = known?.kind === "reference" && known.call === SELF;
    if (!isOwn && !wanted(name, member?.required === true)) continue;
    members.push([name, at(name, known ?? draftMember([...around, name], value, member?.schema, options))]);
  }
  // What is bound or demanded is sent even where the draft left it out: an optional reference is worth having.
  for (const [name, member] of declared) {
    if (members.some(([present]) => present === name)) continue;
    const known = options.bound("body", name, member.schema, names, around);
    // Which thing is meant must be said, whether the document demands it or not.
    const isOwn = known?.kind === "reference" && known.call === SELF;
    // Required and bound it may be, but what is the service's to say is not said to it, unless it asks for it.
    const isTheirs =
      keywordOf(member.schema, "readOnly", api.schemas) === true && !options.demanded.has(name);
    if (!isOwn && (isTheirs || !wanted(name, member.required))) continue;
    const missed = options.demanded.has(name)
      ? draft(member.schema, name, random.derive(name), operation.key)
      : undefined;
    if (known !== undefined) members.push([name, at(name, known)]);
    else if (missed !== undefined)
      members.push([name, at(name, draftMember([...around, name], missed, member.schema, options))]);
  }
  return { kind: "object", members: Object.fromEntries(repeated(members)) };
}

/** What is asked for twice is the same both times: `password` and `confirmPassword`. */
function repeated(members: readonly [string, Template][]): readonly [string, Template][] {
  return members.map(([name, template]) => [
    name,
    members.find(([other]) => repeats(name, other))?.[1] ?? template,
  ]);
}

const DRAWS = ["first", "second", "third", "fourth"];

/** Members at any depth: what stands in an envelope counts as well. */
function sizeOf(value: Json | undefined): number {
  return isObject(value) ? Object.values(value).reduce<number>((sum, part) => sum + 1 + sizeOf(part), 0) : 0;
}

/** Fresh values know where they go, so that the user's generators find them, and what form they must have. */
function placed(template: Template, at: string, style: DraftStyle): Template {
  if (template.kind === "object") {
    const members = Object.entries(template.members).map(([name, member]) => [
      name,
      placed(member, at + formatPointer([name]), style),
    ]);
    return { kind: "object", members: Object.fromEntries(members) };
  }
  if (template.kind !== "fresh") return template;
  return { ...template, at, ...(style.slugs === true ? { form: "slug" } : {}) };
}

/** Bodies come in envelopes, and what is in them varies as well. Deeper down it hardly matters, but for references. */
const NESTING = 2;

function draftMember(
  place: readonly string[],
  value: Json,
  schema: Schema | undefined,
  options: DraftOptions,
  depth = 0,
): Template {
  const { style, api, leaveOut } = options;
  const name = place.at(-1) ?? "";
  if (schema === undefined) return { kind: "value", value };
  if (isObject(value)) {
    const declared = membersOf(schema, api.schemas);
    const members = Object.entries(value)
      .filter(([inner]) => depth > 0 || !leaveOut.has(`${name}.${inner}`))
      .map(([inner, part]): [string, Template] => {
        const own = declared.get(inner)?.schema;
        const known = own === undefined ? undefined : options.bound("within", inner, own, [], place);
        return [inner, known ?? draftMember([...place, inner], part, own, options, depth + 1)];
      });
    const isPlain = depth >= NESTING && members.every(([, member]) => member.kind === "value");
    return isPlain ? { kind: "value", value } : { kind: "object", members: Object.fromEntries(members) };
  }
  if (depth > NESTING) return { kind: "value", value };
  // The least of all ids is somebody's: what may name a thing is never made small.
  const isAmount = style.least === true && typeof value === "number" && !mayNameThing(name);
  const least = isAmount ? leastNumber(schema, api) : undefined;
  if (least !== undefined) return { kind: "value", value: least };
  const varies =
    style.fresh === "scalars"
      ? isPlainScalar(value, schema, api)
      : tellsThingsApart(name, value, schema, api);
  // Two dates of one stretch of time may have one name: each is drawn for itself.
  const { name: own = name } = looksLikeDate(value) ? (spanPlace(place) ?? {}) : {};
  return varies ? { kind: "fresh", name: own, sample: value, schema } : { kind: "value", value };
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

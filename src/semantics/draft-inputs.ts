import { isObject, type Json, type JsonObject } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import type { Template } from "#calls/template";
import { chooseMediaType } from "#http/choose-media-type";
import type { MediaType, Operation, Parameter } from "#openapi/api";
import { wrappedIn } from "#openapi/payload";
import { keywordOf, type Member, membersOf } from "#openapi/schema-shape";
import { draftMember } from "./draft-member.js";
import type { Drafting, DraftOptions, DraftStyle } from "./drafting.js";
import { SELF } from "./recipe.js";
import { repeats } from "./repeated-member.js";
import { usableFlag } from "./usable-flag.js";

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
    body: {
      contentType: media.contentType,
      content: draftBody(media, { ...options, operation: operation.key }),
    },
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

function draftBody(media: MediaType, options: Drafting): Template {
  const { api, random, draft, operation } = options;
  const { schema } = media;
  const drafts =
    schema === undefined
      ? [media.examples[0] ?? {}]
      : DRAWS.map((draw) => draft(schema, "body", random.derive(draw), operation));
  // Drafts leave optional members out now and then; the fullest one says most.
  const whole = drafts.reduce((best, other) => (sizeOf(other) > sizeOf(best) ? other : best));
  if (!isObject(whole)) return { kind: "value", value: whole ?? {} };
  return draftObject(whole, membersOf(schema, api.schemas), options, []);
}

/** The body, or what stands in its envelope: `{data: {attributes: {…}}}`. */
function draftObject(
  whole: JsonObject,
  declared: ReadonlyMap<string, Member>,
  options: Drafting,
  around: readonly string[],
): Template {
  const { api, random, draft, operation } = options;
  const names = [...declared.keys()];
  const members: [string, Template][] = [];
  const at = (name: string, template: Template) =>
    placed(template, `${operation}#${formatPointer([...around, name])}`, options.style);
  const wanted = (name: string, required: boolean): boolean =>
    required ||
    options.demanded.has(name) ||
    (options.style.members === "all" && !options.leaveOut.has(name));
  const wrapped = wrappedIn(declared, api.schemas);
  for (const [name, value] of Object.entries(whole)) {
    const member = declared.get(name);
    if (name === wrapped && isObject(value)) {
      const inside = membersOf(member?.schema, api.schemas);
      members.push([name, draftObject(value, inside, options, [...around, name])]);
      continue;
    }
    const known =
      member === undefined ? undefined : options.bound("body", name, member.schema, names, around);
    const isOwn = known?.kind === "reference" && known.call === SELF;
    if (!isOwn && !wanted(name, member?.required === true)) continue;
    // Alone, it is what the call is about.
    const flag =
      typeof value === "boolean" && member !== undefined && declared.size > 1
        ? usableFlag(name, member.schema, api.schemas)
        : undefined;
    members.push([
      name,
      at(name, known ?? draftMember([...around, name], flag ?? value, member?.schema, options)),
    ]);
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
      ? draft(member.schema, name, random.derive(name), operation)
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

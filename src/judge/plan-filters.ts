import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { OwnValue } from "#calls/own-values";
import { hasPlace, opening, replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation, Schema } from "#openapi/api";
import { itemsOf, keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { GONE, planGone } from "./filtered-when-gone.js";
import { askedBy, fieldNamedIn, inputsOf, type ListInput } from "./list-inputs.js";
import { sizeParameter } from "./list-operations-of.js";
import type { Ground } from "./oracle.js";
import { type SentMember, sentMembers } from "./sent-members.js";
import { idFieldOf, type Kind, Situation } from "./situation.js";

/** The calls with which `filters-filter` tries the inputs of a list that have the name of a field. */
export const CALLS = { make: "make it", other: "make another", update: "update", look: "look" } as const;

/** Begin the ids of lists; the name of the parameter follows. */
export const LIST = {
  /** By a value that nothing has. */
  none: "list nothing by ",
  other: "list the other by ",
  own: "list it by ",
  changed: "list it as changed by ",
  before: "list it as before by ",
  /** By its own value and that of the other one, where a filter takes several. */
  both: "list both by ",
  page: "list the other on a page of one by ",
} as const;

/**
 * Begin the ids of lists by two filters at once, whose names follow: by what the thing has of both, and by what it has of
 * the one and the other thing has of the other.
 */
export const TWO = { own: "ask for it with ", crossed: "ask for nothing with ", and: " and " } as const;

/** So many parameters of one list are tried. */
const MOST = 3;

export interface Filter {
  readonly input: ListInput;
  readonly pointer: JsonPointer;
  readonly values: FilterValues;
  /** A thing has several of them, as with tags. */
  readonly isOfMany: boolean;
}

/** What the thing, the other one and nothing have there; `changed` is what an update sets. */
type FilterValues =
  | { readonly kind: "drawn"; readonly template: Template }
  /** The id of something else, of which each of the two has its own: `GET /posts?authorId=7`. */
  | { readonly kind: "referred" }
  | {
      readonly kind: "chosen";
      readonly own: Json;
      readonly other: Json;
      readonly third?: Json;
      /** All of them. */
      readonly choices: readonly Json[];
    };

export function filtersOf(ground: Ground, kind: Kind, list: Operation): readonly Filter[] {
  const { api } = ground.known;
  const members = sentMembers(api, kind.create);
  const inputs = inputsOf(list, api);
  const mayBeTried = (filters: readonly Filter[]) => [
    ...filters.filter((filter) => !isOfTwo(filter)).slice(0, MOST),
    ...filters.filter(isOfTwo).slice(0, MOST),
  ];
  const found = inputs.flatMap((input): Filter[] => {
    const member = members.find(({ name }) => sameWords(name, input.name));
    if (member === undefined || member.name === idFieldOf(kind)) return [];
    const { name, template, schema: declared } = member;
    const inner = firstOfMany(template);
    const choices = keywordOf(declared, "enum", api.schemas);
    const values =
      inner === undefined ? valuesOf(template, choices, input, api) : ofMany(name, inner.template, declared);
    const pointer = pointerWithin(member);
    return values === undefined ? [] : [{ input, pointer, values, isOfMany: inner !== undefined }];
  });
  const isOther = ({ name, required }: ListInput) =>
    required && !found.some(({ input }) => input.name === name);
  return inputs.some(isOther) ? [] : mayBeTried(found);
}

/** A text of which each thing can have its own; where only a few are allowed, two things may well share one. */
function ofMany(name: string, template: Template, declared: Schema | undefined): FilterValues | undefined {
  const isFree = !JSON.stringify(declared ?? {}).includes('"enum"');
  return isFree ? { kind: "drawn", template: drawn(name, template) } : undefined;
}

/** Where a member says what a filter goes by: the member itself, or the name of the first one of several. */
export function pointerWithin({ pointer, template }: SentMember): JsonPointer {
  const inner = firstOfMany(template);
  return inner === undefined ? pointer : pointer + formatPointer(["0", ...inner.path]);
}

/** The text by which the first one of several is known: itself, its name, or whatever text it has. */
function firstOfMany(template: Template | undefined): Pick<OwnValue, "path" | "template"> | undefined {
  const list = template && (opening(template) ?? template);
  const [first] = list?.kind === "array" ? list.items : [];
  if (first === undefined) return undefined;
  const item = opening(first) ?? first;
  if (textOf(item) !== undefined) return { path: [], template: item };
  const members = item.kind === "object" ? Object.entries(item.members) : [];
  const texts = members.filter(([, member]) => textOf(member) !== undefined);
  const [name, own] = texts.find(([one]) => one === "name") ?? texts[0] ?? [];
  return name === undefined || own === undefined ? undefined : { path: [name], template: own };
}

function textOf(template: Template): string | undefined {
  const text =
    template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : undefined;
  return typeof text === "string" ? text : undefined;
}

/** What was the same for all things is drawn for each: a tag that only one of them has. */
function drawn(name: string, template: Template): Template {
  const sample = textOf(template);
  return template.kind !== "value" || sample === undefined ? template : { kind: "fresh", name, sample };
}

function valuesOf(
  template: Template,
  choices: Json | undefined,
  input: ListInput,
  api: Api,
): FilterValues | undefined {
  if (template.kind === "fresh") return { kind: "drawn", template };
  if (template.kind === "reference") return { kind: "referred" };
  if (template.kind === "value" && typeof template.value === "boolean")
    return isSwitch(input, api)
      ? undefined
      : { kind: "chosen", own: template.value, other: !template.value, choices: [true, false] };
  if (template.kind !== "value" || !isArray(choices)) return undefined;
  const [other, third] = choices.filter((choice) => !jsonEqual(choice, template.value) && choice !== null);
  if (other === undefined || typeof template.value !== "string") return undefined;
  return { kind: "chosen", own: template.value, other, choices, ...(third === undefined ? {} : { third }) };
}

/** "Only what is public", "Include what is archived": with no such a list is as without it. */
function isSwitch({ schema, says = "" }: ListInput, { schemas }: Api): boolean {
  return keywordOf(schema, "default", schemas) !== undefined || /\b(only|includ\w*|also|show)\b/i.test(says);
}

/** Yes or no: a thing that is made the other way may be refused, so others do not wait for it. */
export function isOfTwo({ values }: Filter): boolean {
  return values.kind === "chosen" && typeof values.own === "boolean";
}

/** Another choice than the first thing has; what is drawn differs by itself. */
function withOthersChoices(call: Call, filters: readonly Filter[]): Call {
  let changed = withOwnOfMany(call, filters);
  for (const { pointer, values } of filters) {
    if (values.kind === "chosen")
      changed = { ...changed, ...replaceInBody(changed, pointer, value(values.other)) };
  }
  return changed;
}

function withOwnOfMany(call: Call, filters: readonly Filter[]): Call {
  let changed = call;
  for (const { pointer, values, isOfMany } of filters) {
    if (!isOfMany || values.kind !== "drawn" || values.template.kind !== "fresh") continue;
    const own = { ...values.template, name: `${call.id}: ${values.template.name}` };
    changed = { ...changed, ...replaceInBody(changed, pointer, own) };
  }
  return changed;
}

export function sameWords(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => nameWords(fieldNamedIn(name)).join(" "));
  return left === right;
}

export function planFilters(
  oracle: string,
  ground: Ground,
  kind: Kind,
  list: Operation,
  filters: readonly Filter[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make, (call) => withOwnOfMany(call, filters));
  situation.make(CALLS.other, (call) => withOthersChoices(call, filters));
  const { api } = ground.known;
  const takesSeveral = ({ input }: Filter) => itemsOf(input.schema, api.schemas) !== undefined;
  const also = (call: Call, filter: Filter, ...wanted: readonly Template[]): Call => {
    const [first] = wanted;
    const sent: Template | undefined = takesSeveral(filter) ? { kind: "array", items: wanted } : first;
    return sent === undefined ? call : askedBy(call, list, filter.input, sent);
  };
  const by = (prefix: string, filter: Filter, ...wanted: readonly Template[]): Call =>
    also(situation.plain(prefix + filter.input.name, list.key, things), filter, ...wanted);
  const valueAt = (call: string, pointer: JsonPointer): Template => ({
    kind: "reference",
    call,
    source: { in: "request body", pointer },
  });
  for (const filter of filters) {
    const nobodys = nobodysValue(filter);
    if (nobodys !== undefined) situation.add(by(LIST.none, filter, nobodys));
    situation.add(
      by(LIST.other, filter, valueAt(CALLS.other, filter.pointer)),
      by(LIST.own, filter, valueAt(CALLS.make, filter.pointer)),
    );
    // Whether one of several tags will do, or all are asked for, only the document could say.
    if (takesSeveral(filter) && (!filter.isOfMany || saysAny(list)))
      situation.add(
        by(LIST.both, filter, valueAt(CALLS.make, filter.pointer), valueAt(CALLS.other, filter.pointer)),
      );
  }
  const [one, two] = filters;
  const size = sizeParameter(list, api);
  const smallest = size && keywordOf(size.schema, "minimum", api.schemas);
  if (one !== undefined && size !== undefined && !(typeof smallest === "number" && smallest > 1)) {
    // The second of the two: the first may be on the first page by chance.
    const call = by(LIST.page, one, valueAt(CALLS.other, one.pointer));
    situation.add({ ...call, query: { ...call.query, [size.name]: value(1) } });
  }
  if (one !== undefined && two !== undefined) {
    const names = [one, two].map(({ input }) => input.name).join(TWO.and);
    for (const [prefix, from] of [
      [TWO.own, CALLS.make],
      [TWO.crossed, CALLS.other],
    ] as const) {
      const call = by("", one, valueAt(CALLS.make, one.pointer));
      situation.add({ ...also(call, two, valueAt(from, two.pointer)), id: prefix + names });
    }
  }
  const { update } = kind;
  const content = update?.inputs.body?.content;
  const settable = filters.filter(
    ({ pointer, values }) =>
      content !== undefined &&
      hasPlace(content, pointer) &&
      (values.kind === "drawn" || (values.kind === "chosen" && values.third !== undefined)),
  );
  if (update !== undefined && settable.length > 0) {
    let call = situation.working(CALLS.update, update, things);
    for (const { pointer, values } of settable) {
      if (values.kind === "chosen" && values.third !== undefined)
        call = { ...call, ...replaceInBody(call, pointer, value(values.third)) };
    }
    situation.add(call);
    situation.look(CALLS.look, things);
    for (const filter of settable) {
      situation.add(
        by(LIST.changed, filter, valueAt(CALLS.update, filter.pointer)),
        by(LIST.before, filter, valueAt(CALLS.make, filter.pointer)),
      );
    }
  }
  const own = filters.find(({ values }) => values.kind !== "chosen");
  if (own !== undefined) {
    const last = settable.includes(own) ? CALLS.update : CALLS.make;
    planGone(ground, situation, things, by(GONE, own, valueAt(last, own.pointer)));
  }
  const names = filters.map(({ input }) => input.name).join(", ");
  const part = filters.some(isOfTwo) ? `${list.key} by ${names}` : list.key;
  return situation.build(oracle, `list by ${names} with ${list.key}`, part);
}

function saysAny({ summary = "", description = "" }: Operation): boolean {
  const text = `${summary} ${description}`;
  return /\b(any|or)\b/i.test(text) && !/\ball of\b/i.test(text);
}

/** A value that neither thing has: drawn anew, or the third of what can be chosen. */
function nobodysValue({ values, input }: Filter): Template | undefined {
  if (values.kind === "chosen") return values.third === undefined ? undefined : value(values.third);
  return values.kind === "drawn" && values.template.kind === "fresh"
    ? { ...values.template, name: `nobody's ${input.name}` }
    : undefined;
}

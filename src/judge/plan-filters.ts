import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation, Parameter } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { itemsOf, keywordOf, membersOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { demandsOthers } from "./list-operations-of.js";
import type { Ground } from "./oracle.js";
import { idFieldOf, type Kind, Situation } from "./situation.js";

/** The calls with which `filters-filter` tries the query parameters of a list that have the name of a field. */
export const CALLS = { make: "make it", other: "make another", update: "update", look: "look" } as const;

/** Begin the ids of lists; the name of the parameter follows. */
export const LIST = {
  /** By a value that nothing has. */
  none: "list nothing by ",
  other: "list the other by ",
  own: "list it by ",
  changed: "list it as changed by ",
  before: "list it as before by ",
} as const;

/** So many parameters of one list are tried. */
const MOST = 3;

export interface Filter {
  readonly parameter: Parameter;
  readonly pointer: JsonPointer;
  readonly values: FilterValues;
}

/** What the thing, the other one and nothing have there; `changed` is what an update sets. */
type FilterValues =
  | { readonly kind: "drawn"; readonly template: Template }
  /** The id of something else, of which each of the two has its own: `GET /posts?authorId=7`. */
  | { readonly kind: "referred" }
  | { readonly kind: "chosen"; readonly own: Json; readonly other: Json; readonly third?: Json };

export function filtersOf(ground: Ground, kind: Kind, list: Operation): readonly Filter[] {
  const { api } = ground.known;
  const content = kind.create.inputs.body?.content;
  if (content?.kind !== "object") return [];
  const schema = requestSchema(operationOf(api, kind.create.operation));
  const found = list.parameters.flatMap((parameter): Filter[] => {
    if (parameter.in !== "query" || parameter.contentType !== undefined) return [];
    const member = Object.entries(content.members).find(([name]) => sameWords(name, parameter.name));
    if (member === undefined || member[0] === idFieldOf(kind)) return [];
    const [name, template] = member;
    const declared = membersOf(schema, api.schemas).get(name)?.schema;
    const values = valuesOf(template, keywordOf(declared, "enum", api.schemas));
    return values === undefined ? [] : [{ parameter, pointer: `/${name}`, values }];
  });
  const names = found.map(({ parameter }) => parameter.name);
  return demandsOthers(list, names) ? [] : found.slice(0, MOST);
}

function valuesOf(template: Template, choices: Json | undefined): FilterValues | undefined {
  if (template.kind === "fresh") return { kind: "drawn", template };
  if (template.kind === "reference") return { kind: "referred" };
  if (template.kind !== "value" || !isArray(choices)) return undefined;
  const [other, third] = choices.filter((choice) => !jsonEqual(choice, template.value) && choice !== null);
  if (other === undefined || typeof template.value !== "string") return undefined;
  return { kind: "chosen", own: template.value, other, ...(third === undefined ? {} : { third }) };
}

/** Another choice than the first thing has; what is drawn differs by itself. */
function withOthersChoices(call: Call, filters: readonly Filter[]): Call {
  let changed = call;
  for (const { pointer, values } of filters) {
    if (values.kind === "chosen")
      changed = { ...changed, ...replaceInBody(changed, pointer, value(values.other)) };
  }
  return changed;
}

export function sameWords(a: string, b: string): boolean {
  return nameWords(a).join(" ") === nameWords(b).join(" ");
}

export function planFilters(
  oracle: string,
  ground: Ground,
  kind: Kind,
  list: Operation,
  filters: readonly Filter[],
): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.make(CALLS.other, (call) => withOthersChoices(call, filters));
  const by = (prefix: string, { parameter }: Filter, wanted: Template): Call => {
    const plain = situation.plain(`${prefix}${parameter.name}`, list.key, things);
    const isList = itemsOf(parameter.schema, ground.known.api.schemas) !== undefined;
    const sent: Template = isList ? { kind: "array", items: [wanted] } : wanted;
    return { ...plain, query: { ...plain.query, [parameter.name]: sent } };
  };
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
  const names = filters.map(({ parameter }) => parameter.name).join(", ");
  return situation.build(oracle, `list by ${names} with ${list.key}`, list.key);
}

/** A value that neither thing has: drawn anew, or the third of what can be chosen. */
function nobodysValue({ values, parameter }: Filter): Template | undefined {
  if (values.kind === "chosen") return values.third === undefined ? undefined : value(values.third);
  return values.kind === "drawn" && values.template.kind === "fresh"
    ? { ...values.template, name: `nobody's ${parameter.name}` }
    : undefined;
}

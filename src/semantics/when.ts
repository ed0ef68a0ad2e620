import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import { nameWords } from "#values/name-words";
import { spanPart, spanPlace } from "#values/span";

/** Where a body says when a thing takes place: from a begin to an end, or at one moment. */
export interface When {
  readonly begin: DatePlace;
  readonly end?: DatePlace;
  /** The hours that one step of a `Stretch` is long, where whole ones would be too long. */
  readonly unit?: number;
}

export interface DatePlace {
  readonly pointer: JsonPointer;
  readonly template: Template;
  readonly sample: string;
}

const MOMENT = new Set("date day time slot when scheduled".split(" "));

/** Dates that say when something was, or of what: nobody else is kept from the same. */
const ABOUT = new Set(
  "birth born birthday issued created updated modified published release released hired joined purchased founded".split(
    " ",
  ),
);

/** Undefined where the body has no dates, or so many that nobody can say which of them count. */
export function whenIn(content: Template | undefined): When | undefined {
  const dates = content === undefined ? [] : templateLeaves(content).flatMap(datePlace);
  const begins = dates.filter(({ pointer }) => spanPlace(parsePointer(pointer))?.part === "begin");
  const ends = dates.filter(({ pointer }) => spanPlace(parsePointer(pointer))?.part === "end");
  const [begin, end] = [begins[0], ends[0]];
  if (begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined)
    return around(begin) === around(end) ? { begin, end } : undefined;
  const moments = dates.filter(({ pointer }) => isMoment(nameOf(pointer)));
  const [moment] = moments;
  return moment === undefined || moments.length > 1 || ends.length > 0 ? undefined : { begin: moment };
}

/** So many days, or hours (or units), after the begin of the stretch that is drawn for a call: from when to when. */
export type Stretch = readonly [from: number, to: number];

/** The call at another time: both ends of the stretch, or its begin where there is one moment only. */
export function at(call: Call, { begin, end, unit = 1 }: When, [from, to]: Stretch, of: string): Call {
  const put = (changed: Call, place: DatePlace | undefined, units: number): Call =>
    place === undefined
      ? changed
      : { ...changed, ...replaceInBody(changed, place.pointer, dateOf(call.id, place, units, of)) };
  return put(put(call, begin, from * unit), end, to * unit);
}

function dateOf(id: string, { pointer, template, sample }: DatePlace, units: number, call: string): Template {
  const drawn = template.kind === "fresh" ? template : { schema: { type: "string" } };
  const name = `${id}: ${nameOf(pointer)}`;
  return { ...drawn, kind: "fresh", name, sample, form: "span", after: { call, units } };
}

function datePlace({
  pointer,
  template,
}: {
  pointer: JsonPointer;
  template: Template;
}): readonly DatePlace[] {
  const sample =
    template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : undefined;
  return typeof sample === "string" && looksLikeDate(sample) ? [{ pointer, template, sample }] : [];
}

function isMoment(name: string): boolean {
  const words = nameWords(name);
  if (words.some((word) => ABOUT.has(word))) return false;
  return spanPart(name) === "begin" || words.some((word) => MOMENT.has(word));
}

function nameOf(pointer: JsonPointer): string {
  const path = parsePointer(pointer);
  return spanPlace(path)?.name ?? path.at(-1) ?? "";
}

function around({ pointer }: DatePlace): JsonPointer {
  const path = parsePointer(pointer);
  return formatPointer(spanPlace(path)?.around ?? path.slice(0, -1));
}

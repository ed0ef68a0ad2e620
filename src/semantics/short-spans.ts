import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { CallInputs } from "#calls/call";
import { ownValues } from "#calls/own-values";
import { replaceAt } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import { spanPlace } from "#values/span";

/**
 * The same inputs with short stretches of time, a new one each time: a room that is booked from a day in the past to one
 * far ahead cannot be booked again, and some services take no stay of ten years. Undefined where there is no begin and
 * end beside each other, or they are short already.
 */
export function withShortSpans(inputs: CallInputs): CallInputs | undefined {
  const { body } = inputs;
  if (body === undefined) return undefined;
  const content = shortened(body.content);
  return content === body.content ? undefined : { ...inputs, body: { ...body, content } };
}

/** Whether what they make had to be short to have room beside others. */
export function hasShortSpans({ body }: CallInputs): boolean {
  const isSpan = (template: Template): boolean =>
    template.kind === "object"
      ? Object.values(template.members).some(isSpan)
      : template.kind === "fresh" && template.form === "span";
  return body !== undefined && isSpan(body.content);
}

/**
 * These parts of a body, and with the begin of a stretch of time its end: a begin alone, copied from another thing, may lie
 * after the end that is drawn beside it.
 */
export function wholeSpans(
  content: Template | undefined,
  parts: ReadonlySet<JsonPointer>,
): ReadonlySet<JsonPointer> {
  const dates = ownValues(content).flatMap(({ path, pointer, template }) => {
    const place = isDate(template) ? spanPlace(path) : undefined;
    return place === undefined ? [] : [{ pointer, around: formatPointer(place.around) }];
  });
  const touched = new Set(dates.filter(({ pointer }) => parts.has(pointer)).map(({ around }) => around));
  return new Set([
    ...parts,
    ...dates.filter(({ around }) => touched.has(around)).map(({ pointer }) => pointer),
  ]);
}

function shortened(content: Template): Template {
  const dates = templateLeaves(content).flatMap(({ pointer, template }) => {
    const place = isDate(template) ? spanPlace(parsePointer(pointer)) : undefined;
    return place === undefined ? [] : [{ pointer, template, ...place, around: formatPointer(place.around) }];
  });
  const isSpan = (around: JsonPointer) =>
    new Set(dates.filter((date) => date.around === around).map(({ part }) => part)).size === 2;
  return dates.reduce((held: Template, { pointer, template, name, around }) => {
    const short = isSpan(around) ? inSpan(name, template) : template;
    return short === template ? held : replaceAt(held, pointer, short);
  }, content);
}

export function isDate(template: Template): boolean {
  return looksLikeDate(sampleOf(template));
}

function sampleOf(template: Template) {
  if (template.kind === "value") return template.value;
  return template.kind === "fresh" ? template.sample : undefined;
}

function inSpan(name: string, template: Template): Template {
  if (template.kind === "fresh")
    return template.form === "span" ? template : { ...template, name, form: "span" };
  return template.kind === "value"
    ? { kind: "fresh", name, sample: template.value, schema: { type: "string" }, form: "span" }
    : template;
}

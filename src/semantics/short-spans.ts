import { formatPointer, type JsonPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { CallInputs } from "#calls/call";
import { ownValues } from "#calls/own-values";
import type { Template } from "#calls/template";
import { spanPart } from "#values/span";

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
  const dates = ownValues(content).filter(
    ({ path, template }) => isDate(template) && spanPart(path.at(-1) ?? "") !== undefined,
  );
  const around = (path: readonly string[]) => formatPointer(path.slice(0, -1));
  const touched = new Set(dates.filter(({ pointer }) => parts.has(pointer)).map(({ path }) => around(path)));
  return new Set([
    ...parts,
    ...dates.filter(({ path }) => touched.has(around(path))).map(({ pointer }) => pointer),
  ]);
}

function shortened(template: Template): Template {
  if (template.kind !== "object") return template;
  const dates = Object.entries(template.members).filter(([, member]) => isDate(member));
  const parts = new Set(dates.map(([name]) => spanPart(name)));
  const isSpan = parts.has("begin") && parts.has("end");
  const members = Object.entries(template.members).map(([name, member]) => [
    name,
    isSpan && isDate(member) && spanPart(name) !== undefined ? inSpan(name, member) : shortened(member),
  ]);
  const isSame = members.every(([name, member]) => template.members[String(name)] === member);
  return isSame ? template : { kind: "object", members: Object.fromEntries(members) };
}

export function isDate(template: Template): boolean {
  return looksLikeDate(sampleOf(template));
}

function sampleOf(template: Template) {
  if (template.kind === "value") return template.value;
  return template.kind === "fresh" ? template.sample : undefined;
}

function inSpan(name: string, template: Template): Template {
  if (template.kind === "fresh") return template.form === "span" ? template : { ...template, form: "span" };
  return template.kind === "value"
    ? { kind: "fresh", name, sample: template.value, schema: { type: "string" }, form: "span" }
    : template;
}

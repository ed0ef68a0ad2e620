import { looksLikeDate } from "#base/looks-like-date";
import { type Template, value } from "#calls/template";
import { dateAt, spanPart } from "#values/span";

/**
 * Begin and end of a stretch of time that stand beside each other, both by name, for one that is longer by so many days or
 * hours than those that are usually drawn, and meets none of them. Empty where there are not just these two.
 */
export function longerSpans(
  members: Readonly<Record<string, Template>>,
  by: number,
): ReadonlyMap<string, Template> {
  const dates = Object.entries(members).flatMap(([name, template]) => {
    const sample = sampleOf(template);
    const part = spanPart(name);
    return typeof sample === "string" && looksLikeDate(sample) && part !== undefined
      ? [{ name, sample, part }]
      : [];
  });
  const isSpan = dates.length === 2 && new Set(dates.map(({ part }) => part)).size === 2;
  if (!isSpan) return new Map();
  return new Map(
    dates.map(({ name, sample, part }) => [name, value(dateAt(by, part === "begin" ? 0 : 1 + by, sample))]),
  );
}

function sampleOf(template: Template) {
  if (template.kind === "value") return template.value;
  return template.kind === "fresh" ? template.sample : undefined;
}

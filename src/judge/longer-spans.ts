import { parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { replaceAt } from "#calls/replace-in-body";
import { type Template, value } from "#calls/template";
import { templateLeaves } from "#calls/template-leaves";
import { dateAt, spanPlace } from "#values/span";

/**
 * Begin and end of a stretch of time that stand beside each other, both by name, for one that is longer by so many days or
 * hours than those that are usually drawn, and meets none of them. Empty where there are not just these two.
 */
export function longerSpans(
  members: Readonly<Record<string, Template>>,
  by: number,
): ReadonlyMap<string, Template> {
  const whole: Template = { kind: "object", members };
  const dates = templateLeaves(whole).flatMap(({ pointer, template }) => {
    const sample = sampleOf(template);
    const place = spanPlace(parsePointer(pointer));
    // Beside each other here, or in an object each: not in a part of the thing.
    return typeof sample === "string" && looksLikeDate(sample) && place?.around.length === 0
      ? [{ pointer, sample, part: place.part }]
      : [];
  });
  const isSpan = dates.length === 2 && new Set(dates.map(({ part }) => part)).size === 2;
  if (!isSpan) return new Map();
  const longer = dates.reduce(
    (held: Template, { pointer, sample, part }) =>
      replaceAt(held, pointer, value(dateAt(by, part === "begin" ? 0 : 1 + by, sample))),
    whole,
  );
  const changed = longer.kind === "object" ? longer.members : {};
  return new Map(Object.entries(changed).filter(([name, template]) => template !== members[name]));
}

function sampleOf(template: Template) {
  if (template.kind === "value") return template.value;
  return template.kind === "fresh" ? template.sample : undefined;
}

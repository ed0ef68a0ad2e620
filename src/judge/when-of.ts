import { parsePointer } from "#base/json-pointer";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, memberSchemaAt } from "#openapi/schema-shape";
import { type When, whenIn } from "#semantics/when";
import type { Ground } from "./oracle.js";
import type { Kind } from "./situation.js";

/** The longest stretch that oracles make has so many units, and so has the longest that the document must allow. */
const LONGEST = 8;

/** Times are often asked for in whole fives. */
const STEP = 5;

const HOUR = 60;

/**
 * When things of a kind take place, in units that the document leaves room for: where it says that something lasts from 10 to
 * 60 minutes, nothing lasts for hours.
 */
export function whenOf({ known: { api } }: Ground, { create }: Kind): When | undefined {
  const when = whenIn(create.inputs.body?.content);
  if (when?.end === undefined || when.begin.sample.length === "2030-01-01".length) return when;
  const operation = operationOf(api, create.operation);
  const described = [when.begin, when.end].map(({ pointer }) =>
    keywordOf(
      memberSchemaAt(requestSchema(operation), parsePointer(pointer), api.schemas),
      "description",
      api.schemas,
    ),
  );
  const most = longestSaid([operation.summary, operation.description, ...described]);
  if (most === undefined || most >= LONGEST * HOUR) return when;
  return { ...when, unit: Math.max(STEP, Math.floor(most / LONGEST / STEP) * STEP) / HOUR };
}

/** In minutes: the largest number of them, or of hours, that is spoken of. */
function longestSaid(texts: readonly unknown[]): number | undefined {
  const said = texts
    .filter((text) => typeof text === "string")
    .flatMap((text) => [...text.slice(0, 5_000).matchAll(/\b(\d{1,3})[ -](minute|hour)s?\b/gi)])
    .map(([, number, unit = ""]) => Number(number) * (unit.toLowerCase() === "hour" ? HOUR : 1))
    .filter((minutes) => minutes > 0);
  return said.length === 0 ? undefined : Math.max(...said);
}

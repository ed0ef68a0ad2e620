import type { Api, Schema } from "#openapi/api";
import { keywordOf, typesOf } from "#openapi/schema-shape";

/**
 * The least amount that a schema allows: what is taken from something must be there, and of a little there is most often
 * enough. No amount at all is refused by most services that count, so it is at least one where that is allowed.
 */
export function leastNumber(schema: Schema, api: Api): number | undefined {
  const types = typesOf(schema, api.schemas);
  if (!types.has("integer") && !types.has("number")) return undefined;
  const closed = ["enum", "const"].some((keyword) => keywordOf(schema, keyword, api.schemas) !== undefined);
  if (closed) return undefined;
  const number = (keyword: string) => {
    const value = keywordOf(schema, keyword, api.schemas);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  };
  const step = number("multipleOf") ?? 1;
  const above = number("exclusiveMinimum");
  const below = number("exclusiveMaximum");
  const least = Math.max(number("minimum") ?? -Infinity, above ?? -Infinity);
  const most = Math.min(number("maximum") ?? Infinity, below ?? Infinity);
  const onward = (value: number) => {
    const next = Math.ceil(value / step) * step;
    return next === above ? next + step : next;
  };
  const fits = (value: number) => value <= most && value !== below;
  const some = onward(Math.max(1, least));
  if (fits(some)) return some;
  return Number.isFinite(least) && fits(onward(least)) ? onward(least) : undefined;
}

import { isArray, isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { looksLikeDate } from "#base/looks-like-date";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";
import { fitting } from "./fits-schema.js";
import { movable, telling } from "./moved-part.js";

/**
 * How a script draws a fresh value: the one that worked when the fault was recorded, with its last digits (or letters)
 * moved on by a number that each run chooses. So it keeps its length and its form, whatever schema it satisfies, and
 * values that differed still differ.
 */
export interface FreshForm {
  readonly name: string;
  readonly isNumber: boolean;
  readonly before: string;
  readonly moved: string;
  readonly after: string;
}

/**
 * Every fresh value of some calls, in the order in which they are first sent. Experiments draw under one name more than
 * once; then each value has a name of its own, and the calls use those.
 */
export function withOwnNames(
  calls: readonly Call[],
  exchanges: readonly Exchange[],
): { readonly calls: readonly Call[]; readonly forms: readonly FreshForm[] } {
  const drawn: Drawn[] = [];
  const renamed = calls.map((call) => {
    const inputs = exchanges.findLast((exchange) => exchange.call.id === call.id)?.request.inputs;
    const placed = (place: "path" | "query" | "header" | "cookie") =>
      Object.fromEntries(
        Object.entries(call[place]).map(([name, template]) => [
          name,
          renamedIn(template, property(inputs?.[place], name), drawn),
        ]),
      );
    const { body, finds } = call;
    const content = body && renamedIn(body.content, inputs?.body?.content, drawn);
    return {
      ...call,
      path: placed("path"),
      query: placed("query"),
      header: placed("header"),
      cookie: placed("cookie"),
      ...(body === undefined || content === undefined ? {} : { body: { ...body, content } }),
      ...(finds === undefined
        ? {}
        : { finds: { ...finds, path: drawnIn(finds.path, drawn), query: drawnIn(finds.query, drawn) } }),
    };
  });
  return { calls: renamed, forms: drawn.map(formOf) };
}

/** The same in a look that the record does not show: what was drawn for the calls, or else as it was found to work. */
function drawnIn(inputs: Call["path"], drawn: Drawn[]): Call["path"] {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, template]) => [name, renamedIn(template, undefined, drawn)]),
  );
}

interface Drawn {
  /** As the calls name it, and as it is named here. */
  readonly original: string;
  readonly name: string;
  readonly value: Json;
  readonly schema: Json | undefined;
  readonly isFixed: boolean;
}

function renamedIn(template: Template, value: Json | undefined, drawn: Drawn[]): Template {
  switch (template.kind) {
    case "fresh": {
      const alike = drawn.filter(({ original }) => original === template.name);
      const known = alike.find((other) => value === undefined || jsonEqual(other.value, value));
      if (known !== undefined) return { ...template, name: known.name };
      const name = alike.length === 0 ? template.name : `${template.name} (${alike.length + 1})`;
      // What the user's generator drew may be any value, but no value like it need be one that it would draw.
      const isFixed = hasEnum(template.schema) || template.generator !== undefined;
      drawn.push({
        original: template.name,
        name,
        value: value ?? template.sample,
        schema: template.schema,
        isFixed,
      });
      return { ...template, name };
    }
    case "object": {
      const members = Object.entries(template.members).map(([name, member]) => [
        name,
        renamedIn(member, property(value, name), drawn),
      ]);
      return { kind: "object", members: Object.fromEntries(members) };
    }
    case "array": {
      const items = isArray(value) ? value : [];
      return {
        kind: "array",
        items: template.items.map((item, index) => renamedIn(item, items[index], drawn)),
      };
    }
    case "value":
    case "reference":
      return template;
  }
}

function hasEnum(schema: Json | undefined): boolean {
  const parts = property(schema, "allOf");
  return (
    (isObject(schema) && (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const"))) ||
    (isArray(parts) && parts.some(hasEnum))
  );
}

/** No number of JSON does. */
const BEGINS_WITH_ZERO = /^-?0\d/;

function formOf({ name, value, schema, isFixed }: Drawn): FreshForm {
  const isNumber = typeof value !== "string";
  const text = isNumber ? JSON.stringify(value) : value;
  const fixed = { name, isNumber, before: text, moved: "", after: "" };
  const mayMove = isNumber ? Number.isSafeInteger(value) : !looksLikeDate(value);
  if (isFixed || !mayMove) return fixed;
  const fits = fitting(schema);
  // A text that its schema does not take was found to work all the same: nothing is known of what else would.
  const isFree = !isNumber && !fits(value);
  for (const [from, to] of movable(text, isNumber)) {
    const form = {
      ...fixed,
      before: text.slice(0, from),
      moved: text.slice(from, to),
      after: text.slice(to),
    };
    const isTaken = (other: string) =>
      isNumber ? !BEGINS_WITH_ZERO.test(other) && fits(Number(other)) : fits(other);
    if (isFree || telling(form).every(isTaken)) return form;
  }
  return fixed;
}

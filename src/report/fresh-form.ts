import { isArray, isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { looksLikeDate } from "#base/looks-like-date";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Template } from "#calls/template";

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
  return isObject(schema) && (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const"));
}

/** So many values are enough for all runs; what stands before them may be what a pattern asks for. */
const MOVED = 6;

function formOf({ name, value, schema, isFixed }: Drawn): FreshForm {
  const isNumber = typeof value !== "string";
  const text = isNumber ? JSON.stringify(value) : value;
  const fixed = { name, isNumber, before: text, moved: "", after: "" };
  const mayMove = isNumber ? Number.isSafeInteger(value) : !looksLikeDate(value);
  if (isFixed || !mayMove) return fixed;
  // The domain of an address is no place for chance.
  const end = isNumber || !text.includes("@") ? text.length : text.indexOf("@");
  // The longest run of digits, the last of such: one digit alone would give ten values to all runs there will ever be.
  const runs = [...text.slice(0, end).matchAll(/\d+/g)];
  const longest = Math.max(...runs.map(([run]) => run.length));
  const digits = runs.findLast(([run]) => run.length === longest);
  const run = digits ?? [...text.slice(0, end).matchAll(/[a-z]{1,4}/g)].at(-1);
  if (run === undefined) return fixed;
  const size = run[0].length;
  const moving = (count: number): FreshForm => {
    const at = run.index + size - count;
    return {
      name,
      isNumber,
      before: text.slice(0, at),
      moved: text.slice(at, at + count),
      after: text.slice(at + count),
    };
  };
  for (let count = size < 3 ? size : Math.min(MOVED, size - 1); count > 0; count--) {
    const form = moving(count);
    if (!isNumber || allFit(form, schema)) return form;
  }
  return fixed;
}

/** Whether a number keeps to what its schema asks for, as far as that says so itself, wherever it is moved. */
function allFit({ before, moved }: FreshForm, schema: Json | undefined): boolean {
  // As the scripts move digits: a number does not become a shorter one.
  const least = moved.startsWith("0") || moved.length === 1 ? "0" : "1";
  const ends = [least.padEnd(moved.length, "0"), "9".repeat(moved.length)].map((end) => Number(before + end));
  const asked = (name: string, holds: (value: number, bound: number) => boolean) => {
    const bound = property(schema, name);
    return typeof bound !== "number" || ends.every((value) => holds(value, bound));
  };
  return (
    asked("minimum", (value, bound) => value >= bound) &&
    asked("exclusiveMinimum", (value, bound) => value > bound) &&
    asked("maximum", (value, bound) => value <= bound) &&
    asked("exclusiveMaximum", (value, bound) => value < bound) &&
    asked("multipleOf", (_, step) => step === 1)
  );
}

import type { Json } from "#base/json";
import { isObject } from "#base/json";
import { looksLikeDate } from "#base/looks-like-date";
import type { Fault } from "#calls/run-record";
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

/** Every fresh value of a fault's calls, in the order in which they are first sent. */
export function freshForms({ exchanges }: Pick<Fault, "exchanges">): readonly FreshForm[] {
  const drawn = new Map<string, { value: Json; isFixed: boolean }>();
  for (const { call, request } of exchanges) {
    for (const place of ["path", "query", "header", "cookie"] as const)
      collect({ kind: "object", members: call[place] }, request.inputs[place], drawn);
    if (call.body !== undefined) collect(call.body.content, request.inputs.body?.content, drawn);
  }
  return [...drawn].map(([name, { value, isFixed }]) => formOf(name, value, isFixed));
}

function collect(
  template: Template,
  value: Json | undefined,
  drawn: Map<string, { value: Json; isFixed: boolean }>,
): void {
  switch (template.kind) {
    case "fresh":
      if (!drawn.has(template.name))
        drawn.set(template.name, { value: value ?? template.sample, isFixed: hasEnum(template.schema) });
      return;
    case "object":
      for (const [name, member] of Object.entries(template.members))
        collect(member, isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined, drawn);
      return;
    case "array":
      template.items.forEach((item, index) => {
        collect(item, Array.isArray(value) ? value[index] : undefined, drawn);
      });
      return;
    case "value":
    case "reference":
      return;
  }
}

function hasEnum(schema: Json | undefined): boolean {
  return isObject(schema) && (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const"));
}

/** Bash counts up to 2^63. */
const DIGITS = 15;

function formOf(name: string, value: Json, isFixed: boolean): FreshForm {
  const isNumber = typeof value !== "string";
  const text = isNumber ? JSON.stringify(value) : value;
  const fixed = { name, isNumber, before: text, moved: "", after: "" };
  const mayMove = isNumber ? Number.isSafeInteger(value) : !looksLikeDate(value);
  if (isFixed || !mayMove) return fixed;
  // The domain of an address is no place for chance.
  const end = isNumber || !text.includes("@") ? text.length : text.indexOf("@");
  const digits = [...text.slice(0, end).matchAll(/\d+/g)].at(-1);
  const run = digits ?? [...text.slice(0, end).matchAll(/[a-z]{1,4}/g)].at(-1);
  if (run === undefined) return fixed;
  const moved = run[0].slice(-DIGITS);
  const at = run.index + run[0].length - moved.length;
  return { name, isNumber, before: text.slice(0, at), moved, after: text.slice(at + moved.length) };
}

import { isArray, isObject } from "#base/json";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import type { CallInputs } from "./call.js";
import { type Template, value } from "./template.js";

/** The inputs with another template at a place of the body; as they are where the body has no such place. */
export function replaceInBody(inputs: CallInputs, pointer: JsonPointer, by: Template): CallInputs {
  const { body } = inputs;
  if (body === undefined) return inputs;
  return { ...inputs, body: { ...body, content: replaceAt(body.content, pointer, by) } };
}

export function replaceAt(template: Template, pointer: JsonPointer, by: Template): Template {
  return replaceAlong(template, parsePointer(pointer), by);
}

function replaceAlong(whole: Template, [first, ...rest]: readonly string[], by: Template): Template {
  if (first === undefined) return by;
  const template = opening(whole) ?? whole;
  if (template.kind === "array") {
    const items = template.items.map((item, index) =>
      String(index) === first ? replaceAlong(item, rest, by) : item,
    );
    return { kind: "array", items };
  }
  if (template.kind !== "object") return template;
  const inner = Object.hasOwn(template.members, first) ? template.members[first] : undefined;
  // A member that is not there yet is added; one below something that is not there has no place.
  if (inner === undefined && rest.length > 0) return template;
  const replaced = inner === undefined ? by : replaceAlong(inner, rest, by);
  return { kind: "object", members: { ...template.members, [first]: replaced } };
}

/** What is given as one value, with its parts as templates of their own; undefined where it has none. */
export function opening(template: Template): Template | undefined {
  if (template.kind !== "value") return undefined;
  const { value: json } = template;
  if (isArray(json)) return { kind: "array", items: json.map(value) };
  if (!isObject(json)) return undefined;
  const members = Object.entries(json).map(([name, member]) => [name, value(member)]);
  return { kind: "object", members: Object.fromEntries(members) };
}

/** Whether a template says what stands at this place. */
export function hasPlace(template: Template, pointer: JsonPointer): boolean {
  let at: Template | undefined = template;
  for (const name of parsePointer(pointer)) {
    at = at?.kind === "object" && Object.hasOwn(at.members, name) ? at.members[name] : undefined;
  }
  return at !== undefined;
}

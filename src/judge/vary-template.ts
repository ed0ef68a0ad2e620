import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import { opened, templateAt } from "#calls/place-template";
import { replaceAt } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { value } from "#calls/template";
import type { Operation, Schema } from "#openapi/api";
import { membersOf } from "#openapi/schema-shape";
import type { Ground } from "./oracle.js";

/** The parts of a template that are no objects themselves. */
export function leavesIn(
  template: Template,
  pointer = "",
): readonly { template: Template; pointer: JsonPointer }[] {
  if (template.kind !== "object") return [{ template, pointer }];
  return Object.entries(template.members).flatMap(([name, member]) =>
    leavesIn(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

export interface NumberAt {
  readonly pointer: JsonPointer;
  readonly sample: number;
}

/** The numbers of a body that are no references. */
export function numbersIn(content: Template | undefined): readonly NumberAt[] {
  if (content === undefined) return [];
  return leavesIn(content).flatMap(({ template, pointer }) => {
    const sample =
      template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : null;
    return typeof sample === "number" ? [{ pointer, sample }] : [];
  });
}

/** The template as a value: what is drawn at run time as its sample, what is referred to as something of its schema. */
export function sampleOf(
  template: Template,
  schema: Schema | undefined,
  ground: Ground,
  operation: Operation,
): Json {
  const { api, random, draft } = ground.known;
  const drawn = (name: string) =>
    (schema === undefined
      ? undefined
      : draft(schema, name, random.derive(`sample ${name}`), operation.key)) ?? "x";
  switch (template.kind) {
    case "value":
      return template.value;
    case "fresh":
      return template.sample ?? drawn(template.name);
    case "reference":
      return drawn(template.call);
    case "array":
      return template.items.map((item) => sampleOf(item, undefined, ground, operation));
    case "object": {
      const members = membersOf(schema, api.schemas);
      return Object.fromEntries(
        Object.entries(template.members).map(([name, member]) => [
          name,
          sampleOf(member, members.get(name)?.schema, ground, operation),
        ]),
      );
    }
    default:
      return unreachable(template);
  }
}

/** The template with another part at a place, or without it; values are opened where the place lies within one. */
export function changeTemplate(
  template: Template,
  [first, ...rest]: readonly string[],
  part: Json | undefined,
): Template {
  if (first === undefined) return value(part ?? null);
  const open = opened(template);
  if (open.kind === "array") {
    return {
      kind: "array",
      items: open.items.map((item, index) =>
        String(index) === first ? changeTemplate(item, rest, part) : item,
      ),
    };
  }
  if (open.kind !== "object") return template;
  const others = Object.entries(open.members).filter(([name]) => name !== first);
  if (rest.length === 0) {
    const entries: [string, Template][] = part === undefined ? others : [...others, [first, value(part)]];
    return { kind: "object", members: Object.fromEntries(entries) };
  }
  const inner = Object.hasOwn(open.members, first) ? open.members[first] : undefined;
  if (inner === undefined) return template;
  return {
    kind: "object",
    members: Object.fromEntries([...others, [first, changeTemplate(inner, rest, part)]]),
  };
}

/** The template with the parts of another one at these places. */
export function withKept(template: Template, usual: Template, places: readonly JsonPointer[]): Template {
  let made = template;
  for (const place of places) {
    const part = templateAt(usual, place);
    if (part !== undefined) made = replaceAt(opened(made), place, part);
  }
  return made;
}

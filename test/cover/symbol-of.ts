import type { Json } from "#base/json";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Template } from "#calls/template";

/**
 * What a template stands for, before anything is sent: two templates with one symbol get one value in every run, and
 * two with different ones get different values as far as the plan can tell. References are followed to where the
 * value first comes into the sequence.
 */
export function symbolOf(template: Template | undefined, calls: readonly Call[]): string {
  if (template === undefined) return "nothing";
  switch (template.kind) {
    case "value":
      return JSON.stringify(template.value);
    case "fresh":
      return `fresh ${template.name}`;
    case "array":
      return `[${template.items.map((item) => symbolOf(item, calls)).join()}]`;
    case "object": {
      const members = Object.entries(template.members).map(([name, one]) => [name, symbolOf(one, calls)]);
      return JSON.stringify(members.sort());
    }
    case "reference": {
      const { source } = template;
      const call = calls.find(({ id }) => id === template.call);
      if (source.in === "request parameter") return symbolOf(call?.[source.place][source.name], calls);
      if (source.in === "request body") return symbolOf(atPlace(call?.body?.content, source.pointer), calls);
      return `answer to ${template.call} ${JSON.stringify(source)}`;
    }
  }
}

/** What a template says of one place of it. */
export function atPlace(template: Template | undefined, pointer: JsonPointer): Template | undefined {
  return parsePointer(pointer).reduce<Template | undefined>((at, name) => {
    if (at?.kind === "object") return Object.hasOwn(at.members, name) ? at.members[name] : undefined;
    if (at?.kind === "array") return at.items[Number(name)];
    const inner: Json | undefined = at?.kind === "value" ? getAtPointer(at.value, `/${name}`) : undefined;
    return inner === undefined ? undefined : { kind: "value", value: inner };
  }, template);
}

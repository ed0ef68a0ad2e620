import { unreachable } from "#base/unreachable";
import type { CallInputs } from "./call.js";
import type { Fresh, Reference, Template } from "./template.js";

/** What to put in place of the parts of a template that are known only at run time. */
export interface TemplateMapping {
  readonly reference?: (reference: Reference) => Template;
  readonly fresh?: (fresh: Fresh) => Template;
}

export function mapTemplate(template: Template, mapping: TemplateMapping): Template {
  switch (template.kind) {
    case "value":
      return template;
    case "reference":
      return mapping.reference?.(template) ?? template;
    case "fresh":
      return mapping.fresh?.(template) ?? template;
    case "object":
      return { kind: "object", members: mapMembers(template.members, mapping) };
    case "array":
      return { kind: "array", items: template.items.map((item) => mapTemplate(item, mapping)) };
    default:
      return unreachable(template);
  }
}

export function mapInputs(inputs: CallInputs, mapping: TemplateMapping): CallInputs {
  const { body, finds } = inputs;
  return {
    path: mapMembers(inputs.path, mapping),
    query: mapMembers(inputs.query, mapping),
    header: mapMembers(inputs.header, mapping),
    cookie: mapMembers(inputs.cookie, mapping),
    ...(body === undefined ? {} : { body: { ...body, content: mapTemplate(body.content, mapping) } }),
    ...(finds === undefined ? {} : { finds }),
  };
}

function mapMembers(
  members: Readonly<Record<string, Template>>,
  mapping: TemplateMapping,
): Record<string, Template> {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, mapTemplate(member, mapping)]),
  );
}

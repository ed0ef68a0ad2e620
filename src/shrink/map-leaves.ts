import { appendToPointer, formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Template } from "#calls/template";

/** Where inputs stand that a call may do without. A path names things: it stays as it is. */
export const OPTIONAL_PLACES = ["query", "header", "cookie"] as const;

/** The call with other leaves in its parameters and body; the same call where none changes. Paths name things. */
export function mapLeaves(call: Call, how: (leaf: Template, input: JsonPointer) => Template): Call {
  let changed = call;
  for (const place of OPTIONAL_PLACES) {
    for (const [name, template] of Object.entries(call[place])) {
      const mapped = mapTemplateLeaves(template, formatPointer([place, name]), how);
      if (mapped !== template) changed = { ...changed, [place]: { ...changed[place], [name]: mapped } };
    }
  }
  if (call.body === undefined) return changed;
  const content = mapTemplateLeaves(call.body.content, "/body", how);
  return content === call.body.content ? changed : { ...changed, body: { ...call.body, content } };
}

function mapTemplateLeaves(
  template: Template,
  at: JsonPointer,
  how: (leaf: Template, input: JsonPointer) => Template,
): Template {
  if (template.kind === "object") {
    let members = template.members;
    for (const [name, member] of Object.entries(template.members)) {
      const mapped = mapTemplateLeaves(member, appendToPointer(at, name), how);
      if (mapped !== member) members = { ...members, [name]: mapped };
    }
    return members === template.members ? template : { kind: "object", members };
  }
  if (template.kind === "array") {
    const items = template.items.map((item, index) =>
      mapTemplateLeaves(item, appendToPointer(at, index), how),
    );
    return items.some((item, index) => item !== template.items[index]) ? { kind: "array", items } : template;
  }
  return how(template, at);
}

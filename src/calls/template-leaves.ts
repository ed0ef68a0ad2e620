import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import type { Template } from "./template.js";

/** A part of a template that has no members of its own. */
export interface TemplateLeaf {
  readonly pointer: JsonPointer;
  readonly template: Template;
}

export function templateLeaves(template: Template, pointer: JsonPointer = ""): readonly TemplateLeaf[] {
  return template.kind === "object"
    ? Object.entries(template.members).flatMap(([name, member]) =>
        templateLeaves(member, appendToPointer(pointer, name)),
      )
    : [{ pointer, template }];
}

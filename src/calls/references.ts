import { formatPointer, type JsonPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Call, Sequence } from "./call.js";
import type { Reference, Template } from "./template.js";

/** A reference with the input of the call in which it stands, as a pointer: `/path/pid`, `/body/owner/id`. */
export interface PlacedReference {
  readonly reference: Reference;
  readonly input: JsonPointer;
}

export function referencesOf(call: Call): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  for (const place of ["path", "query", "header", "cookie"] as const) {
    for (const [name, template] of Object.entries(call[place])) collect(template, [place, name], found);
  }
  if (call.body !== undefined) collect(call.body.content, ["body"], found);
  return found;
}

/** References that lead to no earlier call: such a sequence cannot run as it stands. */
export function danglingReferences(
  sequence: Sequence,
): readonly (PlacedReference & { readonly call: string })[] {
  const earlier = new Set<string>();
  return sequence.calls.flatMap((call) => {
    const dangling = referencesOf(call)
      .filter(({ reference }) => !earlier.has(reference.call))
      .map((placed) => ({ ...placed, call: call.id }));
    earlier.add(call.id);
    return dangling;
  });
}

function collect(template: Template, path: readonly (string | number)[], found: PlacedReference[]): void {
  switch (template.kind) {
    case "reference":
      found.push({ reference: template, input: formatPointer(path) });
      return;
    case "object":
      for (const [name, member] of Object.entries(template.members)) collect(member, [...path, name], found);
      return;
    case "array":
      template.items.forEach((item, index) => {
        collect(item, [...path, index], found);
      });
      return;
    case "value":
    case "fresh":
      return;
    default:
      unreachable(template);
  }
}

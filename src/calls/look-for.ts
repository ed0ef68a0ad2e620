import { type Call, type ListLook, MADE } from "./call.js";
import { mapTemplate } from "./map-inputs.js";
import type { Template } from "./template.js";

/** The call that reads the list in which another one's work is found: whoever made it looks for it. */
export function lookFor({ id, actor }: Pick<Call, "id" | "actor">, finds: ListLook): Call {
  const filled = (inputs: Readonly<Record<string, Template>>) =>
    Object.fromEntries(
      Object.entries(inputs).map(([name, template]) => [
        name,
        mapTemplate(template, {
          reference: (reference) => (reference.call === MADE ? { ...reference, call: id } : reference),
        }),
      ]),
    );
  return {
    id: lookId(id),
    operation: finds.operation,
    ...(actor === undefined ? {} : { actor }),
    path: filled(finds.path),
    query: filled(finds.query),
    header: {},
    cookie: {},
  };
}

/** The id of the call that looks for what another one made. */
export function lookId(call: string): string {
  return `find ${call}`;
}

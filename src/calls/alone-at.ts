import type { Template } from "./template.js";

/**
 * A body that says one thing alone. As far as the envelope goes, what stands beside the way is kept, as the `type` in
 * `{data: {type, attributes: {…}}}`: it does not belong to what is said.
 */
export function aloneAt(
  whole: Template | undefined,
  envelope: readonly string[],
  [first, ...rest]: readonly string[],
  value: Template,
): Template {
  if (first === undefined) return value;
  const [outer, ...inner] = envelope;
  const members = outer === first && whole?.kind === "object" ? whole.members : {};
  const inside = Object.hasOwn(members, first) ? members[first] : undefined;
  return { kind: "object", members: { ...members, [first]: aloneAt(inside, inner, rest, value) } };
}

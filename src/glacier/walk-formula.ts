import { unreachable } from "#base/unreachable";
import type { Expression, Read } from "./formula.js";

/** The expressions right below a node, in the order of the text. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "literal":
    case "unstated":
    case "name":
      return [];
    case "list":
      return node.items;
    case "message":
      return node.of.kind === "read" ? urlValues(node.of) : [];
    case "previous":
    case "field":
    case "length":
    case "negate":
    case "not":
      return [node.of];
    case "index":
      return [node.of, node.index];
    case "binary":
      return [node.left, node.right];
    case "quantified":
      return [...node.variables.map((variable) => variable.in), node.body];
    default:
      return unreachable(node);
  }
}

export function urlValues(read: Read): readonly Expression[] {
  return read.url.flatMap((part) => (part.kind === "value" ? [part.of] : []));
}

/** Whether the node or anything below it satisfies the test. */
export function someNode(node: Expression, test: (node: Expression) => boolean): boolean {
  return test(node) || childrenOf(node).some((child) => someNode(child, test));
}

/** The names that a node uses and does not bind itself. */
export function freeNames(node: Expression): ReadonlySet<string> {
  if (node.kind === "name") return new Set([node.name]);
  const found = new Set<string>();
  if (node.kind !== "quantified") {
    for (const child of childrenOf(node)) for (const name of freeNames(child)) found.add(name);
    return found;
  }
  const bound = new Set<string>();
  for (const variable of node.variables) {
    for (const name of freeNames(variable.in)) if (!bound.has(name)) found.add(name);
    bound.add(variable.name);
  }
  for (const name of freeNames(node.body)) if (!bound.has(name)) found.add(name);
  return found;
}

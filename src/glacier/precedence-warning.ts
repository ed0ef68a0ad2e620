import { type Diagnostic, diagnostic } from "./diagnostic.js";
import type { Binary, Position } from "./formula.js";
import { isLogical } from "./vocabulary.js";

/**
 * The published grammar has no precedences: it groups `a || b && c` to the left. Ours differs from that
 * exactly where the right side of a logical operator is one itself, without parentheses.
 */
export function precedenceWarning(binary: Binary, at: Position): Diagnostic[] {
  const { operator, right } = binary;
  if (!isLogical(operator) || right.kind !== "binary" || !isLogical(right.operator)) return [];
  const message = `Here ${right.operator} is applied before ${operator}; the published grammar applies them from left to right.`;
  const hint = "Add parentheses, so that both read it alike.";
  return [diagnostic("warning", "formula-precedence", message, hint, at)];
}

import type { Checking } from "./checking.js";
import type { Binary, Expression, Formula } from "./formula.js";
import { printFormula, printWithUrls } from "./print-formula.js";
import { isSafeMethod } from "./read-request.js";
import { childrenOf, someNode } from "./walk-formula.js";

/**
 * Postconditions that are well formed and yet fail on a correct service. Both patterns are in the published
 * contracts: `capacity > players.length` after an enrolment is false when the last seat was taken, and
 * `body != previous(body)` after an update is false when the same value was written again.
 */
export function findSuspicious(
  formula: Formula,
  checking: Checking,
  beside: { readonly requires?: readonly Formula[]; readonly invariants?: readonly Formula[] },
): void {
  const { operation, kind } = checking;
  if (kind !== "ensures" || !operation || isSafeMethod(operation.method)) return;
  const before = (beside.requires ?? []).flatMap(boundsOf);
  const always = (beside.invariants ?? []).flatMap(boundsOf);
  for (const bound of boundsOf(formula)) {
    const about = `${printFormula(bound.node)}`;
    const same = (other: Bound) => other.small === bound.small && other.large === bound.large;
    if (!bound.strict || !someNode(bound.node, isRead) || someNode(bound.node, isPrevious)) continue;
    if (before.some((other) => other.strict && same(other))) {
      const message = `${about} is required before the call and claimed again after it, although ${operation.key} changes what it reads: it fails for the last call that is allowed.`;
      checking.report(
        "warning",
        "formula-repeats-precondition",
        message,
        "Leave it out, or allow equality.",
        bound.node,
      );
    } else if (always.some((other) => !other.strict && same(other))) {
      const message = `${about} forbids equality, which an invariant allows: it fails for the call that reaches the limit.`;
      checking.report(
        "warning",
        "formula-strict-bound",
        message,
        "Allow equality here, or move the clause to `requires`.",
        bound.node,
      );
    } else if (operation.method !== "DELETE" && bound.growing) {
      const message = `${about} must hold after the call, so it fails for the call that reaches the limit.`;
      checking.report(
        "warning",
        "formula-strict-bound",
        message,
        "Allow equality here, or move the clause to `requires`.",
        bound.node,
      );
    }
  }
  for (const node of conjuncts(formula)) {
    if (!isChange(node)) continue;
    const when =
      operation.method === "DELETE"
        ? "the service answers with what it deleted"
        : "the call writes what is already there";
    const message = `${printFormula(node)} fails when ${when}.`;
    const hint = "Compare with request_body(this) by `is part of`, or with previous(…) by ==.";
    checking.report("warning", "formula-must-change", message, hint, node);
  }
}

interface Bound {
  readonly node: Binary;
  /** The compared quantities, with `{}` for what stands in their urls. */
  readonly small: string;
  readonly large: string;
  readonly strict: boolean;
  /** The smaller side counts the elements of something that is read. */
  readonly growing: boolean;
}

function boundsOf(formula: Formula): Bound[] {
  return conjuncts(formula).flatMap((node) => {
    if (node.kind !== "binary" || !/^[<>]=?$/.test(node.operator)) return [];
    const [small, large] = node.operator.startsWith("<") ? [node.left, node.right] : [node.right, node.left];
    const strict = node.operator === "<" || node.operator === ">";
    const growing = small.kind === "length" && someNode(small, isRead) && large.kind !== "literal";
    return [{ node, small: quantity(small), large: quantity(large), strict, growing }];
  });
}

/** The statements that a formula claims without condition, also for each element. */
function conjuncts(node: Expression): Expression[] {
  if (node.kind === "binary" && node.operator === "&&") return childrenOf(node).flatMap(conjuncts);
  if (node.kind === "quantified" && node.quantifier === "for") return conjuncts(node.body);
  return [node];
}

function quantity(node: Expression): string {
  return printWithUrls(node, (read) =>
    read.url.map((part) => (part.kind === "text" ? part.text : "{}")).join(""),
  );
}

/** A whole body that must not be what was read before. */
function isChange(node: Expression): boolean {
  if (node.kind !== "binary" || node.operator !== "!=") return false;
  const [now, then] = node.left.kind === "previous" ? [node.right, node.left] : [node.left, node.right];
  return then.kind === "previous" && isBody(then.of) && isBody(now);
}

function isBody(node: Expression): boolean {
  return node.kind === "message" && /_body$/.test(node.part);
}

function isRead(node: Expression): boolean {
  return node.kind === "message" && node.of.kind === "read";
}

function isPrevious(node: Expression): boolean {
  return node.kind === "previous";
}

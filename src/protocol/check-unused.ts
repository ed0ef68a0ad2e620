import { namesIn } from "./check-assertions.js";
import type { Checking } from "./checking.js";
import type { Step } from "./protocol.js";
import type { Binding } from "./variable-bindings.js";

/**
 * Values that are taken from an answer and never used. What is sent is used by that; and a whole body that has
 * a type is there to be checked against it.
 */
export function checkUnused({ graph, variables, report }: Checking): void {
  const used = new Set<Binding["by"]>();
  for (const { step } of graph.nodes) {
    if (!step) continue;
    for (const { name, own } of usesIn(step)) {
      const { bindings } = own ? variables.after(step, name) : variables.before(step, name);
      for (const binding of bindings) used.add(binding.by);
    }
  }
  for (const { kind, by } of variables.all) {
    if (kind !== "captured" || used.has(by) || (by.type && !by.from) || by.name.startsWith("_")) continue;
    const message = `\`${by.name}\` is never used.`;
    report(
      "warning",
      "protocol-unused-variable",
      message,
      "Use it, remove it, or let its name begin with _.",
      by.span,
    );
  }
}

/** `own`: the step's own values are seen already. */
function usesIn(step: Step): readonly { readonly name: string; readonly own: boolean }[] {
  if (step.kind !== "send" && step.kind !== "receive") return [];
  const assertion = step.kind === "send" ? step.condition : step.assertion;
  const seen = assertion ? [...namesIn(assertion)].map((name) => ({ name, own: true })) : [];
  if (step.kind === "receive") return seen;
  const sent = step.arguments.flatMap(({ value }) =>
    value.kind === "variable" ? [{ name: value.name, own: false }] : [],
  );
  return [...sent, ...seen];
}

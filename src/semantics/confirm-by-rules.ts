import type { OperationKey } from "#openapi/api";
import type { Rule } from "./rule.js";
import type { OperationMeaning, OperationSemantics, Semantics } from "./semantics.js";

/** What experiments have shown in two turns proves an operation too, where trying it alone could not. */
export function confirmByRules(semantics: Semantics, rules: readonly Rule[]): Semantics {
  const operations = new Map<OperationKey, OperationMeaning>(Object.entries(semantics.operations));
  for (const rule of rules) {
    const label = labelShownBy(rule);
    const meaning =
      label === undefined || !("operation" in rule) ? undefined : operations.get(rule.operation);
    if (meaning === undefined || meaning.proof?.confirmed === true) continue;
    // What empties a list was tried with nothing else in mind; the others confirm what it was taken for.
    if (label !== meaning.semantics && rule.kind !== "empties") continue;
    const proof = {
      confirmed: true,
      hypothesis: meaning.proof?.hypothesis ?? meaning.semantics,
      because: rule.reason,
      evidence: meaning.proof?.evidence ?? [],
    };
    const emptied = rule.kind === "empties" ? ({ semantics: "OTHER", resource: rule.resource } as const) : {};
    operations.set(meaning.operation, { ...meaning, ...emptied, proof });
  }
  return { ...semantics, operations: Object.fromEntries(operations) };
}

function labelShownBy(rule: Rule): OperationSemantics | undefined {
  if (rule.source !== "learned") return undefined;
  switch (rule.kind) {
    case "creates":
    case "creates-many":
      return "CREATE";
    case "lists":
    case "shows-related":
      return "READ_MULTI";
    case "removes":
      return "DELETE";
    case "empties":
      return "OTHER";
    default:
      return undefined;
  }
}

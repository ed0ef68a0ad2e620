import type { Condition, Operand } from "#calls/check";

export function atMost(left: Operand, right: Operand, isLess: boolean): Condition {
  return { kind: "most", left, right, ...(isLess ? { less: true } : {}) };
}

/** Holds where the condition does not; undefined where a check has no words for that. */
export function negated(condition: Condition | undefined): Condition | undefined {
  switch (condition?.kind) {
    case "equal":
    case "present": {
      const { not, ...rest } = condition;
      return not === true ? rest : { ...rest, not: true };
    }
    case "most":
      return atMost(condition.right, condition.left, condition.less !== true);
    case "all":
    case "any": {
      const of = condition.of.flatMap((part) => negated(part) ?? []);
      if (of.length < condition.of.length) return undefined;
      return { kind: condition.kind === "all" ? "any" : "all", of };
    }
    default:
      return undefined;
  }
}

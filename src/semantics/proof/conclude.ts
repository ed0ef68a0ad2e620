import { type Change, isRead, type OperationKind, type OperationSemantics } from "../semantics.js";
import { isUntouched, PATTERNS, patternFor, type Seen } from "./patterns.js";

/** What is concluded of an operation from one run of calls. */
export interface Verdict {
  readonly semantics: OperationSemantics;
  readonly kind?: OperationKind;
  readonly confirmed: boolean;
  /** What was seen, or why nothing follows from it. */
  readonly because: string;
  readonly changes?: readonly Change[];
  /** It was answered with success, and what should follow did not. */
  readonly deviates?: string;
}

/** What is believed of an operation before. */
export interface Belief {
  readonly semantics: OperationSemantics;
  readonly kind?: OperationKind;
  /** Its verb is PUT, PATCH or DELETE on the thing's own path: HTTP says what it does, and a fault is likelier than a lie. */
  readonly isPlain: boolean;
}

/**
 * Holds what was seen against the pattern that is expected, then against every other. Only something that did happen
 * revises a belief: that nothing happened may be a fault of the service, and is one where success was answered.
 */
export function conclude(belief: Belief, seen: Seen): Verdict {
  const { semantics, kind } = belief;
  const same = { semantics, ...(kind === undefined ? {} : { kind }) };
  const { effect } = seen;
  const changes = effect.changes.length > 0 ? { changes: effect.changes } : {};
  const pattern = patternFor(semantics);
  if (semantics === "DELETE" && (effect.self === "unlisted" || effect.self === "changed")) {
    const because =
      effect.self === "changed"
        ? "the thing is kept in another state"
        : "the thing can still be read, but is not listed any more";
    return { ...same, confirmed: true, because, ...changes };
  }
  if (semantics === "UPDATE" && effect.self === "changed")
    return {
      ...same,
      confirmed: true,
      because: seen.asSent ? pattern.says : "the thing changes",
      ...changes,
    };
  if (pattern.holds(seen)) {
    const action: { kind?: OperationKind } = semantics === "OTHER" ? { kind: kind ?? "action" } : {};
    return { ...same, ...action, confirmed: true, because: pattern.says, ...changes };
  }
  const other = PATTERNS.find(
    (candidate) => candidate !== pattern && mayRevise(belief, candidate.semantics, seen),
  );
  if (other !== undefined) {
    const action: { kind?: OperationKind } = other.semantics === "OTHER" ? { kind: "action" } : {};
    return { semantics: other.semantics, ...action, confirmed: true, because: other.says, ...changes };
  }
  if (semantics === "OTHER" && effect.self === "same" && isUntouched(effect))
    return { semantics, kind: "none", confirmed: true, because: "nothing that can be seen comes of it" };
  return { ...same, confirmed: false, ...whyOpen(belief, seen) };
}

/** Whether what was seen is strong enough to say that an operation is not what its names say. */
function mayRevise({ semantics, isPlain }: Belief, to: OperationSemantics, seen: Seen): boolean {
  const pattern = patternFor(to);
  if (!pattern.holds(seen)) return false;
  switch (to) {
    case "DELETE":
      return !isPlain;
    // An action that changes just what it is told to is an update; a read that changes what it reads is none.
    case "UPDATE":
      return semantics === "OTHER" || semantics === "CREATE" || semantics === "READ";
    case "OTHER":
      return isRead(semantics) && seen.shows === "nothing";
    case "READ_MULTI":
      return semantics === "READ" || (semantics === "OTHER" && seen.shows === "a list with it");
    case "READ":
      return semantics === "READ_MULTI" && seen.shows === "the thing";
    // Things come and go by themselves on a service that others use.
    case "CREATE":
      return false;
  }
}

function whyOpen({ semantics }: Belief, { effect, shows }: Seen): Pick<Verdict, "because" | "deviates"> {
  if (effect.self === "unknown") return { because: "what it does cannot be seen" };
  switch (semantics) {
    case "DELETE":
      return effect.self === "same"
        ? {
            because: "it is answered with success, and the thing is still there",
            deviates: "the thing stays as it was",
          }
        : { because: "what it does cannot be seen" };
    case "UPDATE":
      return effect.self === "gone"
        ? { because: "the thing is gone after it", deviates: "the thing is gone" }
        : { because: "it is answered with success, and no change can be seen" };
    case "READ":
    case "READ_MULTI":
      return effect.self === "changed" || effect.self === "gone"
        ? { because: "the thing changes while it is read", deviates: "the thing that it reads has changed" }
        : {
            because:
              shows === "nothing" ? "its answer shows nothing" : "its answers differ from call to call",
          };
    case "CREATE":
      return { because: "what it created cannot be seen" };
    case "OTHER":
      return { because: "what came of it is not clear" };
  }
}

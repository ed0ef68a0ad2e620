import type { Answer } from "./answer.js";
import type { Sight } from "./sight.js";

/** `none`: there is no id to look for, so the answer is the only evidence. */
export type Seen = Sight["kind"] | "none";

/**
 * What a create of doubtful right came to. An acceptance is a success whose effect shows, a refusal an error (or an
 * error within a success) without effect; everything else is unclear and teaches nothing.
 */
export function effectOfCreate(
  answer: Pick<Answer, "kind" | "complains">,
  after: Seen,
): "refuse" | "accept" | undefined {
  if (after === "unknown" || answer.kind === "unclear") return undefined;
  if (after === "there") return answer.kind === "accepted" ? "accept" : undefined;
  return answer.kind === "refused" || answer.complains ? "refuse" : undefined;
}

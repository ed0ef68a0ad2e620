import type { Finding } from "./finding.js";

/** Whether the user has said of a finding, or of all that have its cause, that it may be so. */
export function isAccepted(
  { key, cause }: Pick<Finding, "key" | "cause">,
  accepted: ReadonlySet<string>,
): boolean {
  return accepted.has(key) || (cause !== undefined && accepted.has(cause));
}

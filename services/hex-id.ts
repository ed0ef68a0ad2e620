import { createHash } from "node:crypto";

/** The n-th id of a kind, as document stores give them: no order to be seen, and the same in every run. */
export function hexId(kind: string, n: number): string {
  return createHash("sha1").update(`${kind} ${n}`).digest("hex").slice(0, 24);
}

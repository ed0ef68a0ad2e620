import { succeeded } from "#calls/succeeded";
import { earlier, isAbsent, shows } from "./lifecycle.js";
import type { Step } from "./oracle.js";

/** An earlier look at the thing shows that it is gone: a read that finds nothing, or a list without it. */
export function looksGone(step: Step, id: string): boolean {
  const look = earlier(step, id);
  if (look?.outcome.kind !== "response") return false;
  const isList = step.subject?.resource.list.includes(look.call.operation) === true;
  if (isList) return succeeded(look) && !shows(step, look, step.subject?.id);
  return isAbsent(look);
}

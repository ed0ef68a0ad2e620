import { countOf } from "#base/count-of";
import { type Problem, problem } from "#base/problem";
import type { BystanderRecord, ChangedBystander } from "#calls/run-record";

const MOST_NAMED = 5;

/** What others have on the service and is not as it was, by name. */
export function tellBystanders({ looked, changed }: BystanderRecord): readonly Problem[] {
  if (changed.length === 0) return [];
  const named = changed.slice(0, MOST_NAMED).map(describe).join(", ");
  const more = changed.length > MOST_NAMED ? `, and ${changed.length - MOST_NAMED} more` : "";
  const message = `Of ${countOf(looked, "thing")} that this run has not made, ${changed.length} ${changed.length === 1 ? "is" : "are"} not as before: ${named}${more}.`;
  const hint =
    "Other clients may have done that. Where none is at work, something that was called did: leave it out with --exclude-operation.";
  return [problem("bystanders-changed", message, hint)];
}

function describe({ resource, id, how, members }: ChangedBystander): string {
  const name = `${resource} ${JSON.stringify(id)}`;
  return how === "gone" ? `${name} (gone)` : `${name} (${members.slice(0, 3).join(", ")})`;
}

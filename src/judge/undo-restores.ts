import { jsonDifferences } from "#base/json-differences";
import { getAtPointer } from "#base/json-pointer";
import { equal, inAnswer } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import { LIFE, VIEW } from "#semantics/life";
import { changesBetween } from "#semantics/proof/effect";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { sayAnswer } from "./say-answer.js";
import { show } from "./show.js";

/**
 * What stands around a thing (its parents, their lists) looks the same before its creation and after its
 * removal. A weak norm: histories and counters legitimately remember.
 */
export const undoRestores: Oracle = {
  id: "undo-restores",
  title: "Creating a thing and deleting it again leaves what is around it as it was.",
  verdict: "WARN",
  source: "the lifecycle of a resource",
  judge: (step) => {
    const { id } = step.exchange.call;
    if (!id.startsWith(VIEW.after)) return [];
    const name = id.slice(VIEW.after.length);
    const before = bodyOf(earlier(step, VIEW.before + name));
    const again = bodyOf(earlier(step, VIEW.again + name));
    const after = bodyOf(step.exchange);
    const removal = earlier(step, LIFE.delete);
    if (before === undefined || again === undefined || after === undefined) return [];
    // What could not be looked at before is no measure.
    if (!succeeded(earlier(step, VIEW.before + name))) return [];
    if (removal === undefined || !succeeded(removal)) return [];
    const volatile = new Set(jsonDifferences(before, again));
    // When it was last changed, and how often, a thing may remember of what was in it.
    const first = changesBetween(before, after).find(({ field }) => !volatile.has(field))?.field;
    if (first === undefined) return [];
    return [
      finding(undoRestores.id, step, {
        operation: removal.call.operation,
        evidence: [VIEW.before + name, LIFE.create, removal.call.id],
        verdict: "WARN",
        check: equal(inAnswer(VIEW.before + name, first), inAnswer(id, first)),
        clause: "what is around a deleted thing is as before its creation",
        message: `${sayAnswer(removal)}, but ${step.operation.key} still shows ${show(getAtPointer(after, first), 40)}${first === "" ? "" : ` at ${first}`} where it showed ${show(getAtPointer(before, first), 40)} before the ${noun(step)} was created`,
        expected: `${show(getAtPointer(before, first))}, as before the creation`,
        got: show(getAtPointer(after, first)),
        why: "Between the two looks a thing was created and deleted again, and nothing else happened.",
      }),
    ];
  },
};

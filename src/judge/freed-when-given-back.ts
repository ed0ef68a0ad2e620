import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import { differs, inAnswer } from "#calls/checks";
import { means } from "#calls/meaning";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { givesBack } from "#semantics/gives-up";
import { PROVOKE } from "#semantics/life";
import { type Role, roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { callOn } from "./holder.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { sayAnswer } from "./say-answer.js";
import { refusedAs } from "./sent-span.js";
import { show } from "./show.js";
import { actionsOf, type Kind, kindsOf, namesOnly, Situation } from "./situation.js";

const CALLS = {
  make: "take it",
  same: `${PROVOKE}take it a second time`,
  free: "give it back",
  again: `${PROVOKE}take what was given back`,
} as const;

/** Begin the ids of looks at what is taken; its role follows. */
const LOOKS = {
  before: "look before it: ",
  taken: "look while taken: ",
  after: "look given back: ",
} as const;

/**
 * A loan takes a tool: the tool shows it, and a second loan of it is refused. Whoever calls what gives it back, by its name,
 * and is answered that it is done, finds the tool as it was before. A name may be read wrongly; hence a warning.
 */
export const freedWhenGivenBack: Oracle = {
  id: "freed-when-given-back",
  title: "What was taken and given back can be taken again, and no longer reads as taken.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs:
    "a create that changes what it names and is refused a second time, and an action named for giving back",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== freedWhenGivenBack.id || step.exchange.call.id !== CALLS.again) return [];
    const [make, same, free] = [CALLS.make, CALLS.same, CALLS.free].map((id) => earlier(step, id));
    if (make === undefined || same === undefined || free === undefined) return [];
    if (!means(make, "done") || !means(same, "refused") || !means(free, "done")) return [];
    // The same refusal, so that it is not refused for another reason now.
    if (!means(step.exchange, "refused") || refusedAs(step.exchange) !== refusedAs(same)) return [];
    const [stuck] = step.before
      .filter(({ call }) => call.id.startsWith(LOOKS.after))
      .flatMap(({ call }) => stuckAt(step, call.id.slice(LOOKS.after.length)));
    if (stuck === undefined) return [];
    const { role, field, before, taken } = stuck;
    const looks = [LOOKS.before, LOOKS.taken, LOOKS.after].map((look) => look + role);
    return [
      finding(freedWhenGivenBack.id, step, {
        operation: free.call.operation,
        evidence: [CALLS.make, CALLS.same, CALLS.free, ...looks],
        verdict: "WARN",
        clause: "what is given back is as it was before it was taken",
        shape: field,
        check: differs(inAnswer(LOOKS.after + role, field), inAnswer(LOOKS.taken + role, field)),
        message: `${sayAnswer(free)}, but the ${role} still reads as taken: ${field} is ${show(taken)}`,
        expected: `${field} is ${show(before)}, as before ${aNoun(noun(step))} took the ${role}`,
        got: `${show(taken)}, and ${sayAnswer(step.exchange)} as while it was taken`,
        why: `${make.call.operation} changed ${field} from ${show(before)} to ${show(taken)} and was accepted only before that; giving back does not undo it.`,
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { known } = ground;
  const shown = kind.create.needs.flatMap((need) => {
    const parent = resourceNamed(known.semantics, need.resource);
    const [read] = parent?.read ?? [];
    return parent === undefined || read === undefined ? [] : [{ role: roleIn(need), parent, read }];
  });
  if (shown.length === 0) return [];
  return actionsOf(ground, kind.resource).flatMap((action) => {
    const { path, operationId = "" } = operationOf(known.api, action.operation);
    if (![path.split("/").at(-1) ?? "", operationId].some(givesBack) || (action.after ?? []).length > 0)
      return [];
    const situation = new Situation(ground, kind);
    const needs = situation.prepare();
    const look = (prefix: string) => {
      for (const { role, parent, read } of shown) {
        const call = callOn(prefix + role, ground, read, parent, needs, role);
        if (call !== undefined) situation.add(call);
      }
    };
    look(LOOKS.before);
    const things = situation.make(CALLS.make);
    const free = situation.working(CALLS.free, action, things);
    if (!namesOnly(free, things)) return [];
    look(LOOKS.taken);
    situation.makeBeside(CALLS.same, things);
    situation.add(free);
    look(LOOKS.after);
    situation.makeBeside(CALLS.again, things);
    const purpose = `take again what ${action.operation} has given back`;
    return [situation.build(freedWhenGivenBack.id, purpose, action.operation)];
  });
}

interface Stuck {
  readonly role: Role;
  readonly field: JsonPointer;
  readonly before: Json;
  readonly taken: Json;
}

/** The flags and states of what was taken that the create changed and that are still changed. */
function stuckAt(step: Step, role: Role): readonly Stuck[] {
  const [before, taken, after] = [LOOKS.before, LOOKS.taken, LOOKS.after].map((look) =>
    bodyOf(earlier(step, look + role)),
  );
  return leavesOf(taken).flatMap(({ pointer: field, value }): Stuck[] => {
    const first = getAtPointer(before, field);
    const isChanged = first !== undefined && typeof first === typeof value && !jsonEqual(first, value);
    // Another number, or a time, may have any reason: it counts, or says when it was last changed.
    const isFlag = typeof value === "boolean";
    return isFlag && isChanged && jsonEqual(getAtPointer(after, field), value)
      ? [{ role, field, before: first, taken: value }]
      : [];
  });
}

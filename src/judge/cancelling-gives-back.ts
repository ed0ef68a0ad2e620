import { aNoun } from "#base/a-noun";
import { getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { equal, inAnswer } from "#calls/checks";
import { succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { PROVOKE } from "#semantics/life";
import { type Role, roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { amountIn, isAmountField } from "./amount-changes.js";
import { callOn } from "./holder.js";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { isDone, looksCancelled, wayToCancel } from "./way-to-cancel.js";

const CALLS = {
  make: "make it",
  free: `${PROVOKE}give it up`,
  look: "look at what was given up",
} as const;

/** Begin the ids of looks at what the thing names; the role follows. */
const LOOKS = { before: "look before it: ", made: "look with it: ", after: "look without it: " } as const;

/**
 * An order that is cancelled gives back what it took. That money is kept is a policy, and so may it be that all is kept; but
 * where something is given back, and the stock is not, nobody can have what nobody has.
 */
export const cancellingGivesBack: Oracle = {
  id: "cancelling-gives-back",
  title: "Cancelling gives the stock back that making took, where it gives back anything.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a create that lowers numbers of what it names, a read of that, and a way to cancel",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== cancellingGivesBack.id || step.exchange.call.id !== CALLS.look) return [];
    const [make, free] = [earlier(step, CALLS.make), earlier(step, CALLS.free)];
    if (!succeeded(make) || free === undefined || !isDone(free) || !looksCancelled(step.exchange)) return [];
    const taken = step.before
      .filter(({ call }) => call.id.startsWith(LOOKS.after))
      .flatMap(({ call }) => takenFrom(step, call.id.slice(LOOKS.after.length)));
    const given = taken.find(({ now, before }) => now === before);
    const kept = taken.find(({ field, now, made }) => now === made && isStock(field));
    if (given === undefined || kept === undefined) return [];
    const looks = [LOOKS.before, LOOKS.made, LOOKS.after].map((look) => look + kept.role);
    return [
      finding(cancellingGivesBack.id, step, {
        operation: free.call.operation,
        evidence: [CALLS.make, CALLS.free, ...looks, LOOKS.before + given.role, LOOKS.after + given.role],
        verdict: "WARN",
        clause: "what is cancelled takes nothing",
        shape: kept.field,
        check: equal(inAnswer(looks[0] ?? "", kept.field), inAnswer(looks[2] ?? "", kept.field)),
        message: `${free.call.operation} gives back ${given.field} of the ${given.role}, but not ${kept.field} of the ${kept.role}`,
        expected: `${kept.before}, as before ${aNoun(noun(step))} was made`,
        got: `${kept.now}, as if it still took that`,
        why: "It reads as cancelled, and one of the two numbers that it had lowered is as before.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create } = kind;
  const [operation, cancel] = wayToCancel(ground, kind) ?? [];
  if (operation === undefined || cancel === undefined || resource.read.length === 0) return [];
  const situation = new Situation(ground, kind);
  const needs = situation.prepare();
  const shown = create.needs.flatMap((need) => {
    const parent = resourceNamed(ground.known.semantics, need.resource);
    const [read] = parent?.read ?? [];
    return parent === undefined || read === undefined ? [] : [{ role: roleIn(need), parent, read }];
  });
  if (shown.length === 0) return [];
  const look = (prefix: string) => {
    for (const { role, parent, read } of shown) {
      const call = callOn(prefix + role, ground, read, parent, needs, role);
      if (call !== undefined) situation.add(call);
    }
  };
  look(LOOKS.before);
  const things = situation.make(CALLS.make);
  look(LOOKS.made);
  situation.add(cancel(CALLS.free, situation, things));
  look(LOOKS.after);
  situation.look(CALLS.look, things);
  return [situation.build(cancellingGivesBack.id, `see what ${operation} gives back`, operation)];
}

interface Taken {
  readonly role: Role;
  readonly field: JsonPointer;
  readonly before: number;
  readonly made: number;
  readonly now: number;
}

/** The numbers of a thing that the create lowered. */
function takenFrom(step: Step, role: Role): readonly Taken[] {
  const [before, made, now] = [LOOKS.before, LOOKS.made, LOOKS.after].map((look) =>
    bodyOf(earlier(step, look + role)),
  );
  return leavesOf(before).flatMap(({ pointer: field, value }): Taken[] => {
    const numbers = [value, getAtPointer(made, field), getAtPointer(now, field)].map(amountIn);
    const [first, second, last] = numbers;
    if (first === undefined || second === undefined || last === undefined) return [];
    return second < first && isAmountField(field)
      ? [{ role, field, before: first, made: second, now: last }]
      : [];
  });
}

/** What there is of a thing, and no money. */
function isStock(field: JsonPointer): boolean {
  return nameWords(parsePointer(field).at(-1) ?? "").some((word) => STOCK.has(word));
}

const STOCK = new Set(
  "stock inventory available availability remaining left free seats spots places slots units rooms".split(
    " ",
  ),
);

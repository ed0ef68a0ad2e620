import { answers, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { limitSaid } from "#semantics/limits-said";
import { speaksOf } from "#semantics/promises";
import { roleIn } from "#semantics/role";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const NUMBERED = "make number ";
const CALLS = { beyond: `${PROVOKE}make one too many` } as const;

/** More than so many are not made for this. */
const MOST = 12;

/**
 * The document says in words how many there may be: `a user can have at most 5 wallets`. As many are made, all of the same
 * others, and one more. Words may be read wrongly; hence a warning.
 */
export const statedLimitHolds: Oracle = {
  id: "stated-limit-holds",
  title: "Of what there may be at most so many, as the document says in words, there are not more.",
  verdict: "WARN",
  source: "the description of the create",
  needs: "a create whose description says so, with a number up to 12",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => plan(ground, kind)),
  judge: (step) => {
    if (step.plannedBy !== statedLimitHolds.id || step.exchange.call.id !== CALLS.beyond) return [];
    const said = limitSaid(step.operation, noun(step));
    if (said === undefined || !isSuccess(step.response)) return [];
    const made = Array.from({ length: said.most }, (_, index) => `${NUMBERED}${index + 1}`);
    if (!made.every((id) => succeeded(earlier(step, id)))) return [];
    return [
      finding(statedLimitHolds.id, step, {
        evidence: made,
        verdict: "WARN",
        clause: "a limit that is stated holds",
        message: `${step.operation.key} creates ${said.most + 1}, although the document says: ${said.words}`,
        expected: "a refusal: there are as many as there may be",
        got: String(step.response.status),
        why: "All of them belong to the same, and none was deleted.",
        check: answers(CALLS.beyond, REFUSED),
      }),
    ];
  },
};

function plan(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { resource, create } = kind;
  const said = limitSaid(operationOf(ground.known.api, create.operation), resource.name);
  if (said === undefined || said.most < 1 || said.most > MOST) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(`${NUMBERED}1`);
  const holder = create.needs.find(({ resource: name }) => speaksOf(said.words, name));
  // What else they need may be for one of them alone: of an item there is one loan at a time.
  const makeMore = (id: string) =>
    holder === undefined ? situation.makeBeside(id, things) : situation.makeUnder(id, roleIn(holder));
  for (let number = 2; number <= said.most; number++) makeMore(`${NUMBERED}${number}`);
  makeMore(CALLS.beyond);
  return [situation.build(statedLimitHolds.id, `make ${said.most} of ${resource.name} and one more`)];
}

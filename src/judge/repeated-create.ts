import type { Condition } from "#calls/check";
import { answers, differs, either, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { sameId } from "#semantics/list-items";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { idFieldOf, kindsOf, Situation } from "./situation.js";

const CALLS = { first: "create", again: `${PROVOKE}create the same again` } as const;

/**
 * The same body twice, where the service gives the ids. Two things, or a refusal, are both right; a 201 that names the
 * first thing says that something was created, and nothing was. A 200 may say just that it was there already.
 */
export const repeatedCreate: Oracle = {
  id: "repeated-create",
  title: "A create that is repeated creates another thing or is refused; it does not pretend.",
  verdict: "WARN",
  source: "RFC 9110, sections 9.3.3 and 15.3.2",
  needs: "a create by POST for which the service gives the id",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { identity, inputs } = kind.create;
      const content = inputs.body?.content;
      const isChosen = content?.kind === "object" && Object.hasOwn(content.members, idFieldOf(kind) ?? "");
      const isGiven = !identity.in.startsWith("request") && !isChosen;
      if (!isGiven || !kind.create.operation.startsWith("POST ")) return [];
      const situation = new Situation(ground, kind);
      situation.makeSame(CALLS.again, CALLS.first, situation.make(CALLS.first));
      return [situation.build(repeatedCreate.id, `make the same ${kind.create.operation} twice`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== repeatedCreate.id || step.exchange.call.id !== CALLS.again) return [];
    const { subject, response } = step;
    const isPretence =
      succeeded(earlier(step, CALLS.first)) &&
      isSuccess(response) &&
      response.status === 201 &&
      sameId(subject?.id, subject?.otherId);
    if (!isPretence) return [];
    return [
      finding(repeatedCreate.id, step, {
        evidence: [CALLS.first],
        verdict: "WARN",
        clause: "201 means that something was created",
        check: anotherOne(step),
        message: `${step.operation.key} with the same body again answers 201, but only the first ${noun(step)} is there`,
        expected: `another ${noun(step)}, or a refusal`,
        got: "201 with the id of the first one",
        why: "Whoever wanted two has one, and was told otherwise.",
      }),
    ];
  },
};

function anotherOne({ subject }: Step): Condition | undefined {
  const [first, second] = [subject?.idAt, subject?.otherIdAt];
  if (first === undefined || second === undefined) return undefined;
  return either(answers(CALLS.again, "200", REFUSED), differs(first, second));
}

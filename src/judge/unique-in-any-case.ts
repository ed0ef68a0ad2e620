import { aNoun } from "#base/a-noun";
import { getAtPointer } from "#base/json-pointer";
import { answers, inRequest, REFUSED } from "#calls/checks";
import { referencesOf } from "#calls/references";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { isUniqueInAnyCase } from "#semantics/promises";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sentMembers } from "./sent-members.js";
import { show } from "./show.js";
import { idFieldOf, type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const CALLS = {
  make: "make it",
  small: `${PROVOKE}make one with a small letter`,
  large: `${PROVOKE}make one with a capital`,
} as const;

/** Only the document can promise it: many services tell `anna` from `Anna` on purpose. */
export const uniqueInAnyCase: Oracle = {
  id: "unique-in-any-case",
  title: "What is promised to be unique regardless of case is refused in other letters.",
  verdict: "ERR",
  source: "the document's words",
  needs: "a member that the document calls unique regardless of case",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      promised(ground, kind).map((pointer) => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        for (const [id, prefix] of [
          [CALLS.small, "q"],
          [CALLS.large, "Q"],
        ] as const)
          situation.makeBeside(id, things, (call) => ({
            ...call,
            ...replaceInBody(call, pointer, { ...inRequest(CALLS.make, pointer), prefix }),
          }));
        return situation.build(uniqueInAnyCase.id, `repeat the ${pointer} of a thing in capitals`, pointer);
      }),
    ),
  judge: (step) => {
    const { call } = step.exchange;
    if (step.plannedBy !== uniqueInAnyCase.id || call.id !== CALLS.large) return [];
    const small = earlier(step, CALLS.small);
    if (!isSuccess(step.response) || !succeeded(small)) return [];
    const field = referencesOf(call)
      .filter(({ reference }) => reference.prefix !== undefined)
      .map(({ input }) => input.slice("/body".length))
      .join();
    const [one, other] = [sentBy(small), sentBy(step.exchange)].map((sent) => getAtPointer(sent, field));
    if (typeof one !== "string" || typeof other !== "string" || one === other) return [];
    return [
      finding(uniqueInAnyCase.id, step, {
        evidence: [CALLS.make, CALLS.small],
        verdict: "ERR",
        clause: "unique regardless of case",
        shape: field,
        check: answers(CALLS.large, REFUSED),
        message: `${call.operation} accepts ${aNoun(noun(step))} whose ${field} differs from that of another only in upper and lower case, which the document rules out`,
        expected: "a refusal, 409 or another 4xx",
        got: `both ${show(one)} and ${show(other)}`,
        why: "The document says that the value is unique regardless of case.",
      }),
    ];
  },
};

/** The members that a create draws anew, and of which the document says so. */
function promised({ known: { api } }: Ground, kind: Kind): readonly string[] {
  const operation = operationOf(api, kind.create.operation);
  return sentMembers(api, kind.create)
    .filter(({ template, name }) => {
      const isText = template.kind === "fresh" && typeof template.sample === "string";
      return isText && name !== idFieldOf(kind);
    })
    .filter(({ name, schema }) => isUniqueInAnyCase(api, operation, name, schema))
    .map(({ pointer }) => pointer);
}

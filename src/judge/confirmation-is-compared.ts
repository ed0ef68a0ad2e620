import { aNoun } from "#base/a-noun";
import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { repeats } from "#semantics/repeated-member";
import { AccountSituation } from "./account-situation.js";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

const WHO = "somebody";
const CALLS = {
  entry: `log in as ${WHO}`,
  differs: `${PROVOKE}register with two that differ`,
} as const;

/**
 * What is asked for twice is asked for twice so that a slip shows: `password` and `confirmPassword`. A weak norm, since the page
 * in front of the service may compare them; but then the service need not ask.
 */
export const confirmationIsCompared: Oracle = {
  id: "confirmation-is-compared",
  title: "What is asked for twice must be the same both times.",
  verdict: "WARN",
  source: "a service's agreement with its document",
  needs: "accounts whose registration asks for something twice",
  sequences: (ground) => {
    const { account } = ground.book;
    const content = account?.inputs.body?.content;
    const names = content?.kind === "object" ? Object.keys(content.members) : [];
    const twice = names.find((name) => names.some((other) => repeats(name, other)));
    if (account === undefined || twice === undefined) return [];
    const situation = new AccountSituation(ground, account);
    situation.enter(WHO);
    const differs = (call: Call): Call => {
      const source = { in: "request body", pointer: formatPointer([twice]) } as const;
      const other = { kind: "reference", call: `register ${WHO}`, source, suffix: "-Other1" } as const;
      return { ...call, ...replaceInBody(call, source.pointer, other), id: CALLS.differs };
    };
    situation.register("somebody else", differs);
    return [situation.build(confirmationIsCompared.id, "register with a confirmation that differs")];
  },
  judge: (step) => {
    if (step.plannedBy !== confirmationIsCompared.id || step.exchange.call.id !== CALLS.differs) return [];
    if (!isSuccess(step.response) || !succeeded(step.exchange) || !succeeded(earlier(step, CALLS.entry)))
      return [];
    const sent = step.exchange.request.inputs.body?.content;
    const names = typeof sent === "object" && sent !== null ? Object.keys(sent) : [];
    const twice = names.find((name) => names.some((other) => repeats(name, other))) ?? "the confirmation";
    return [
      finding(confirmationIsCompared.id, step, {
        evidence: [`register ${WHO}`],
        comparisons: [CALLS.entry],
        verdict: "WARN",
        clause: "what is asked for twice is compared",
        check: answers(CALLS.differs, REFUSED),
        message: `${step.operation.key} accepts ${aNoun(twice)} that differs from what it repeats`,
        expected: "a refusal",
        got: String(step.response.status),
        why: "The document asks for the same twice; whoever mistypes it the first time is registered with the slip.",
      }),
    ];
  },
};

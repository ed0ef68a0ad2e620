import { isObject } from "#base/json";
import { ACCEPTED, answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { isPassword } from "#semantics/access/login-inputs";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { CALLS, planPasswordChanges } from "./plan-password-change.js";
import { kindsOf } from "./situation.js";
import { sentBy } from "./written-changes.js";

/**
 * Somebody is registered, logs in, and changes the password; then both passwords are tried. Where only a part of a larger
 * update was the password, a service may leave it alone and is but warned; whoever is shut out is so in any case.
 */
export const passwordChanges: Oracle = {
  id: "password-changes",
  title:
    "Only its owner changes a password; then the new one opens, the old one does not; other changes leave it.",
  verdict: "ERR",
  source: "OWASP ASVS, password security; a service's agreement with itself",
  needs: "accounts that can be registered and changed, and a login",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => planPasswordChanges(ground, kind, passwordChanges.id)),
  judge: (step) => {
    if (step.plannedBy !== passwordChanges.id) return [];
    if (step.exchange.call.id === CALLS.withStrangers) return judgeIntrusion(step);
    if (step.exchange.call.id !== CALLS.withOld) return [];
    if (!succeeded(earlier(step, CALLS.logIn))) return [];
    const [change, update] = [earlier(step, CALLS.change), earlier(step, CALLS.update)];
    if (change !== undefined && succeeded(change)) return judgeChange(step, change);
    if (update === undefined || !succeeded(update) || !isShutOut(step.exchange)) return [];
    return [
      finding(passwordChanges.id, step, {
        operation: update.call.operation,
        evidence: [CALLS.register, CALLS.logIn, CALLS.update],
        verdict: "ERR",
        clause: "other changes leave the password alone",
        check: answers(CALLS.withOld, ACCEPTED),
        message: `After ${update.call.operation} nobody can log in with the password, which it does not take`,
        expected: "a login, as before",
        got: String(step.response.status),
        why: "The same login worked before the change, and the change has nothing to do with it.",
      }),
    ];
  },
};

function judgeChange(step: Step, change: Exchange): readonly Finding[] {
  const withNew = earlier(step, CALLS.withNew);
  const newOpens = succeeded(withNew);
  const oldOpens = succeeded(step.exchange);
  if (newOpens ? !oldOpens : !isShutOut(withNew)) return [];
  const about = { operation: change.call.operation, evidence: [CALLS.register, CALLS.logIn, CALLS.change] };
  const evidence = [...about.evidence, CALLS.withNew];
  if (newOpens)
    return [
      finding(passwordChanges.id, step, {
        ...about,
        evidence,
        verdict: "ERR",
        clause: "the old password no longer opens",
        check: answers(CALLS.withOld, REFUSED),
        message: `After ${change.call.operation} the old password still opens, beside the new one`,
        expected: "401 or another refusal",
        got: String(step.response.status),
        why: "Whoever changes a password wants nobody to come in with the old one.",
      }),
    ];
  const sent = sentBy(change);
  const isAllAboutIt = isObject(sent) && Object.keys(sent).every(isPassword);
  return [
    finding(passwordChanges.id, step, {
      ...about,
      evidence,
      verdict: oldOpens && !isAllAboutIt ? "WARN" : "ERR",
      clause: "the new password opens",
      check: answers(CALLS.withNew, ACCEPTED),
      message: oldOpens
        ? `${change.call.operation} answers with success, but the old password stays`
        : `After ${change.call.operation} neither the new password opens nor the old one`,
      expected: "a login with the new password",
      got: withNew?.outcome.kind === "response" ? String(withNew.outcome.status) : "none",
      why: oldOpens
        ? "The service took the new password and goes by the old one."
        : "The service took a password with which nobody can log in.",
    }),
  ];
}

/** Both were registered for this, so neither is set over the other. */
function judgeIntrusion(step: Step): readonly Finding[] {
  const intrusion = earlier(step, CALLS.intrude);
  const came = [CALLS.logIn, CALLS.logInStranger].every((id) => succeeded(earlier(step, id)));
  if (!came || intrusion === undefined || !succeeded(intrusion) || !succeeded(step.exchange)) return [];
  return [
    finding(passwordChanges.id, step, {
      operation: intrusion.call.operation,
      evidence: [CALLS.register, CALLS.stranger, CALLS.logIn, CALLS.logInStranger, CALLS.intrude],
      verdict: "ERR",
      clause: "nobody changes the password of another",
      check: answers(CALLS.intrude, REFUSED),
      message: `${intrusion.call.operation} lets one user set the password of another`,
      expected: "403 or another refusal",
      got: "a login as the other user with the password that was set",
      why: "Whoever can set somebody's password has the account.",
    }),
  ];
}

/** A refusal that is about who somebody is, and neither about too many tries nor about a service that is down. */
function isShutOut(exchange: Exchange | undefined): boolean {
  if (exchange?.outcome.kind !== "response" || succeeded(exchange)) return false;
  const { status } = exchange.outcome;
  return status < 500 && status !== 429 && status !== 423;
}

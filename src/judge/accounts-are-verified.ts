import { answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { nameWords } from "#values/name-words";
import { AccountSituation } from "./account-situation.js";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";

const [ONE, OTHER] = ["the one", "the other"];
const CALLS = {
  early: `${PROVOKE}log in before the verification`,
  verify: `verify ${ONE}`,
  otherBefore: `${PROVOKE}log in as the other, who was not verified`,
  otherAfter: `${PROVOKE}log in as the other after the one was verified`,
  entry: `log in as ${ONE}`,
} as const;

/**
 * Two people register, and the answer of the service names the link that makes an account good. One of them follows theirs:
 * the other is still to be kept out. That nobody is let in without it at all is a weak norm, for many services let people in
 * whose address is yet to be confirmed: only a link that says it is the account that becomes good is worth a warning.
 */
export const accountsAreVerified: Oracle = {
  id: "accounts-are-verified",
  title: "An account that is to be verified opens by its own verification.",
  verdict: "ERR",
  source: "OWASP ASVS, out-of-band verification; a service's agreement with itself",
  needs: "a registration whose answer names the link that verifies the account",
  sequences: (ground) => {
    const { account } = ground.book;
    if (account?.verification === undefined) return [];
    const situation = new AccountSituation(ground, account);
    const one = situation.register(ONE);
    const other = situation.register(OTHER);
    situation.add(one.logIn(CALLS.early), other.logIn(CALLS.otherBefore));
    if (one.verify !== undefined) situation.add(one.verify);
    situation.add(one.logIn(), other.logIn(CALLS.otherAfter));
    return [situation.build(accountsAreVerified.id, "verify one of two accounts")];
  },
  judge: (step) =>
    step.plannedBy === accountsAreVerified.id && step.exchange.call.id === CALLS.otherAfter
      ? [...judgeEarly(step), ...judgeOther(step)]
      : [],
};

function judgeEarly(step: Step): readonly Finding[] {
  const early = earlier(step, CALLS.early);
  const verify = earlier(step, CALLS.verify);
  if (early === undefined || verify === undefined || !succeeded(early) || !succeeded(verify)) return [];
  const isOfAccount = opensAccount(operationOf(step.api, verify.call.operation));
  return [
    finding(accountsAreVerified.id, step, {
      operation: early.call.operation,
      evidence: [`register ${ONE}`, CALLS.early, CALLS.verify],
      comparisons: [CALLS.otherBefore, CALLS.verify, CALLS.entry, CALLS.otherAfter],
      verdict: isOfAccount ? "WARN" : "NOTE",
      clause: "an account is verified before it opens",
      check: answers(CALLS.early, REFUSED),
      message: `${early.call.operation} lets a user in who has not followed the link of the registration`,
      expected: "401, 403 or another refusal",
      got: statusOf(early),
      why: `The registration is answered with a link ${isOfAccount ? "that makes the account good" : "to follow"}; the login opens without it. Perhaps it is for something else.`,
    }),
  ];
}

/** `/accountVerification/{token}`, `activate`: not `/confirm-mail/{code}`, which is about an address. */
function opensAccount({ path, operationId = "" }: Operation): boolean {
  const words = [
    ...path
      .split("/")
      .filter((part) => !part.includes("{"))
      .slice(-1),
    operationId,
  ].flatMap(nameWords);
  const says = (pattern: RegExp) => words.some((word) => pattern.test(word));
  return (
    says(/^(activat|enabl|unlock)/) ||
    (says(/^(verif|confirm|validat)/) && says(/^(accounts?|users?|registrations?|signup)$/))
  );
}

function judgeOther(step: Step): readonly Finding[] {
  const isKeptOut = isRefused(earlier(step, CALLS.otherBefore)) && isRefused(earlier(step, CALLS.early));
  const isIn = succeeded(earlier(step, CALLS.entry)) && succeeded(step.exchange);
  const verify = earlier(step, CALLS.verify);
  if (!isKeptOut || !isIn || verify === undefined || !succeeded(verify)) return [];
  return [
    finding(accountsAreVerified.id, step, {
      operation: verify.call.operation,
      evidence: [`register ${ONE}`, `register ${OTHER}`, CALLS.otherBefore, CALLS.verify],
      comparisons: [CALLS.early, CALLS.otherBefore, CALLS.entry],
      verdict: "ERR",
      clause: "a verification is of one account",
      check: answers(CALLS.otherAfter, REFUSED),
      message: `${verify.call.operation} verifies another account than the one that its link names`,
      expected: "a refusal, as before",
      got: statusOf(step.exchange),
      why: "The other account could not log in before, and nobody has followed its link; the link of the one has opened both.",
    }),
  ];
}

function isRefused(exchange: Exchange | undefined): boolean {
  const { outcome } = exchange ?? {};
  return outcome?.kind === "response" && [400, 401, 403].includes(outcome.status);
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === "response" ? String(outcome.status) : "no answer";
}

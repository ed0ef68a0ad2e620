import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { ACCEPTED, answers, either, inRequest, REFUSED } from "#calls/checks";
import { replaceInBody } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import { isPassword } from "#semantics/access/login-inputs";
import { PROVOKE } from "#semantics/life";
import { AccountSituation } from "./account-situation.js";
import { earlier } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

const WHO = "the first";
const FIRST = `register ${WHO}`;
const ENTRY = `log in as ${WHO}`;
/** What is added to the password of whoever comes second, and to one that nobody has. */
const [OTHER, NOBODYS] = ["-Other1", "-Nobodys2"];
const CALLS = {
  twice: `${PROVOKE}log in as the first a second time`,
  again: `${PROVOKE}register the same name with another password`,
  owner: `${PROVOKE}log in as the first once more`,
  second: `${PROVOKE}log in with the password of the second`,
  nobody: `${PROVOKE}log in with a password that nobody has`,
} as const;

/**
 * Somebody is registered and logs in; then somebody else registers the same name with another password. Services refuse that,
 * or answer with success and do nothing, so as not to tell who is registered. What they must not do is to shut the first one
 * out, or to let the second one in under that name. Only people whom the run itself registered are ever concerned.
 */
export const accountIsNotTakenOver: Oracle = {
  id: "account-is-not-taken-over",
  title: "Registering a name that is taken leaves its account alone.",
  verdict: "ERR",
  source: "OWASP API Security 2023, API2 (broken authentication)",
  needs: "accounts that can be registered by POST, and a login that answers with a token",
  sequences: (ground) => {
    const { account } = ground.book;
    // A PUT says itself that it replaces.
    if (account?.register.startsWith("POST ") !== true) return [];
    const content = account.inputs.body?.content;
    const names = content?.kind === "object" ? Object.keys(content.members) : [];
    if (!names.some(isPassword)) return [];
    const situation = new AccountSituation(ground, account);
    const first = situation.enter(WHO);
    let again: Call = { ...first.register, id: CALLS.again };
    for (const name of names) {
      const sent = inRequest(FIRST, formatPointer([name]));
      const wanted = isPassword(name) ? { ...sent, suffix: OTHER } : sent;
      again = { ...again, ...replaceInBody(again, formatPointer([name]), wanted) };
    }
    situation.add(
      first.logIn(CALLS.twice),
      again,
      first.logIn(CALLS.owner),
      first.logIn(CALLS.second, OTHER),
      first.logIn(CALLS.nobody, NOBODYS),
    );
    return [situation.build(accountIsNotTakenOver.id, "register a name that is taken")];
  },
  judge: (step) => {
    if (step.plannedBy !== accountIsNotTakenOver.id || step.exchange.call.id !== CALLS.nobody) return [];
    const again = earlier(step, CALLS.again);
    // Who lets in with any password, or is down, says nothing here.
    if (again === undefined || !succeeded(again) || !succeeded(earlier(step, ENTRY))) return [];
    if (succeeded(step.exchange) || !isNo(step.response.status)) return [];
    const [owner, second] = [earlier(step, CALLS.owner), earlier(step, CALLS.second)];
    // Where nobody can be logged in twice, being refused is no news.
    const comesBack = succeeded(earlier(step, CALLS.twice));
    const isShutOut = comesBack && owner?.outcome.kind === "response" && isNo(owner.outcome.status);
    if (!isShutOut && !succeeded(second)) return [];
    return [
      finding(accountIsNotTakenOver.id, step, {
        operation: again.call.operation,
        evidence: [FIRST, ENTRY, CALLS.twice, CALLS.again, CALLS.owner, CALLS.second],
        comparisons: [ENTRY, CALLS.twice, isShutOut ? CALLS.second : CALLS.owner, CALLS.nobody],
        verdict: "ERR",
        clause: "a taken name stays with its account",
        check: either(
          answers(CALLS.again, REFUSED),
          isShutOut ? answers(CALLS.owner, ACCEPTED) : answers(CALLS.second, REFUSED),
        ),
        message: `${again.call.operation} registers a name that is taken, and ${isShutOut ? "its owner cannot log in any more" : "who comes second can log in under it"}`,
        expected: "a refusal, or an account that is as before",
        got: isShutOut
          ? `${owner.outcome.kind === "response" ? owner.outcome.status : 0} for the password that worked before`
          : "a login with the password that was registered second",
        why: "The name was registered and logged in with; then it was registered again, with all the same but the password.",
      }),
    ];
  },
};

/** A refusal that is about who somebody is, and neither about too many tries nor about a service that is down. */
function isNo(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429 && status !== 423;
}

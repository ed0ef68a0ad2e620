import { isObject, type Json } from "#base/json";
import { answers, REFUSED } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import { bodyOf, earlier } from "./lifecycle.js";
import { loginFor } from "./log-in-call.js";
import { finding, type Oracle } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const CALLS = {
  register: "register",
  logIn: "log in",
  wrong: `${PROVOKE}log in with another password`,
} as const;

/**
 * Somebody is registered and logs in; then once more, with a password that is longer by one character. An answer of another
 * form than that of a login is a refusal, whatever its status.
 */
export const loginNeedsThePassword: Oracle = {
  id: "login-needs-the-password",
  title: "Nobody logs in with a wrong password.",
  verdict: "ERR",
  source: "OWASP ASVS, password verification; RFC 9110, section 15.5.2",
  needs: "accounts that can be registered with a password, and a login",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const login = loginFor(ground, kind);
      const entry = login?.call(CALLS.logIn, CALLS.register);
      const wrong = login?.call(CALLS.wrong, CALLS.register, "x");
      if (entry === undefined || wrong === undefined) return [];
      const situation = new Situation(ground, kind);
      situation.make(CALLS.register);
      situation.add(entry, wrong);
      return [situation.build(loginNeedsThePassword.id, "log in with another password")];
    }),
  judge: (step) => {
    if (step.plannedBy !== loginNeedsThePassword.id || step.exchange.call.id !== CALLS.wrong) return [];
    const entry = earlier(step, CALLS.logIn);
    const isIn = isSuccess(step.response) && formOf(bodyOf(step.exchange)) === formOf(bodyOf(entry));
    if (!succeeded(entry) || !isIn) return [];
    return [
      finding(loginNeedsThePassword.id, step, {
        evidence: [CALLS.register, CALLS.logIn],
        verdict: "ERR",
        clause: "a login needs the password",
        check: answers(CALLS.wrong, REFUSED),
        message: `${step.operation.key} lets somebody in with a wrong password`,
        expected: "401, 403 or another refusal",
        got: `${step.response.status}, and an answer like that of a login`,
        why: "The password that was registered opens, and so does one that nobody has: whoever knows a name is let in.",
      }),
    ];
  },
};

/** What an answer looks like, whatever it says: its members, and their types. */
function formOf(body: Json | undefined): string {
  if (!isObject(body)) return Array.isArray(body) ? "array" : body === null ? "null" : typeof body;
  const members = Object.entries(body).map(([name, value]) => `${name}: ${formOf(value)}`);
  return `{${members.sort().join(", ")}}`;
}

import { answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { isSuccess, succeeded } from "#calls/succeeded";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";
import { LEAVING, planLeaving } from "./plan-leaving.js";
import { kindsOf } from "./situation.js";

/**
 * A token opens what is closed to nobody in particular; then its owner logs out, or is deleted. What a logout is for is not
 * in doubt. That a token outlives its account is often so by design, until it expires: hence a warning.
 */
export const deadCredentials: Oracle = {
  id: "dead-credentials",
  title: "A token is refused after its owner has logged out, or was deleted.",
  verdict: "ERR",
  source: "OWASP ASVS, session termination; RFC 9110, section 15.5.2",
  needs: "accounts that can be registered, a login that answers with a token, and a logout or a delete",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planLeaving(ground, kind, deadCredentials.id)),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== deadCredentials.id || !id.startsWith(LEAVING.dead) || !isSuccess(step.response))
      return [];
    const door = id.slice(LEAVING.dead.length);
    const [knock, nobody] = [LEAVING.knock + door, LEAVING.asNobody + door];
    if (!succeeded(earlier(step, knock)) || !isKeptOut(earlier(step, nobody))) return [];
    const end = [LEAVING.logOut, LEAVING.deleteOwn, LEAVING.delete]
      .map((call) => earlier(step, call))
      .find(succeeded);
    if (end === undefined) return [];
    const isLogout = end.call.id === LEAVING.logOut;
    return [
      finding(deadCredentials.id, step, {
        operation: end.call.operation,
        evidence: [LEAVING.logIn, knock, nobody, end.call.id],
        verdict: isLogout ? "ERR" : "WARN",
        clause: isLogout ? "a logout ends the token" : "a token ends with its account",
        check: answers(id, REFUSED),
        message: isLogout
          ? `${end.call.operation} answers with success, but the token still opens ${door}`
          : `${end.call.operation} deletes the ${noun(step)}, but its token still opens ${door}`,
        expected: "401 or 403",
        got: String(step.response.status),
        why: isLogout
          ? "Whoever has seen the token can go on with it, although its owner has asked for its end."
          : "There is nobody any more whom the token stands for; it may be good until it expires by design.",
      }),
    ];
  },
};

function isKeptOut(exchange: Exchange | undefined): boolean {
  return means(exchange, "denied");
}

import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { operationsByKey } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { earlier, headerOf } from "./lifecycle.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const [MAKE, GET, HEAD] = ["make it", "get ", `${PROVOKE}head `];

const COMPARED = ["content-type", "etag", "content-length"];

/** HEAD is tried on everything that can be read; where it is neither declared nor answered, nothing is said. */
export const headAgrees: Oracle = {
  id: "head-agrees",
  title: "HEAD answers as GET does, but for the body.",
  verdict: "WARN",
  source: "RFC 9110, sections 8.6 and 9.3.2",
  needs: "a read of a thing, or a list",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const looks = [kind.resource.read[0], kind.resource.list[0]].filter((look) => look?.startsWith("GET "));
      if (looks.length === 0) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(MAKE);
      for (const look of looks) {
        if (look === undefined) continue;
        const get = situation.plain(`${GET}${look}`, look, things);
        situation.add(get, { ...get, id: `${HEAD}${look}`, operation: `HEAD ${look.slice("GET ".length)}` });
      }
      return [situation.build(headAgrees.id, `ask with HEAD what was asked with GET`)];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== headAgrees.id || !id.startsWith(HEAD)) return [];
    const get = earlier(step, GET + id.slice(HEAD.length));
    if (!succeeded(get) || get?.outcome.kind !== "response") return [];
    const isDeclared = operationsByKey(step.api).has(step.operation.key);
    if (!isSuccess(step.response)) {
      if (!isDeclared || step.response.status >= 500) return [];
      const message = `${step.operation.key} is declared and answers ${step.response.status} where GET answers ${get.outcome.status}`;
      return [
        object(
          step,
          get.call.id,
          "status",
          message,
          String(get.outcome.status),
          String(step.response.status),
        ),
      ];
    }
    return COMPARED.flatMap((name) => {
      const [wanted, got] = [headerOf(get, name), headerOf(step.exchange, name)];
      // HEAD may leave out what only the body would tell; some servers then say 0.
      if (wanted === undefined || got === undefined || wanted === got) return [];
      if (name === "content-length" && (got === "0" || headerOf(get, "content-encoding") !== undefined))
        return [];
      const message = `${step.operation.key} answers with ${name} ${got} where GET answers with ${wanted}`;
      return [object(step, get.call.id, name, message, wanted, got)];
    });
  },
};

function object(
  step: Step,
  get: string,
  shape: string,
  message: string,
  expected: string,
  got: string,
): Finding {
  return finding(headAgrees.id, step, {
    form: true,
    evidence: [get],
    verdict: "WARN",
    habit: true,
    clause: "HEAD tells what GET would",
    shape,
    message,
    expected,
    got,
    why: "Clients ask with HEAD so as not to fetch what they need not, and go by what it says.",
  });
}

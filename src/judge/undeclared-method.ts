import { answers, inHeader, REFUSED } from "#calls/checks";
import { isSuccess } from "#calls/succeeded";
import type { Api } from "#openapi/api";
import { PROVOKE } from "#semantics/life";
import { finding, type Oracle } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const CALLS = { make: "make it", provoke: `${PROVOKE}a method that is not declared` } as const;

/** Tried in this order. Only on a thing of our own: a collection could be emptied or replaced by it. */
const METHODS = ["PATCH", "PUT", "POST", "DELETE"];

export const undeclaredMethod: Oracle = {
  id: "undeclared-method",
  title: "A method that a path does not have is refused, and 405 names those that it has.",
  verdict: "WARN",
  source: "RFC 9110, sections 10.2.1 and 15.5.6",
  needs: "a path of a thing that the run can make",
  judgesAnswerAlone: true,
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const { itemPath } = kind.resource;
      const declared = methodsOf(ground.known.api, itemPath);
      const method = METHODS.find((candidate) => !declared.includes(candidate));
      // Things may have a path by their names that the document does not have at all.
      if (itemPath === undefined || declared.length === 0 || method === undefined) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(CALLS.make);
      situation.add(situation.plain(CALLS.provoke, `${method} ${itemPath}`, things));
      return [situation.build(undeclaredMethod.id, `call ${method} ${itemPath}, which is not declared`)];
    }),
  judge: (step) => {
    if (step.plannedBy !== undeclaredMethod.id || step.exchange.call.id !== CALLS.provoke) return [];
    const { status, headers } = step.response;
    if (isSuccess(step.response)) {
      return [
        finding(undeclaredMethod.id, step, {
          form: true,
          verdict: "NOTE",
          habit: true,
          clause: "what is not declared is refused",
          check: answers(CALLS.provoke, REFUSED),
          message: `${step.operation.key} is not declared, and is answered with ${status}`,
          expected: "405 or 404",
          got: String(status),
          why: "Either the document is not complete, or the service does more than it should.",
        }),
      ];
    }
    if (status !== 405 || headers.allow !== undefined) return [];
    return [
      finding(undeclaredMethod.id, step, {
        form: true,
        verdict: "WARN",
        habit: true,
        clause: "405 comes with Allow",
        check: { kind: "present", at: inHeader(CALLS.provoke, "allow") },
        message: `${step.operation.key} answers 405 without saying which methods there are`,
        expected: `Allow: ${methodsOf(step.api, step.operation.path).join(", ")}`,
        got: "no Allow header",
        why: "The header is what a client may go on with; the RFC demands it.",
      }),
    ];
  },
};

function methodsOf({ operations }: Api, path: string | undefined): readonly string[] {
  return operations.filter((operation) => operation.path === path).map(({ method }) => method);
}

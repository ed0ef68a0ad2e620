import { answers } from "#calls/checks";
import { responseFor } from "#openapi/media-type";
import { isProvocation } from "#semantics/life";
import { finding, type Oracle } from "./oracle.js";

/** Documents leave out refusals so often that this is a warning; a 5xx is the server-error oracle's business. */
export const undocumentedStatus: Oracle = {
  id: "undocumented-status",
  title: "Every status that the service answers with is declared.",
  verdict: "WARN",
  source: "the document's responses",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { status } = step.response;
    // What the document does not describe may be answered with what it does not declare.
    if (isProvocation(step.exchange.call.id)) return [];
    if (status >= 500 || step.operation.responses.length === 0) return [];
    if (responseFor(step.operation, status) !== undefined) return [];
    const declared = step.operation.responses.map((response) => response.status);
    return [
      finding(undocumentedStatus.id, step, {
        form: true,
        verdict: "WARN",
        ...(status >= 400 ? { habit: true } : {}),
        clause: "the status is declared",
        shape: String(status),
        message: `${step.operation.key} answers ${status}, which the document does not declare`,
        expected: `one of ${declared.join(", ")}`,
        got: String(status),
        check: answers(step.exchange.call.id, ...declared.map((word) => word.toLowerCase())),
        why: "Clients that are written or generated from the document do not expect this answer.",
      }),
    ];
  },
};

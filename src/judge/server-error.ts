import { expectsAbsence } from "#semantics/life";
import { finding, type Oracle } from "./oracle.js";

/** 5xx. On a call that deserved a refusal the service at least refuses, so that is only a warning. */
export const serverError: Oracle = {
  id: "server-error",
  title: "A call that the document allows is not answered with a server error.",
  verdict: "ERR",
  source: "RFC 9110, section 15.6",
  judge: (step) => {
    const { status } = step.response;
    if (status < 500) return [];
    const refusal = expectsAbsence(step.exchange.call.id);
    return [
      finding(serverError.id, step, {
        verdict: refusal ? "WARN" : "ERR",
        clause: refusal ? "what is not there is refused with 4xx" : "no server error",
        shape: refusal ? "5xx for what is absent" : String(status),
        message: refusal
          ? `${step.operation.key} answers ${status} when asked for something that is not there`
          : `${step.operation.key} answers ${status}`,
        expected: refusal ? "404 or another 4xx" : "a status below 500",
        got: String(status),
        why: refusal
          ? "A 5xx says that the server failed; a client that asks for an unknown id made the mistake itself, and retries will not help it."
          : "A 5xx says that the server failed on a request that looks valid; the inputs follow the document.",
      }),
    ];
  },
};

import { expectsAbsence, isProvocation } from "#semantics/life";
import { finding, type Oracle } from "./oracle.js";

/** 5xx. On a call that deserved a refusal the service at least refuses, so that is only a warning. */
export const serverError: Oracle = {
  id: "server-error",
  title: "A call that the document allows is not answered with a server error.",
  verdict: "ERR",
  source: "RFC 9110, section 15.6",
  judge: (step) => {
    const { status } = step.response;
    const { id } = step.exchange.call;
    // 501 says that the service does not know the method, which may well be so for one that nobody declared.
    if (status < 500 || (status === 501 && isProvocation(id))) return [];
    const provoked = expectsAbsence(id) ? ABSENT : isProvocation(id) ? PROVOKED : undefined;
    return [
      finding(serverError.id, step, {
        verdict: provoked === undefined ? "ERR" : "WARN",
        clause: provoked?.clause ?? "no server error",
        shape: provoked?.shape ?? String(status),
        message: `${step.operation.key} answers ${status}${provoked?.when ?? ""}`,
        expected: provoked?.expected ?? "a status below 500",
        got: String(status),
        why:
          provoked?.why ??
          "A 5xx says that the server failed on a request that looks valid; the inputs follow the document.",
      }),
    ];
  },
};

const ABSENT = {
  clause: "what is not there is refused with 4xx",
  shape: "5xx for what is absent",
  when: " when asked for something that is not there",
  expected: "404 or another 4xx",
  why: "A 5xx says that the server failed; a client that asks for an unknown id made the mistake itself, and retries will not help it.",
};

const PROVOKED = {
  clause: "what cannot be done is refused with 4xx",
  shape: "5xx for what deserves a refusal",
  when: " to a call that it should refuse",
  expected: "a 4xx",
  why: "A 5xx says that the server failed; here the client asks for what it may not, and retries will not help it.",
};

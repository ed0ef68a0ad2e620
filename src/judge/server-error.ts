import { answers, NO_SERVER_ERROR, REFUSED } from "#calls/checks";
import type { Finding } from "#calls/finding";
import { expectsAbsence, isProvocation } from "#semantics/life";
import { type InputTrial, trialIn } from "./input-trial.js";
import { finding, type Oracle, type Step } from "./oracle.js";

/** 5xx. On a call that deserved a refusal the service at least refuses, so that is only a warning. */
export const serverError: Oracle = {
  id: "server-error",
  title: "A call that the document allows is not answered with a server error.",
  verdict: "ERR",
  source: "RFC 9110, section 15.6",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { status } = step.response;
    const { id } = step.exchange.call;
    // 501 says that the service does not know the method, which may well be so for one that nobody declared.
    if (status < 500 || (status === 501 && isProvocation(id))) return [];
    const trial = trialIn(id);
    if (trial !== undefined) return [onInput(step, trial)];
    const provoked = expectsAbsence(id) ? ABSENT : isProvocation(id) ? PROVOKED : undefined;
    return [
      finding(serverError.id, step, {
        verdict: provoked === undefined ? "ERR" : "WARN",
        clause: provoked?.clause ?? "no server error",
        shape: provoked?.shape ?? String(status),
        message: `${step.operation.key} answers ${status}${provoked?.when ?? ""}`,
        expected: provoked?.expected ?? "a status below 500",
        got: String(status),
        check: provoked === undefined ? answers(id, ...NO_SERVER_ERROR) : answers(id, REFUSED),
        why:
          provoked?.why ??
          "A 5xx says that the server failed on a request that looks valid; the inputs follow the document.",
      }),
    ];
  },
};

/**
 * Input that was made to be at the edge, or beyond it. Whether it is allowed or not, somebody will send it. The reader
 * of bodies is one for the whole service; values are read by each operation.
 */
function onInput(step: Step, { kind, keyword, place, label }: InputTrial): Finding {
  const isBody = keyword === "json";
  const { status } = step.response;
  return finding(serverError.id, step, {
    // What is not allowed changed nothing, or that is told by itself.
    form: true,
    verdict: "ERR",
    ...(isBody ? { habit: true } : {}),
    clause: kind === "forbidden" ? "invalid input is refused with 4xx" : "no server error",
    shape: isBody
      ? "5xx for a broken body"
      : kind === "forbidden"
        ? "5xx for invalid input"
        : `${status} for input`,
    message: `${step.operation.key} answers ${status} to ${label}${place === "" ? "" : ` at ${place}`}`,
    expected: kind === "forbidden" ? "400, 422 or another 4xx" : "a status below 500",
    got: String(status),
    why: "A 5xx says that the server failed: nobody looked at the input before it was used.",
  });
}

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

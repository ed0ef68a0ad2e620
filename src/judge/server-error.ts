import { answers, NO_SERVER_ERROR, REFUSED } from "#calls/checks";
import { brokenCause, failureCause } from "#calls/failure-said";
import type { Finding } from "#calls/finding";
import { expectsAbsence, isProvocation } from "#semantics/life";
import { whyRefused } from "#semantics/read-refusal";
import { isPrefix } from "#semantics/resource-path";
import { asksForDeleted } from "./asks-for-deleted.js";
import { type InputTrial, trialIn } from "./input-trial.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { sayTrial } from "./say-trial.js";

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
    const isAbsent = expectsAbsence(id) || asksForDeleted(step.exchange, step.before);
    const provoked = isAbsent ? ABSENT : isProvocation(id) ? PROVOKED : undefined;
    return [
      finding(serverError.id, step, {
        verdict: provoked === undefined ? "ERR" : "WARN",
        clause: provoked?.clause ?? "no server error",
        shape: provoked?.shape ?? String(status),
        message: `${step.operation.key} answers ${status}${provoked?.when ?? ""}`,
        expected: provoked?.expected ?? "a status below 500",
        cause: provoked === undefined ? plainCause(step) : `${serverError.id} · ${provoked.shape}`,
        explainedBy:
          provoked === undefined ? [brokenCause(step.exchange, step.response)] : plainFailures(step),
        got: answered(step),
        check: provoked === undefined ? answers(id, ...NO_SERVER_ERROR) : answers(id, REFUSED),
        why:
          provoked?.why ??
          "A 5xx says that the server failed on a request that looks valid; the inputs follow the document.",
      }),
    ];
  },
};

/** Failures that say the same come from one place; else an operation fails for itself, in all versions of the API. */
function plainCause({ operation, exchange, response }: Step): string {
  const path = operation.path.split("/").filter((segment) => !isPrefix(segment));
  return failureCause(exchange, response, `${operation.method} ${path.join("/")}`);
}

/** What fails however it is called fails with any other input, too, and so does the HEAD of a GET. */
function plainFailures({ operation, response }: Step): readonly string[] {
  const method = operation.method === "HEAD" ? "GET" : operation.method;
  return [`${method} ${operation.path} · ${serverError.id} · ${response.status}`];
}

function answered({ exchange }: Step): string {
  return whyRefused(exchange).replace(/^it answers /, "");
}

/**
 * Input that was made to be at the edge, or beyond it. Whether it is allowed or not, somebody will send it. The reader
 * of bodies is one for the whole service; values are read by each operation.
 */
function onInput(step: Step, trial: InputTrial): Finding {
  const { kind, keyword, label } = trial;
  // There can be nothing with such an id.
  const isAbsent = trial.place.startsWith("path ");
  const isBody = keyword === "json";
  const { status } = step.response;
  return finding(serverError.id, step, {
    // What is not allowed changed nothing, or that is told by itself.
    form: true,
    verdict: isAbsent ? "WARN" : "ERR",
    ...(isBody ? { habit: true } : {}),
    clause: kind === "forbidden" ? "invalid input is refused with 4xx" : "no server error",
    shape: isBody
      ? "5xx for a broken body"
      : kind === "forbidden"
        ? "5xx for invalid input"
        : `${status} for input`,
    cause: isBody
      ? undefined
      : [serverError.id, isAbsent ? ABSENT.shape : `${kind} · ${label.replaceAll(/\d+/g, "#")}`].join(" · "),
    place: sayTrial(trial),
    explainedBy: plainFailures(step),
    message: `${step.operation.key} answers ${status} to ${sayTrial(trial)}`,
    expected: kind === "forbidden" ? "400, 422 or another 4xx" : "a status below 500",
    got: answered(step),
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

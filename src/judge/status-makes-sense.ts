import type { Verdict } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { finding, type Oracle, type Step } from "./oracle.js";

interface Sense {
  readonly clause: string;
  readonly verdict: Verdict;
  readonly expected: string;
  readonly isBroken: (step: Step) => boolean;
}

/** What a status means by itself, whatever the service is about. One line each; what many services do is a note. */
const SENSES: readonly Sense[] = [
  {
    clause: "a status is a number from 100 to 599",
    verdict: "WARN",
    expected: "a status that HTTP knows",
    isBroken: ({ response }) => response.status < 100 || response.status > 599,
  },
  {
    clause: "only what creates is answered with 201",
    verdict: "WARN",
    expected: "200 or 204",
    isBroken: ({ response, exchange }) =>
      response.status === 201 && ["GET", "HEAD", "DELETE"].includes(exchange.request.method),
  },
  {
    clause: "what is there already is not created",
    verdict: "WARN",
    expected: "200 or 204",
    isBroken: (step) => step.response.status === 201 && isRepeatedPut(step),
  },
  {
    clause: "only a read is answered with 304",
    verdict: "WARN",
    expected: "412 or another status",
    isBroken: ({ response, exchange }) =>
      response.status === 304 && !["GET", "HEAD"].includes(exchange.request.method),
  },
  {
    clause: "what has no body is not refused for its body",
    verdict: "WARN",
    expected: "another status",
    isBroken: ({ response, exchange }) =>
      [413, 415].includes(response.status) && exchange.request.bodyText === undefined,
  },
  {
    clause: "401 says how to authenticate",
    verdict: "NOTE",
    expected: "a WWW-Authenticate header",
    isBroken: ({ response }) => response.status === 401 && response.headers["www-authenticate"] === undefined,
  },
  {
    clause: "426 says what to upgrade to",
    verdict: "WARN",
    expected: "an Upgrade header",
    isBroken: ({ response }) => response.status === 426 && response.headers.upgrade === undefined,
  },
];

export const statusMakesSense: Oracle = {
  id: "status-makes-sense",
  title: "A status means what HTTP says it means, and comes with the headers that it needs.",
  verdict: "WARN",
  source: "RFC 9110, sections 15.3.2, 15.4.5, 15.5.2, 15.5.14, 15.5.16 and 15.5.22",
  judgesAnswerAlone: true,
  judge: (step) =>
    SENSES.filter(({ isBroken }) => isBroken(step)).map(({ clause, verdict, expected }) =>
      finding(statusMakesSense.id, step, {
        form: true,
        habit: true,
        verdict,
        clause,
        message: `${step.operation.key} answers ${step.response.status}: ${clause}`,
        expected,
        got: String(step.response.status),
        why: "Clients and proxies act on the status alone, before anybody reads the document.",
      }),
    ),
};

/** The same PUT succeeded before in the sequence, so the thing is there. */
function isRepeatedPut({ before, exchange }: Step): boolean {
  if (exchange.request.method !== "PUT") return false;
  const at = before.findLastIndex(({ request }) => !["GET", "HEAD"].includes(request.method));
  const last = before[at];
  return last?.request.method === "PUT" && last.request.url === exchange.request.url && succeeded(last);
}

import { finding, type Oracle } from "./oracle.js";

/** Seconds, or a date in the form of HTTP: `Fri, 31 Dec 1999 23:59:59 GMT`. */
const USABLE = /^\d+$|^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Nobody has to say when to come back; a word that nobody can read says it wrongly. */
export const retryAfter: Oracle = {
  id: "retry-after",
  title: "Where 429 or 503 say when to come back, they say it so that it can be read.",
  verdict: "WARN",
  source: "RFC 9110, section 10.2.3; RFC 6585, section 4",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { status, headers } = step.response;
    const stated = headers["retry-after"]?.trim();
    if (![429, 503].includes(status) || stated === undefined || USABLE.test(stated)) return [];
    return [
      finding(retryAfter.id, step, {
        form: true,
        verdict: "WARN",
        habit: true,
        clause: "Retry-After is a number of seconds or a date",
        message: `${step.operation.key} answers ${status} with a Retry-After that cannot be read`,
        expected: "seconds, or an HTTP date",
        got: stated,
        why: "Clients that cannot read it come back at once, which is what it is to prevent.",
      }),
    ];
  },
};

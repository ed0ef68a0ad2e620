import type { NoResponseReason } from "#calls/exchange";
import type { Verdict } from "#calls/finding";
import { finding, type Oracle } from "./oracle.js";

interface Fault {
  readonly verdict: Verdict;
  readonly message: string;
  readonly expected: string;
  readonly why: string;
}

/** A slow machine is no fault, and how much is too much is our own limit: both are told, and accuse nobody. */
const FAULTS: Readonly<Partial<Record<NoResponseReason, Fault>>> = {
  timeout: {
    verdict: "WARN",
    message: "does not answer in time",
    expected: "an answer, be it a refusal",
    why: "Who waits for it must give up and does not know whether it was done.",
  },
  reset: {
    verdict: "ERR",
    message: "breaks the connection off without an answer",
    expected: "an answer, be it a refusal",
    why: "A connection that ends like this is what a client sees of a server that crashed.",
  },
  garbage: {
    verdict: "ERR",
    message: "answers with what is not HTTP, or not what its headers say",
    expected: "an answer that can be read",
    why: "No client can read it, and whatever stands between may mistake it for the next answer.",
  },
  "too large": {
    verdict: "WARN",
    message: "answers with more than anybody would read",
    expected: "a body within the limit",
    why: "A list without an end takes the memory of whoever asks for it.",
  },
};

export const alwaysAnswers: Oracle = {
  id: "always-answers",
  title: "Every call gets an answer: in time, complete, and of a size that can be read.",
  verdict: "ERR",
  source: "RFC 9110, section 3.4; RFC 9112, section 8",
  judgesAnswerAlone: true,
  judge: () => [],
  judgeSilence: (silence) => {
    const { outcome, operation } = silence;
    const fault = FAULTS[outcome.reason];
    if (fault === undefined) return [];
    return [
      finding(alwaysAnswers.id, silence, {
        // The sequence ends here anyway, and asking again would only mean waiting again.
        form: true,
        verdict: fault.verdict,
        clause: "every call gets an answer",
        shape: outcome.reason,
        message: `${operation.key} ${fault.message}`,
        expected: fault.expected,
        got: outcome.message,
        why: fault.why,
      }),
    ];
  },
};

import { finding, type Oracle } from "./oracle.js";

/** Such a body is not read by HTTP clients, but breaks the connection for what comes next. */
export const noContentHasNone: Oracle = {
  id: "no-content-has-none",
  title: "An answer with 204, 205 or 304 has no body.",
  verdict: "ERR",
  source: "RFC 9110, sections 8.6, 15.3.5, 15.3.6 and 15.4.5",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { status, headers, body } = step.response;
    if (![204, 205, 304].includes(status)) return [];
    // With 304 the length may be that of the body which is not sent.
    const announced = status === 304 ? 0 : Number(headers["content-length"] ?? 0);
    if (body.kind === "empty" && !(announced > 0)) return [];
    return [
      finding(noContentHasNone.id, step, {
        form: true,
        verdict: "ERR",
        clause: "no content is no content",
        check: { kind: "body", call: step.exchange.call.id, is: "empty" },
        shape: String(status),
        message: `${step.operation.key} answers ${status} with a body`,
        expected: "an answer that ends with its headers",
        got: body.kind === "empty" ? `a content-length of ${announced}` : "a body",
        why: "The next answer on the same connection begins with what a client does not expect there.",
      }),
    ];
  },
};

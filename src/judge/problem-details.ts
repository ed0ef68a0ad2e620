import { isObject, type Json, property } from "#base/json";
import { mediaEssence } from "#openapi/media-type";
import { finding, type Oracle } from "./oracle.js";
import { show } from "./show.js";

const STRINGS = ["type", "title", "detail", "instance"];

export const problemDetails: Oracle = {
  id: "problem-details",
  title: "An application/problem+json body is a problem, and its status is that of the answer.",
  verdict: "WARN",
  source: "RFC 9457, sections 3 and 3.1",
  needs: "answers of the type application/problem+json",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { body, headers, status } = step.response;
    const type = mediaEssence(headers["content-type"] ?? "");
    if (type !== "application/problem+json" || body.kind !== "json") return [];
    const wrong = wrongIn(body.value, status);
    if (wrong === undefined) return [];
    return [
      finding(problemDetails.id, step, {
        form: true,
        verdict: "WARN",
        habit: true,
        clause: "a problem is of the form that its type says",
        shape: wrong.member,
        message: `${step.operation.key} answers ${status} with a problem whose ${wrong.member} is ${show(wrong.got, 40)}, and should be ${wrong.expected}`,
        expected: wrong.expected,
        got: show(wrong.got),
        why: "Clients read problems of all services with one piece of code, which goes by these members.",
      }),
    ];
  },
};

function wrongIn(body: Json, status: number): { member: string; expected: string; got: Json } | undefined {
  if (!isObject(body)) return { member: "body", expected: "an object", got: body };
  for (const member of STRINGS) {
    const value = property(body, member);
    if (value !== undefined && typeof value !== "string") return { member, expected: "a string", got: value };
  }
  const stated = property(body, "status");
  return stated === undefined || stated === status
    ? undefined
    : { member: "status", expected: String(status), got: stated };
}

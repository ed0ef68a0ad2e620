import { isJsonType, mediaEssence, responseFor } from "#openapi/media-type";
import { finding, type Oracle } from "./oracle.js";

export const contentType: Oracle = {
  id: "content-type",
  title: "A body has a declared content type, and is what that type says.",
  verdict: "ERR",
  source: "the document's responses; RFC 9110, section 8.3",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { response } = step;
    if (response.body.kind === "empty") return [];
    const sent = response.headers["content-type"];
    if (response.body.kind === "text" && response.body.invalidJson) {
      return [
        finding(contentType.id, step, {
          form: true,
          verdict: "ERR",
          clause: "a JSON body is JSON",
          // Errors are most often written in one place for all operations.
          ...(response.status >= 400 ? { habit: true } : {}),
          check: { kind: "body", call: step.exchange.call.id, is: "json" },
          message: `${step.operation.key} answers ${response.status} with a body that is not JSON although it says so`,
          expected: `JSON, as the content type ${sent ?? "of the response"} says`,
          got: excerpt(response.body.text),
          why: "Every client that trusts the content type fails to parse this answer.",
        }),
      ];
    }
    const declared =
      responseFor(step.operation, response.status)?.content.map((media) => media.contentType) ?? [];
    if (sent === undefined || declared.length === 0 || declared.some((type) => matches(type, sent)))
      return [];
    return [
      finding(contentType.id, step, {
        form: true,
        verdict: "WARN",
        habit: true,
        clause: "the content type is declared",
        shape: mediaEssence(sent),
        message: `${step.operation.key} answers ${response.status} as ${mediaEssence(sent)}, which the document does not declare`,
        expected: declared.join(" or "),
        got: sent,
        why: "Clients choose how to read a body by the content types that the document promises.",
      }),
    ];
  },
};

function matches(declared: string, sent: string): boolean {
  const wanted = mediaEssence(declared);
  const got = mediaEssence(sent);
  if (wanted === got || wanted === "*/*") return true;
  if (wanted.endsWith("/*")) return got.startsWith(wanted.slice(0, -1));
  // `application/json` covers `application/problem+json` and the like: a JSON client reads both.
  return isJsonType(wanted) && isJsonType(got);
}

export function excerpt(text: string, length = 120): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length)} …`;
}

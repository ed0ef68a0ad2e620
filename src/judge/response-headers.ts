import type { Json } from "#base/json";
import type { ResponseHeader } from "#openapi/api";
import { responseFor } from "#openapi/media-type";
import { typesOf } from "#openapi/schema-shape";
import { finding, type Oracle, type Step } from "./oracle.js";

/** Headers that carry what only the one who asks knows, and are filtered out of what is kept. */
const FILTERED = /set-cookie|token|authoriz|secret|api-?key/i;

export const responseHeaders: Oracle = {
  id: "response-headers",
  title: "The headers that the document declares for a status are there and of their type.",
  verdict: "ERR",
  source: "the document's responses",
  needs: "responses with declared headers",
  judgesAnswerAlone: true,
  judge: (step) => {
    const declared = responseFor(step.operation, step.response.status)?.headers ?? [];
    return declared
      .filter(({ name }) => !FILTERED.test(name) && name.toLowerCase() !== "content-type")
      .flatMap((header) => judgeHeader(step, header));
  },
};

function judgeHeader(step: Step, { name, required, schema }: ResponseHeader) {
  const { headers, status } = step.response;
  const lower = name.toLowerCase();
  const text = Object.hasOwn(headers, lower) ? headers[lower] : undefined;
  const rest = {
    form: true,
    clause: `the headers of ${status} are as declared`,
    shape: `${status} ${lower}`,
    why: "The document promises this header; clients that are generated from it rely on it.",
  } as const;
  if (text === undefined) {
    if (!required) return [];
    const message = `${step.operation.key} answers ${status} without the header ${name}, which is declared as required`;
    return [
      finding(responseHeaders.id, step, { ...rest, verdict: "ERR", message, expected: name, got: "nothing" }),
    ];
  }
  const [error] = step.validatorFor(schema)?.(readAs(text, typesOf(schema, step.api.schemas))) ?? [];
  if (error === undefined) return [];
  const message = `${step.operation.key} answers ${status} with the header ${name} ${JSON.stringify(text)}, which ${error.message}`;
  return [
    finding(responseHeaders.id, step, {
      ...rest,
      verdict: "WARN",
      message,
      expected: error.message,
      got: text,
    }),
  ];
}

/** Headers are text; what is declared as a number or a truth value is read as one. A list stays what it is: text. */
function readAs(text: string, types: ReadonlySet<string>): Json {
  if ((types.has("integer") || types.has("number")) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.has("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (types.has("array")) return text.split(",").map((part) => part.trim());
  return text;
}

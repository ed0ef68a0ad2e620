import { type Problem, problem } from "#base/problem";
import type { Exchange, ResponseBody } from "#calls/exchange";

/** A run in which nothing ever succeeded has tested nothing, and must not look as if it had. */
export function diagnoseSilence(answers: readonly Exchange[]): readonly Problem[] {
  const said = answers.flatMap(({ call, outcome }) =>
    outcome.kind === "response" && outcome.status < 400 ? [{ call, ...outcome }] : [],
  );
  const bodies = said.map(({ body }) => body);
  if (bodies.length > 0 && bodies.every(isPage)) {
    const message = `Every answer that is no error is a web page: ${bodies.length} of ${answers.length} calls.`;
    return [
      problem(
        "target-refuses",
        message,
        "Check that --url leads to the API, and not to a site or a login page.",
      ),
    ];
  }
  const blank = new Set(said.flatMap(({ call, status }) => (status === 200 ? [call.operation] : [])));
  const isRead = (operation: string) => operation.startsWith("GET ");
  if (blank.size >= SEVERAL && [...blank].some(isRead) && bodies.every(({ kind }) => kind === "empty")) {
    const message = `Every answer that is no error is empty: ${bodies.length} of ${answers.length} calls.`;
    return [
      problem(
        "target-refuses",
        message,
        "Check that --url leads to the API, and not to something before it.",
      ),
    ];
  }
  const statuses = answers.flatMap(({ outcome }) => (outcome.kind === "response" ? [outcome.status] : []));
  if (answers.length === 0 || statuses.some((status) => status < 400)) return [];
  const locked = statuses.filter((status) => status === 401 || status === 403).length;
  if (statuses.length > 0 && locked * 2 > statuses.length) {
    const message = `No call succeeded: ${locked} of ${statuses.length} answers were 401 or 403.`;
    const hint = "Give credentials with -H, --auth or --auth-file.";
    return [problem("target-refuses", message, hint)];
  }
  const message = `No call succeeded: none of ${answers.length} calls was answered below 400.`;
  return [
    problem(
      "target-refuses",
      message,
      "Check that --url has the right base path, and the service's own log.",
    ),
  ];
}

/** One check of health may well answer nothing; where several operations do, what is there is no API. */
const SEVERAL = 3;

function isPage(body: ResponseBody): boolean {
  return body.kind === "text" && /^\s*<(!doctype html|html)/i.test(body.text);
}

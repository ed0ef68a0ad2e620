import { isArray, isObject, type Json } from "#base/json";
import type { HttpResponse } from "#calls/exchange";
import { isSuccess } from "#calls/succeeded";
import { excerpt } from "./content-type.js";
import { finding, type Oracle } from "./oracle.js";

interface Leak {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Lines as programs write them, never words as people do: a text about stack traces has none of these. */
const LEAKS: readonly Leak[] = [
  { what: "a stack trace", pattern: /\bat [\w$.<>/]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/ },
  {
    what: "a stack trace",
    pattern: /\bat (?:async )?[\w$.<>[\] ]+ \((?:file:\/\/|node:|\/|[A-Z]:\\)[^\s)]+:\d+:\d+\)/,
  },
  { what: "a stack trace", pattern: /Traceback \(most recent call last\):\s+File "[^"\n]{1,300}", line \d+/ },
  { what: "a stack trace", pattern: /\bat [\w.`<>[\],]+\([^)\n]{0,200}\) in [^\n]{1,300}:line \d+/ },
  { what: "a stack trace", pattern: /[\w/.-]{1,200}\.rb:\d+:in [`']/ },
  { what: "a stack trace", pattern: /#\d+ [^\s()]{1,300}\.php\(\d+\): / },
  { what: "a stack trace", pattern: /\bgoroutine \d+ \[running\]:/ },
  { what: "SQL", pattern: /\bSQLSTATE\[\w{5}\]/ },
  { what: "SQL", pattern: /\bORA-\d{5}: / },
  { what: "SQL", pattern: /You have an error in your SQL syntax; check the manual/ },
  { what: "SQL", pattern: /\bsyntax error at or near "/ },
  { what: "SQL", pattern: /\bSQLITE_[A-Z]+: / },
  { what: "SQL", pattern: /\b(?:UNIQUE|NOT NULL|FOREIGN KEY|CHECK) constraint failed\b/ },
  { what: "SQL", pattern: /\bviolates (?:unique|foreign key|not-null|check) constraint "/ },
  { what: "SQL", pattern: /\bViolation of (?:UNIQUE|PRIMARY) KEY constraint '/ },
  { what: "SQL", pattern: /\b(?:INSERT INTO|DELETE FROM|UPDATE) [`"[\]\w.]{1,100} ?(?:\(|SET |WHERE )/ },
  { what: "SQL", pattern: /\bSELECT [^;]{1,300} FROM [`"[\]\w.]{1,100} WHERE / },
];

/**
 * Only answers that say no: what is served may be about anything, and a tracker of bugs serves stack traces. What the
 * call itself sent and the service repeats does not count either.
 */
export const noInternalsShown: Oracle = {
  id: "no-internals-shown",
  title: "Answers show neither stack traces nor SQL.",
  verdict: "WARN",
  source: "CWE-209",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { response, exchange } = step;
    if (isSuccess(response) || response.status < 400) return [];
    const sent = `${exchange.request.url} ${exchange.request.bodyText ?? ""}`;
    for (const text of textsIn(response)) {
      const leak = LEAKS.find(({ pattern }) => pattern.test(text));
      const [line = ""] = leak?.pattern.exec(text) ?? [];
      if (leak === undefined || sent.includes(line)) continue;
      return [
        finding(noInternalsShown.id, step, {
          form: true,
          verdict: "WARN",
          habit: true,
          clause: "answers show nothing of what is inside",
          shape: leak.what,
          message: `${step.operation.key} answers ${response.status} with ${leak.what} in its body`,
          expected: "a message for the client",
          got: excerpt(text.slice(text.indexOf(line))),
          why: "It helps no client, and tells an attacker what the service is made of.",
        }),
      ];
    }
    return [];
  },
};

/** Longer texts are not searched to their end. */
const LONGEST = 20_000;
const DEEPEST = 6;

function textsIn({ body }: HttpResponse): readonly string[] {
  if (body.kind === "text") return [body.text.slice(0, LONGEST)];
  return body.kind === "json" ? textsOf(body.value, 0) : [];
}

function textsOf(json: Json, depth: number): readonly string[] {
  if (typeof json === "string") return [json.slice(0, LONGEST)];
  if (depth > DEEPEST) return [];
  // A trace may come line by line.
  if (isArray(json) && json.every((item) => typeof item === "string"))
    return [json.slice(0, 50).join("\n").slice(0, LONGEST)];
  const parts = isArray(json) ? json.slice(0, 50) : isObject(json) ? Object.values(json) : [];
  return parts.flatMap((part) => textsOf(part, depth + 1));
}

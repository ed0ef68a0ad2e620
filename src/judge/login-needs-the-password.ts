import { isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import { answers, REFUSED } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { type Reference, type Template, value } from "#calls/template";
import { isPassword } from "#semantics/access/login-inputs";
import { PROVOKE } from "#semantics/life";
import { bodyOf, earlier } from "./lifecycle.js";
import { loginFor } from "./log-in-call.js";
import { finding, type Oracle } from "./oracle.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  register: "register",
  logIn: "log in",
  stranger: `${PROVOKE}log in as nobody`,
} as const;

/** How the ids of the logins begin that must fail. */
const WRONG = `${PROVOKE}log in with `;

/**
 * Somebody is registered and logs in; then once more with passwords that are nearly right: longer by one character, in the
 * other case, cut in half. Nobody who was never registered may get the same answer: then it lets nobody in. An answer of another form than that of a login is a refusal, whatever its status.
 */
export const loginNeedsThePassword: Oracle = {
  id: "login-needs-the-password",
  title: "Nobody logs in with a wrong password.",
  verdict: "ERR",
  source: "OWASP ASVS, password verification; RFC 9110, section 15.5.2",
  needs: "accounts that can be registered with a password, and a login",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const login = loginFor(ground, kind);
      const entry = login?.call(CALLS.logIn, CALLS.register);
      if (login === undefined || entry === undefined) return [];
      const situation = new Situation(ground, kind);
      const chosen = chosenPassword(kind);
      situation.make(CALLS.register, (call) => (chosen === undefined ? call : withPassword(call, chosen)));
      situation.add(entry);
      const stranger = login.stranger(CALLS.stranger, CALLS.register);
      if (stranger !== undefined) situation.add(stranger);
      for (const [which, password] of wrongOnes(chosen)) {
        const wrong = login.call(WRONG + which, CALLS.register, password);
        if (wrong !== undefined) situation.add(wrong);
      }
      return [situation.build(loginNeedsThePassword.id, "log in with another password")];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== loginNeedsThePassword.id || !id.startsWith(WRONG)) return [];
    const entry = earlier(step, CALLS.logIn);
    const isIn = (exchange: Exchange | undefined) =>
      succeeded(exchange) && formOf(bodyOf(exchange)) === formOf(bodyOf(entry));
    if (!isIn(entry) || !isIn(step.exchange) || isIn(earlier(step, CALLS.stranger))) return [];
    return [
      finding(loginNeedsThePassword.id, step, {
        evidence: [CALLS.register, CALLS.logIn],
        verdict: "ERR",
        clause: "a login needs the password",
        check: answers(id, REFUSED),
        message: `${step.operation.key} lets somebody in with ${id.slice(WRONG.length)}`,
        expected: "401, 403 or another refusal",
        got: `${step.response.status}, and an answer like that of a login`,
        why: "The password that was registered opens, and so does one that nobody has.",
      }),
    ];
  },
};

/** The password as it was seen to be taken: what nearly is it must be known when the calls are planned. */
function chosenPassword({ create }: Kind): string | undefined {
  const content = create.inputs.body?.content;
  const members = content?.kind === "object" ? Object.entries(content.members) : [];
  const template = members.find(([name]) => isPassword(name))?.[1];
  const sample =
    template?.kind === "fresh" ? template.sample : template?.kind === "value" ? template.value : undefined;
  return typeof sample === "string" && sample.length >= SHORTEST ? sample : undefined;
}

/** Half of a shorter one may be no password at all. */
const SHORTEST = 4;

function withPassword(call: Call, password: string): Call {
  const content = call.body?.content;
  if (call.body === undefined || content?.kind !== "object") return call;
  const members = Object.entries(content.members).map(([name, member]): [string, Template] => [
    name,
    isPassword(name) ? value(password) : member,
  ]);
  return {
    ...call,
    body: { ...call.body, content: { kind: "object", members: Object.fromEntries(members) } },
  };
}

function wrongOnes(
  password: string | undefined,
): readonly (readonly [string, (sent: Reference) => Template])[] {
  const longer = ["a wrong password", (sent: Reference): Template => ({ ...sent, suffix: "x" })] as const;
  if (password === undefined) return [longer];
  const turned = password.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const half = password.slice(0, Math.ceil(password.length / 2));
  return [
    longer,
    ...(turned === password ? [] : [["the password in the other case", () => value(turned)] as const]),
    ["half of the password", () => value(half)],
  ];
}

/** What an answer looks like, whatever it says: its members, and their types. */
function formOf(body: Json | undefined): string {
  if (!isObject(body)) return Array.isArray(body) ? "array" : body === null ? "null" : typeof body;
  const members = Object.entries(body).map(([name, value]) => `${name}: ${formOf(value)}`);
  return `{${members.sort().join(", ")}}`;
}

import { parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { ACCEPTED, answers } from "#calls/checks";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import { LIFE } from "#semantics/life";
import { sameName } from "#semantics/singular";
import { nameWords } from "#values/name-words";
import { earlier, noun } from "./lifecycle.js";
import { finding, type Oracle } from "./oracle.js";

export const createdIsReadable: Oracle = {
  id: "created-is-readable",
  title: "What was created can be read.",
  verdict: "ERR",
  source: "the lifecycle of a resource; RFC 9110, section 9.3.3",
  judge: (step) => {
    const create = earlier(step, LIFE.create);
    if (step.exchange.call.id !== LIFE.readCreated || create === undefined || !succeeded(create)) return [];
    if (isGuessed(step.exchange.call)) return [];
    const { status } = step.response;
    // A failure is the server-error oracle's; who is denied is told of rights, not of the thing.
    if (means(step.exchange, "done", "broken", "denied")) return [];
    return [
      finding(createdIsReadable.id, step, {
        check: answers(LIFE.readCreated, ACCEPTED),
        operation: create.call.operation,
        evidence: [create.call.id],
        verdict: "ERR",
        clause: "a created thing can be read",
        message: `${create.call.operation} answers with success, but ${step.operation.key} does not find the new ${noun(step)}`,
        expected: "2xx with the thing that was created",
        got: String(status),
        why: "The service confirmed the creation and then denies that the thing exists: it contradicts itself.",
      }),
    ];
  },
};

const IDS = new Set("id uuid guid uid key slug code number no".split(" "));

/** The thing is asked for by a member that neither its own name nor that of the parameter calls an id: it may be another one. */
function isGuessed({ operation, path }: Call): boolean {
  const parameter = [...operation.matchAll(/\{([^{}]+)\}/g)].at(-1)?.[1] ?? "";
  const named = path[parameter];
  if (named?.kind !== "reference" || !("pointer" in named.source)) return false;
  const member = parsePointer(named.source.pointer).at(-1) ?? "";
  const [word, meant] = [member, parameter].map((name) => nameWords(name).at(-1) ?? "");
  return member !== "" && !IDS.has(word ?? "") && word !== meant && !sameName(member, parameter);
}

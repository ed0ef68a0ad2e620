import { aNoun } from "#base/a-noun";
import { type JsonPointer, parsePointer } from "#base/json-pointer";
import { ACCEPTED, answers, inRequest } from "#calls/checks";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { OperationKey } from "#openapi/api";
import { anyOperation } from "#openapi/operation-of";
import { PROVOKE } from "#semantics/life";
import { saysItStaysTaken } from "#semantics/promises";
import type { Made } from "#semantics/recipe";
import { earlier, noun } from "./lifecycle.js";
import { looksGone } from "./looks-gone.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sentMembers } from "./sent-members.js";
import { chosenIdPlace, idFieldOf, type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  delete: "delete it",
  look: "look",
  again: `${PROVOKE}make the same again`,
} as const;

/**
 * What is unique is so among what is there. A weak norm: some services never give a name to somebody else, and the
 * document may say so. Where what was deleted is only put away, it has its name still.
 */
export const freedWhenDeleted: Oracle = {
  id: "freed-when-deleted",
  title: "What was deleted no longer takes the id, or the name, that it had.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "an id that the client chooses, or a field that was seen to be unique, and a delete",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [remove] = kind.resource.delete;
      if (remove === undefined || !takesSomething(ground, kind) || isKept(ground, kind)) return [];
      if (isSaidToBeKept(ground, kind, remove)) return [];
      const afterwards = (again: (situation: Situation, things: Made) => void, part = "") => {
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        situation.add(situation.plain(CALLS.delete, remove, things));
        situation.look(CALLS.look, things);
        again(situation, things);
        return situation.build(freedWhenDeleted.id, `repeat ${kind.create.operation} after a delete`, part);
      };
      return [
        afterwards((situation, things) => situation.makeSame(CALLS.again, CALLS.make, things)),
        // With the same id it may pass for the one that was deleted.
        ...(chosenIdPlace(ground, kind) === undefined ? [] : namesOf(ground, kind)).map((field) =>
          afterwards(
            (situation, things) =>
              situation.makeBeside(CALLS.again, things, (call) => ({
                ...call,
                ...replaceInBody(call, field, inRequest(CALLS.make, field)),
              })),
            field,
          ),
        ),
      ];
    }),
  judge: (step) => {
    if (step.plannedBy !== freedWhenDeleted.id || step.exchange.call.id !== CALLS.again) return [];
    const { status } = step.response;
    const isRefused = !isSuccess(step.response) && [400, 409, 412, 422].includes(status);
    if (!isRefused || !succeeded(earlier(step, CALLS.delete)) || !looksGone(step, CALLS.look)) return [];
    return [
      finding(freedWhenDeleted.id, step, {
        evidence: [CALLS.make, CALLS.delete, CALLS.look],
        verdict: "WARN",
        clause: "what was deleted takes nothing",
        check: answers(CALLS.again, ACCEPTED),
        message: `${step.operation.key} still refuses the values of ${aNoun(`deleted ${noun(step)}`)}`,
        expected: "success, as the first time",
        got: String(status),
        why: "What it asks for was accepted before, and what had it is gone.",
      }),
    ];
  },
};

/** What was seen to be unique in a body, alone and beside the id. */
function namesOf({ rules }: Ground, kind: Kind): readonly JsonPointer[] {
  const { resource, create } = kind;
  const [content, id] = [create.inputs.body?.content, idFieldOf(kind)];
  return rules.flatMap((rule) => {
    if (rule.kind !== "unique" || rule.resource !== resource.name || rule.fields.length > 1) return [];
    return rule.fields.filter(
      (field) => content !== undefined && hasPlace(content, field) && parsePointer(field).at(-1) !== id,
    );
  });
}

function takesSomething(ground: Ground, kind: Kind): boolean {
  const isUnique = ground.rules.some(
    (rule) => rule.kind === "unique" && rule.resource === kind.resource.name,
  );
  return isUnique || chosenIdPlace(ground, kind) !== undefined;
}

function isSaidToBeKept({ known: { api } }: Ground, { create }: Kind, remove: OperationKey): boolean {
  const operations = [create.operation, remove].map((key) => anyOperation(api, key));
  return saysItStaysTaken(
    api,
    operations,
    sentMembers(api, create).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  );
}

function isKept({ rules }: Ground, { resource }: Kind): boolean {
  return rules.some(
    (rule) => rule.kind === "removes" && rule.resource === resource.name && rule.how === "trash",
  );
}

import { answers, expecting, REFUSED } from "#calls/checks";
import type { Api, Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { otherChoices } from "../other-choices.js";
import { sentencesOf, speaksOf } from "../promises.js";
import { sentencesIn } from "../status-words.js";
import { comparable, createAlike } from "./create-alike.js";
import { type Experiment, NOTHING } from "./experiment.js";
import type { Lab } from "./lab.js";
import { deviation, UNREFUSED } from "./norms.js";
import { borrowsId, declares, linksOf, type Subject } from "./subject.js";
import { unchangedThing } from "./supply.js";

/**
 * The document declares a conflict for a create whose ids the service gives, so it is not the id that is in conflict. A second
 * thing that is alike in everything is the plainest one. It comes last, since others may have met the conflict by then;
 * and whoever meets it later in the run takes the complaint back. What comes in several kinds may conflict as another one:
 * there is always room for a deposit.
 */
export const twin: Experiment = {
  id: "twin",
  question: "Does a create for which the document declares a conflict meet one?",
  run: async (lab, subject) => {
    const { operation } = subject.recipe;
    const isExplained =
      !declares(lab.bench.api, operation, "409") ||
      declaresByHabit(lab.bench.api) ||
      isForAnotherReason(operationOf(lab.bench.api, operation)) ||
      isOfJsonApi(operationOf(lab.bench.api, operation)) ||
      lab.idPlace(subject) !== undefined ||
      borrowsId(subject) ||
      otherChoices(subject.recipe.inputs, operationOf(lab.bench.api, operation), lab.bench.api).length > 0 ||
      lab.turn.knows((rule) => rule.kind === "unique" && rule.resource === subject.resource.name);
    const { all } = comparable(lab, subject);
    if (isExplained || all.length === 0 || mayBeInTheWay(lab, subject)) return NOTHING;
    const thing = await unchangedThing(lab, subject);
    if (thing?.created === undefined || lab.lastSight(thing)?.kind !== "there") return NOTHING;
    const outcome = await createAlike(lab, subject, thing, new Set(all));
    if (outcome?.kind !== "accepted") return NOTHING;
    const name = subject.resource.name;
    return {
      ...NOTHING,
      deviations: [
        deviation(UNREFUSED, {
          operation,
          // Sold out, suppressed, locked: a bare conflict may be about anything, and a twin is a guess.
          ...(isAboutLikeness(lab.bench.api, operation, name) ? {} : { verdict: "NOTE" }),
          message: `${operation} creates a second ${name} that is like the first in everything, although the document declares a conflict`,
          expected: "409 for something",
          got: outcome.answer.said,
          why: "The document promises a refusal. Neither a likeness nor anything else that was tried brings it about.",
          call: outcome.answer.call,
          evidence: lab.storyOf(thing),
          check: expecting(answers(outcome.answer.call, REFUSED)),
        }),
      ],
    };
  },
};

/** Where even reads declare a conflict, the same refusals stand at every operation, whether they happen or not. */
function declaresByHabit({ operations }: Api): boolean {
  return operations.some(
    ({ method, responses }) => method === "GET" && responses.some(({ status }) => status === "409"),
  );
}

/** There a conflict has a meaning of its own: the thing that was sent is of another type than those of the collection. */
function isOfJsonApi({ body }: Operation): boolean {
  return body?.content.some(({ contentType }) => contentType.startsWith("application/vnd.api+json")) === true;
}

/** The document says what the conflict is, and that is no likeness; or it may be about a key that was used before. */
function isForAnotherReason(operation: Operation): boolean {
  const { parameters } = operation;
  const description = conflictOf(operation);
  const hasKey = parameters.some(({ in: place, name }) => place === "header" && /idempotency/i.test(name));
  // One description often stands for the conflicts of all operations; what an operation says itself is about its own.
  const said = sentencesOf(operation).filter((one) => REFUSAL.test(one));
  const isSaid = STATE.test(description) || said.length > 0;
  return hasKey || (isSaid && ![description, ...said].some((one) => LIKENESS.test(one)));
}

function conflictOf({ responses }: Operation): string {
  return responses.find(({ status }) => status === "409")?.description ?? "";
}

/** The document says of the conflict, or of such things at all, that no two may be alike. */
function isAboutLikeness(api: Api, key: OperationKey, kind: string): boolean {
  const operation = operationOf(api, key);
  const said = sentencesOf(operation).filter((one) => REFUSAL.test(one));
  const ofKind = sentencesIn(api.description ?? "").filter((one) => speaksOf(one, kind));
  return [conflictOf(operation), ...said, ...ofKind].some((one) => LIKENESS.test(one));
}

const LIKENESS = /\b(exist|already|taken|duplicate|uniqu|same|in use|another|twice|once)/i;
const STATE = /\b(stat(e|us)|stock|room|capacity|full|limit|enough|balance|funds?|closed|archived)\b/i;
const REFUSAL =
  /\b(409|conflicts?|refuse[sd]?|rejects?|rejected|cannot|must not|not allowed|forbidden|fails?)\b/i;

/** An action that could not be made to work may lead to where this is refused: on the thing, or on what it belongs to. */
function mayBeInTheWay({ bench }: Lab, subject: Subject): boolean {
  const kinds = new Set([subject.resource.name, ...linksOf(subject).map(({ resource }) => resource)]);
  return Object.values(bench.semantics.operations).some(
    ({ resource, kind, proof }) =>
      kind === "action" && resource !== null && kinds.has(resource) && proof?.confirmed !== true,
  );
}

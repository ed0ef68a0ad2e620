import type { Api, Operation, Schema } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { givesUp } from "./gives-up.js";
import { singular } from "./singular.js";
import { sentencesIn } from "./status-words.js";

/*
 * What the words of a document promise beyond its schemas. Read sentence by sentence, and only where a sentence says all
 * of it: what is merely not said is no promise.
 */

/**
 * What becomes of a member that a PUT leaves out: it is `cleared`, in so many words, or the PUT only calls itself a
 * replacement. A sentence that names members speaks of those.
 */
export function saysOfLeftOut(
  operation: Operation,
  name: string,
  others: readonly string[],
): "cleared" | "replaced" | undefined {
  const said = sentencesOf(operation);
  if (said.some((one) => LEFT_OUT.test(one) && KEPT.test(one))) return undefined;
  const isMeant = (one: string) => speaksOf(one, name) || !others.some((other) => speaksOf(one, other));
  if (said.some((one) => LEFT_OUT.test(one) && CLEARED.test(one) && !NOT.test(one) && isMeant(one)))
    return "cleared";
  const isNamedSo = nameWords(operation.operationId ?? "").includes("replace");
  return isNamedSo || said.some((one) => /^(completely |fully )?replaces?\b/i.test(one))
    ? "replaced"
    : undefined;
}

const LEFT_OUT =
  /\b(left out|leaves? out|leaving out|omitted|omits?|not sent|not given|not present|missing|absent)\b/i;
const KEPT =
  /\b(keeps?|kept|unchanged|not (be )?changed|stays?|remains?|untouched|preserved?|retains?|retained)\b/i;
const CLEARED = /\b(cleared|removed|reset|unset|deleted|erased|defaults?|null|emptied)\b/i;
const NOT = /\b(not|never) (be )?(cleared|removed|reset|unset|deleted|erased|emptied)\b/i;

/** Whether one may begin at the very time at which another ends. */
export function mayFollowAtOnce(operation: Operation): boolean {
  return sentencesOf(operation).some(
    (one) =>
      /\b(may|can)\b.*\b(start|begin)\b.*\b(on|at|when|as soon as)\b.*\bends?\b/i.test(one) &&
      !/\b(not|never|cannot|only|after|before|minutes?|gap)\b/i.test(one),
  );
}

/** Whether the id of what was deleted is promised to nobody else. */
export function neverGivesIdsAgain({ description }: Api): boolean {
  return sentencesIn(description).some(
    (one) => /\b(ids?|identifiers?|keys?|slugs?)\b/i.test(one) && NEVER_AGAIN.test(one),
  );
}

const NEVER_AGAIN =
  /\b(never|not)( \w+){0,2} (reused?|re-used?|recycled|reassigned|given (again|to another)|used again)\b/i;

/** Whether what a thing took is said to stay taken: in the API, where things are made or deleted, or at a member that is sent. */
export function saysItStaysTaken(
  { description, schemas }: Api,
  operations: readonly Operation[],
  members: Iterable<Schema>,
): boolean {
  const texts = [
    description,
    ...operations.flatMap((one) => [one.summary, one.description]),
    ...operations.flatMap(({ responses }) => responses.map((response) => response.description)),
    ...[...members].map((member) => keywordOf(member, "description", schemas)),
  ];
  return texts
    .flatMap((text) => (typeof text === "string" ? sentencesIn(text) : []))
    .some((one) => NEVER_AGAIN.test(one) || STAYS_TAKEN.test(one));
}

const STAYS_TAKEN =
  /\b(never|not|cannot|nor|nobody|no( \w+)? can)( \w+){0,3} (take|taken|use|used|claim|claimed|register|registered|chosen?|choose)( \w+){0,2} (again|anew|by another)\b|\b(remains?|stays?|is kept) (taken|reserved|blocked|in use)\b/i;

/** Whether a member of what is sent is promised to be unique, capitals or not. */
export function isUniqueInAnyCase(api: Api, operation: Operation, name: string, schema?: Schema): boolean {
  const described = schema === undefined ? undefined : keywordOf(schema, "description", api.schemas);
  const isSaid = (one: string) => ANY_CASE.test(one) && UNIQUE.test(one);
  if (typeof described === "string" && sentencesIn(described).some(isSaid)) return true;
  return sentencesOf(operation).some((one) => isSaid(one) && speaksOf(one, name));
}

const ANY_CASE =
  /\b(regardless of|ignoring|irrespective of|independent of|without regard to|whatever the) (the )?(letter )?case\b|\bcase[- ]insensitiv/i;
const UNIQUE = /\b(unique|different|distinct|differ|no two|only once)\b/i;

/** Whether a delete is said to take things of a kind along. */
export function saysItTakes(operation: Operation, kind: string): boolean {
  return sentencesOf(operation).some((one) => speaksOf(one, kind) && TAKES.test(one) && !SPARES.test(one));
}

const TAKES =
  /\b(removes?|removed|deletes?|deleted|deleting|cascades?|erases?|drops?|discards?|along with|together with|go(es)? with|and (all )?(its|their|his|her)|with (all )?(its|their|his|her))\b/i;

/** `A project that has no lists`, `not while a segment uses it`: then nothing goes along. */
const SPARES =
  /\b(not?|none|never|nothing|without|only|unless|cannot|must|refus\w*|reject\w*|conflicts?|while|as long as|stays?|keeps?|kept)\b|n't\b/i;

/** The last word of a name is what it is about: `userName`, `emailAddress`. */
export function speaksOf(sentence: string, name: string): boolean {
  const words = nameWords(sentence.replace(/\be-mail/gi, "email")).map(singular);
  return nameWords(name)
    .map(singular)
    .every((word) => words.includes(word));
}

export function sentencesOf({ summary, description }: Operation): readonly string[] {
  return [...sentencesIn(summary), ...sentencesIn(description)];
}

/** Whether an action is said to be refused when there is nothing left to take. */
export function refusesWhenNothingIsLeft(operation: Operation): boolean {
  const refusals = operation.responses.filter(({ status }) => REFUSING.has(status));
  if (refusals.length === 0) return false;
  const said = [
    ...sentencesOf(operation).filter((one) => REFUSED.test(one)),
    ...refusals.flatMap(({ description }) => sentencesIn(description)),
  ];
  return said.some((one) => NOTHING_LEFT.test(one));
}

const REFUSING = new Set(["400", "409", "422"]);
const REFUSED = /\b(400|409|422|refused?|rejected|fails?|cannot|conflict|error)\b/i;
const NOTHING_LEFT =
  /\b(none|no|nothing|not any)\b( \w+){0,3} (left|remains?|remaining)\b|\b(used up|exhausted)\b/i;

/** Whether an operation that cancels, or may cancel, is said to leave free again what was taken. */
export function saysItFreesWhenCancelled(operation: Operation): boolean {
  const isNamedSo = givesUp(operation.operationId ?? "") || givesUp(operation.path.split("/").at(-1) ?? "");
  return sentencesOf(operation).some(
    (one) => FREED.test(one) && !/\b(not|never|unless|only|may)\b/i.test(one) && (isNamedSo || givesUp(one)),
  );
}

/** Whether a create is said to be open once more to whoever has given up: `may come back after a withdrawal`. */
export function saysItIsOpenAgain(create: Operation): boolean {
  return sentencesOf(create).some((one) => {
    const said = OPEN_AGAIN.exec(one);
    return said !== null && givesUp(said[1] ?? "") && !/\b(not|never|cannot|unless|nobody)\b/i.test(one);
  });
}

const OPEN_AGAIN =
  /\b(?:may|can|could)\b(?: [\w-]+){0,4}? (?:again|anew|back|return|re-?\w+)\b,? (?:after|once|when|as soon as)((?: [\w-]+){1,5})/i;

const FREED =
  /\b(open|free|available|bookable|vacant)( \w+){0,2} again\b|\b(frees|freed|releases|released|reopens|reopened|gives back|given back)\b/i;

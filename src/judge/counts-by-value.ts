import { isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, getAtPointer } from "#base/json-pointer";
import { equal, inAnswer } from "#calls/checks";
import { isSuccess, succeeded } from "#calls/succeeded";
import type { Operation, Schema } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { isRead } from "#semantics/semantics";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, isAbsent, noun, thingIn } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  look: "look",
  count: "count",
  other: "make another",
  lookOther: "look at the other",
  countMore: "count both",
  delete: "delete it",
  lookGone: "look for it",
  countLess: "count the rest",
} as const;

/**
 * A report that counts things by one of their values, as `{"available": 3, "sold": 1}`: it must count one less when one of
 * them is deleted. That it counts these things is seen first, by one more of them. A weak norm: some count what has been.
 */
export const countsByValue: Oracle = {
  id: "counts-by-value",
  title: "A report that counts things by a value counts one less when one of them is deleted.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a GET that answers with numbers by name, and things with a value of such a name",
  sequences: (ground) => {
    const reports = reportsOf(ground);
    return kindsOf(ground).flatMap((kind) => {
      const [read, remove] = [kind.resource.read[0], kind.resource.delete[0]];
      if (read === undefined || remove === undefined) return [];
      return reports.map(({ key }) => {
        const situation = new Situation(ground, kind);
        const count = (id: string) => situation.add(situation.plain(id, key, things));
        const things = situation.make(CALLS.make);
        situation.look(CALLS.look, things);
        count(CALLS.count);
        const other = situation.makeBeside(CALLS.other, things);
        situation.look(CALLS.lookOther, other);
        count(CALLS.countMore);
        situation.add(situation.plain(CALLS.delete, remove, things));
        situation.look(CALLS.lookGone, things);
        count(CALLS.countLess);
        return situation.build(countsByValue.id, `count by ${key} before a delete and after it`, key);
      });
    });
  },
  judge: (step) => {
    if (step.plannedBy !== countsByValue.id || step.exchange.call.id !== CALLS.countLess) return [];
    const isGone = isAbsent(earlier(step, CALLS.lookGone));
    const removal = earlier(step, CALLS.delete);
    if (!isSuccess(step.response) || !succeeded(removal) || !isGone) return [];
    const word = sharedValues(step).find((name) => {
      const [first, both, rest] = [CALLS.count, CALLS.countMore, CALLS.countLess].map((id) =>
        countAt(step, id, name),
      );
      return first !== undefined && both === first + 1 && rest === both;
    });
    if (word === undefined) return [];
    return [
      finding(countsByValue.id, step, {
        evidence: Object.values(CALLS).filter((id) => id !== CALLS.countLess),
        verdict: "WARN",
        clause: "what is deleted is not counted",
        check: equal(
          inAnswer(CALLS.count, formatPointer([word])),
          inAnswer(CALLS.countLess, formatPointer([word])),
        ),
        message: `${step.operation.key} still counts a ${noun(step)} that ${removal?.call.operation} has deleted`,
        expected: `one less of ${word}`,
        got: `${countAt(step, CALLS.countLess, word)}, as before the delete`,
        why: `One more ${noun(step)} of that kind made it one more, and one less does not make it one less.`,
      }),
    ];
  },
};

/** What is read and is no list of things: numbers by name, without anything that has to be known to ask for it. */
function reportsOf({ known }: Ground): readonly Operation[] {
  return Object.values(known.semantics.operations)
    .filter(({ semantics, kind }) => (isRead(semantics) || semantics === "OTHER") && kind === undefined)
    .map(({ operation }) => operationOf(known.api, operation))
    .filter(
      ({ method, path, parameters, responses }) =>
        method === "GET" &&
        !path.includes("{") &&
        !parameters.some(({ required }) => required) &&
        responses.some(
          ({ status, content }) =>
            status.startsWith("2") && content.some(({ schema }) => countsByName(known.api.schemas, schema)),
        ),
    )
    .slice(0, MOST);
}

/** So many reports are tried with each kind of thing. */
const MOST = 2;

function countsByName(schemas: Ground["known"]["api"]["schemas"], schema: Schema | undefined): boolean {
  const counts = keywordOf(schema, "additionalProperties", schemas);
  if (!isObject(counts)) return false;
  const types = typesOf(counts, schemas);
  return types.has("integer") || types.has("number");
}

/** Words that stand in the same place of both things. */
function sharedValues(step: Step): readonly string[] {
  const [one, other] = [CALLS.look, CALLS.lookOther].map((id) => earlier(step, id));
  if (!succeeded(one) || !succeeded(other)) return [];
  const second: Json | undefined = thingIn(step, other, step.subject?.otherId);
  return leavesOf(thingIn(step, one, step.subject?.id)).flatMap(({ pointer, value }) =>
    typeof value === "string" && jsonEqual(getAtPointer(second, pointer), value) ? [value] : [],
  );
}

function countAt(step: Step, id: string, name: string): number | undefined {
  const exchange = step.exchange.call.id === id ? step.exchange : earlier(step, id);
  const count = succeeded(exchange) ? property(bodyOf(exchange), name) : undefined;
  return typeof count === "number" ? count : undefined;
}

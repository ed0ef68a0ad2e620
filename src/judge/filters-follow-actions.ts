import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { parsePointer } from "#base/json-pointer";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { PROVOKE } from "#semantics/life";
import { lifecycleOf } from "#semantics/lifecycles";
import { looksPaged } from "#semantics/list-items";
import type { Status } from "#semantics/rule";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, shows, thingIn } from "./lifecycle.js";
import { demandsOthers, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { listed } from "./place-of.js";
import { sameWords } from "./plan-filters.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  list: "list it by its status",
  act: `${PROVOKE}act on it`,
  look: "look",
  listAfter: "list it by its new status",
} as const;

/**
 * A thing begins in one status, and an action leads it to another. A filter that finds it by the first must find it by the
 * second as well. The statuses are those that were seen in things, so the filter is asked for what the service itself says.
 */
export const filtersFollowActions: Oracle = {
  id: "filters-follow-actions",
  title: "A filter by status finds a thing by the status that an action has led it to.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs:
    "an action that is known to lead from the first status to another, and a list with a parameter of that name",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planned(ground, kind)),
  judge: (step) => {
    const { exchange, response, subject, plannedBy } = step;
    if (plannedBy !== filtersFollowActions.id || exchange.call.id !== CALLS.listAfter) return [];
    const [list, act, look] = [CALLS.list, CALLS.act, CALLS.look].map((id) => earlier(step, id));
    if (!succeeded(list) || !succeeded(act) || !succeeded(look) || !succeeded(exchange)) return [];
    if (!shows(step, list, subject?.id) || shows(step, exchange, subject?.id)) return [];
    const asked = exchange.request.inputs.query;
    const now = Object.entries(asked).find(([name, status]) =>
      hasStatus(thingIn(step, look, subject?.id), name, status),
    );
    if (now === undefined || looksPaged(bodyOf(exchange), response.headers)) return [];
    return [
      finding(filtersFollowActions.id, step, {
        evidence: [CALLS.make, CALLS.list, CALLS.act, CALLS.look],
        verdict: "ERR",
        clause: "a filter goes by what is there now",
        check: listed(step, true),
        message: `${step.operation.key} with ${now[0]}=${String(now[1])} does not list ${aNoun(noun(step))} that ${act?.call.operation} has made so`,
        expected: `the ${noun(step)} that is now ${show(now[1])}`,
        got: "a list without it",
        why: "By the status that it began with the filter found it, and reading it shows the new one.",
      }),
    ];
  },
};

function planned(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const way = firstWay(ground, kind);
  if (way === undefined) return [];
  return listOperationsOf(ground, kind).flatMap((operation) => {
    const parameter = filterBy(operation, way.field);
    if (parameter === undefined) return [];
    const situation = new Situation(ground, kind);
    const things = situation.make(CALLS.make);
    const listBy = (id: string, status: Status) => {
      const list = situation.plain(id, operation.key, things);
      situation.add({ ...list, query: { ...list.query, [parameter]: value(status) } });
    };
    listBy(CALLS.list, way.from);
    situation.add(situation.acting(CALLS.act, way.operation, things));
    situation.look(CALLS.look, things);
    listBy(CALLS.listAfter, way.to);
    return [
      situation.build(filtersFollowActions.id, `list by ${parameter} after ${way.operation}`, parameter),
    ];
  });
}

interface Way {
  readonly operation: string;
  readonly field: string;
  readonly from: Status;
  readonly to: Status;
}

/** An action that takes a new thing out of the status it begins in. */
export function firstWay({ rules, book }: Ground, { resource }: Kind): Way | undefined {
  const life = lifecycleOf(rules, resource.name);
  if (life === undefined) return undefined;
  const { field, initial: from, allowed } = life;
  const [operation, to] =
    [...life.leads].find(
      ([key, status]) => status !== from && allowed.get(key)?.includes(from) === true && !isCreate(book, key),
    ) ?? [];
  return operation === undefined || to === undefined ? undefined : { operation, field, from, to };
}

/** What makes something else of the thing is no action on it alone. */
function isCreate({ creates }: Ground["book"], key: string): boolean {
  return [...creates.values()].some(({ operation }) => operation === key);
}

export function filterBy(operation: Operation, field: string): string | undefined {
  const parameter = operation.parameters.find(
    ({ in: place, name, contentType }) =>
      place === "query" && contentType === undefined && sameWords(name, field),
  );
  return parameter === undefined || demandsOthers(operation, [parameter.name]) ? undefined : parameter.name;
}

/** A member of this name, in whatever envelope, has this value. */
function hasStatus(thing: Json | undefined, name: string, status: Json): boolean {
  return leavesOf(thing).some(
    ({ pointer, value: shown }) =>
      sameWords(parsePointer(pointer).at(-1) ?? "", name) && jsonEqual(shown, status),
  );
}

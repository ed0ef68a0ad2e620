import { aNoun } from "#base/a-noun";
import { succeeded } from "#calls/succeeded";
import type { Operation, Parameter } from "#openapi/api";
import { looksPaged } from "#semantics/list-items";
import { idOf, type Made } from "#semantics/recipe";
import { resourceNamedBy } from "#semantics/refers-to";
import { roleIn } from "#semantics/role";
import { sameName } from "#semantics/singular";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { demandsOthers, largestPage, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { listed } from "./place-of.js";
import { sameWords } from "./plan-filters.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = {
  make: "make it",
  other: "make another",
  first: "list by the first that it names",
  second: "list by the second that it names",
  others: "list by what the other one names",
} as const;

/**
 * A transfer names two accounts, and transfers can be listed by account: a word for both. One that is listed by the one and
 * not by the other is missing there. Where the parameter has the name of one side, it says which is meant.
 */
export const bothSidesAreListed: Oracle = {
  id: "both-sides-are-listed",
  title: "A list by a kind of thing shows what names such a thing, on whichever side.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs:
    "a create that names two things of one kind, and a list with a parameter that is called like the kind",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const sides = sidesOf(ground, kind, list);
        if (sides === undefined) return [];
        const situation = new Situation(ground, kind);
        const things = situation.make(CALLS.make);
        const others = situation.makeApart(CALLS.other);
        const by = (id: string, made: Made, role: string) => {
          const call = situation.plain(id, list.key, things);
          const wanted = idOf(made, role);
          const query = { ...call.query, ...largestPage(list, ground.known.api) };
          if (wanted !== undefined)
            situation.add({ ...call, query: { ...query, [sides.parameter.name]: wanted } });
        };
        by(CALLS.others, others, sides.first);
        by(CALLS.first, things, sides.first);
        by(CALLS.second, things, sides.second);
        return [situation.build(bothSidesAreListed.id, `list with ${list.key} by both sides`, list.key)];
      }),
    ),
  judge: (step) => {
    if (step.plannedBy !== bothSidesAreListed.id || step.exchange.call.id !== CALLS.second) return [];
    const { subject, exchange } = step;
    const [first, others] = [earlier(step, CALLS.first), earlier(step, CALLS.others)];
    if (![first, others, exchange].every(succeeded)) return [];
    if (looksPaged(bodyOf(exchange), step.response.headers)) return [];
    // What is listed by the one that another names is not listed by anything.
    if (shows(step, others, subject?.id) || !shows(step, others, subject?.otherId)) return [];
    const sides = [shows(step, first, subject?.id), shows(step, exchange, subject?.id)];
    if (sides[0] === sides[1]) return [];
    return [
      finding(bothSidesAreListed.id, step, {
        evidence: [CALLS.make, CALLS.other, CALLS.others, CALLS.first],
        verdict: "WARN",
        clause: "both sides are listed",
        comparisons: [CALLS.other],
        check: listed(step, true, "subject", sides[0] ? exchange : first),
        message: `${step.operation.key} lists ${aNoun(noun(step))} by one of the two that it names, and not by the other`,
        expected: "it is listed by both, or the parameter says which of them it means",
        got: sides[0] ? "only by the first" : "only by the second",
        why: "The parameter is called like the kind of both; whoever asks for all of one misses those.",
      }),
    ];
  },
};

interface Sides {
  readonly parameter: Parameter;
  readonly first: string;
  readonly second: string;
}

/** Two of one kind, neither of them under the name of the parameter. */
function sidesOf({ known }: Ground, { create, resource }: Kind, list: Operation): Sides | undefined {
  const second = create.needs.find(
    (need) => need.as !== undefined && create.needs.some((one) => roleIn(one) === need.resource),
  );
  if (second === undefined) return undefined;
  const members = resource.parents.flatMap(({ via }) => (via.kind === "body" ? [via.pointer.slice(1)] : []));
  const parameter = list.parameters.find(
    ({ in: place, name }) =>
      place === "query" &&
      (sameName(name, second.resource) ||
        resourceNamedBy(name, known.semantics.resources)?.name === second.resource) &&
      !members.some((member) => sameWords(member, name)),
  );
  if (parameter === undefined || demandsOthers(list, [parameter.name])) return undefined;
  return { parameter, first: second.resource, second: roleIn(second) };
}

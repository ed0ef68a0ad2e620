import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { replaceInBody } from "#calls/replace-in-body";
import { value } from "#calls/template";
import { madeBy, shows } from "./lifecycle.js";
import { askedBy } from "./list-inputs.js";
import { askableListsOf, largestPage } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { type Filter, filtersOf } from "./plan-filters.js";
import { show } from "./show.js";
import { kindsOf, Situation } from "./situation.js";

/** Begin the ids of calls; the choice follows. */
const CALLS = { make: "make one that is ", list: "list by " } as const;

/** Between the name of the parameter and the choice. */
const IS = ": ";

/** Two choices tell nothing: one may include the other. */
const FEWEST = 3;

/**
 * A thing of each choice is made, and each choice is asked for. Of choices that include one another, as levels do, most list
 * more than their own. Where each lists its own but for one that lists all, the filter ignores that one.
 */
export const filtersByEachChoice: Oracle = {
  id: "filters-by-each-choice",
  title: "A filter that works for all other choices is not ignored for one of them.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a list with a parameter that has the name of a field, and at least three choices for it",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      askableListsOf(ground, kind).flatMap((list) =>
        filtersOf(ground, kind, list).flatMap((filter) => {
          const choices = choicesOf(filter);
          if (choices.length < FEWEST) return [];
          const situation = new Situation(ground, kind);
          const [things] = choices.map((choice) =>
            situation.make(CALLS.make + show(choice), (call) => ({
              ...call,
              ...replaceInBody(call, filter.pointer, value(choice)),
            })),
          );
          if (things === undefined) return [];
          for (const choice of choices) {
            const id = CALLS.list + filter.input.name + IS + show(choice);
            const call = situation.plain(id, list.key, things);
            const paged = { ...call, query: { ...call.query, ...largestPage(list, ground.known.api) } };
            situation.add(askedBy(paged, list, filter.input, value(choice)));
          }
          const purpose = `list by each choice of ${filter.input.name} with ${list.key}`;
          return [situation.build(filtersByEachChoice.id, purpose, `${list.key} by ${filter.input.name}`)];
        }),
      ),
    ),
  judge: (step) => {
    if (step.plannedBy !== filtersByEachChoice.id) return [];
    const isList = ({ call }: Exchange) => call.id.startsWith(CALLS.list);
    const made = step.before.filter(({ call }) => call.id.startsWith(CALLS.make));
    const lists = [...step.before, step.exchange].filter(isList);
    if (!isList(step.exchange) || lists.length < made.length) return [];
    const tried = lists.flatMap((list) => listedBy(step, list));
    const one = tried.find(({ shown }) => shown.length === tried.length);
    const others = tried.filter((other) => other !== one);
    if (tried.length < FEWEST || one === undefined) return [];
    if (!others.every(({ choice, shown }) => shown.length === 1 && shown[0] === choice)) return [];
    const { name, choice, list } = one;
    const isFirst = made[0]?.call.id === CALLS.make + choice;
    const calls = [...made, ...lists].map(({ call }) => call.id);
    return [
      finding(filtersByEachChoice.id, step, {
        evidence: calls.filter((call) => call !== step.exchange.call.id),
        verdict: "WARN",
        clause: "a filter works for each choice",
        shape: `${name} is ignored for one choice`,
        check: listed(step, false, isFirst ? "other" : "subject", list),
        message: `${step.operation.key} ignores ${name} where it is ${choice}: it lists what is ${others[0]?.choice ?? ""} as well`,
        expected: `only what is ${choice}`,
        got: `also what is ${others.map((other) => other.choice).join(" and ")}`,
        why: "By each other choice the list shows what was made with that choice, and nothing that was made with another.",
      }),
    ];
  },
};

interface Listed {
  readonly list: Exchange;
  readonly name: string;
  readonly choice: string;
  /** The choices of the things that the list shows. */
  readonly shown: readonly string[];
}

/** What a list by a choice shows of what was made; nothing where it does not show what was made with that choice. */
function listedBy(step: Step, list: Exchange): readonly Listed[] {
  const [name = "", ...rest] = list.call.id.slice(CALLS.list.length).split(IS);
  const choice = rest.join(IS);
  if (!means(list, "done")) return [];
  const shown = step.before.flatMap(({ call }) => {
    const own = call.id.startsWith(CALLS.make) ? call.id.slice(CALLS.make.length) : undefined;
    return own !== undefined && shows(step, list, madeBy(step, call.id)) ? [own] : [];
  });
  return shown.includes(choice) ? [{ list, name, choice, shown }] : [];
}

/** A few: each costs a thing and a list. */
const MOST = 5;

function choicesOf({ values }: Filter): readonly Json[] {
  return values.kind === "chosen" ? values.choices.slice(0, MOST) : [];
}

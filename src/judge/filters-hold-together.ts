import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { parsePointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { listItems } from "#semantics/list-items";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { askedBy, inputsOf, type ListInput } from "./list-inputs.js";
import { choicesOf, demandsOthers, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { type Filter, filtersOf, sameWords } from "./plan-filters.js";
import { sentMembers } from "./sent-members.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { seenAt } from "./written-changes.js";

/** Begin the ids of lists; the choice follows. */
const LISTS = { alone: "list by ", both: "list its own by " } as const;
const CALLS = { make: "make it", look: "look", other: "make another", own: "list its own" } as const;

/** Of two choices a thing has one at most. */
const TRIED = 2;

/**
 * What a thing is by itself, its status above all, nobody sends, so it is not known beforehand by which choice it is found.
 * By two of them it is asked for, alone and beside a filter that does find it: one at least is not its own. Nor may the
 * choice put that filter out of force: what others have is not listed then either.
 */
export const filtersHoldTogether: Oracle = {
  id: "filters-hold-together",
  title: "A filter by what a thing is holds beside another filter as well.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs:
    "a list with two filters: by something that a create sends, and by one of several choices that it does not",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => planned(ground, kind, list)),
    ),
  judge: (step) => {
    const { exchange, plannedBy, subject, operation } = step;
    const { id } = exchange.call;
    if (plannedBy !== filtersHoldTogether.id || !id.startsWith(LISTS.both)) return [];
    const choice = id.slice(LISTS.both.length);
    const [alone, made] = [earlier(step, LISTS.alone + choice), seenAt(step, CALLS.look)];
    if (!succeeded(exchange) || !succeeded(alone) || made === undefined) return [];
    const asked = Object.entries(exchange.request.inputs.query);
    const [name, others] = [
      asked.find(([, sent]) => sent === choice)?.[0],
      asked.filter(([, sent]) => sent !== choice).map(([other]) => other),
    ];
    const [strayed] = others.flatMap((other) => strayBy(step, other, made));
    if (name !== undefined && strayed !== undefined) return [outOfForce(step, name, strayed)];
    const now = name === undefined ? undefined : memberNamed(made, name);
    if (name === undefined || typeof now !== "string" || now === choice) return [];
    if (shows(step, alone, subject?.id) || !shows(step, exchange, subject?.id)) return [];
    // Some choices stand for more than one: `all` of them.
    if (!(listItems(bodyOf(alone)) ?? []).every((item) => memberNamed(item, name) === choice)) return [];
    return [
      finding(filtersHoldTogether.id, step, {
        evidence: [CALLS.make, CALLS.look, LISTS.alone + choice],
        verdict: "ERR",
        clause: "two filters hold at once",
        shape: name,
        check: listed(step, false),
        message: `${operation.key} by ${others.join(", ")} and ${name} lists ${aNoun(noun(step))} of another ${name}`,
        expected: `none whose ${name} is not ${show(choice)}`,
        got: `one whose ${name} is ${show(now)}`,
        why: `By ${name} alone it is left out: beside ${others.join(", ")} the filter is not looked at.`,
      }),
    ];
  },
};

interface Stray {
  readonly by: string;
  readonly wanted: Json;
  readonly got: Json;
}

/** Something of another value than the one that a filter asks for, which that filter alone does keep out. */
function strayBy(step: Step, by: string, made: Json): readonly Stray[] {
  const alone = earlier(step, CALLS.own);
  const wanted = memberNamed(made, by);
  if (!succeeded(alone) || (typeof wanted !== "string" && typeof wanted !== "number")) return [];
  const foreign = (list: Exchange | undefined) =>
    (listItems(bodyOf(list)) ?? [])
      .map((item) => memberNamed(item, by))
      .filter((found) => typeof found === typeof wanted && found !== wanted);
  const [got] = foreign(step.exchange);
  const isKept = shows(step, alone, step.subject?.id) && foreign(alone).length === 0;
  return got === undefined || !isKept ? [] : [{ by, wanted, got }];
}

function outOfForce(step: Step, name: string, { by, wanted, got }: Stray): Finding {
  return finding(filtersHoldTogether.id, step, {
    evidence: [CALLS.make, CALLS.look, CALLS.other, CALLS.own],
    verdict: "ERR",
    clause: "two filters hold at once",
    shape: by,
    message: `${step.operation.key} by ${by} and ${name} lists ${aNoun(noun(step))} of another ${by}`,
    expected: `none whose ${by} is not ${show(wanted)}`,
    got: `one whose ${by} is ${show(got)}`,
    why: `By ${by} alone only its own are listed: beside ${name} that filter is not looked at.`,
  });
}

function planned(ground: Ground, kind: Kind, list: Operation): readonly PlannedSequence[] {
  const { api } = ground.known;
  const sent = sentMembers(api, kind.create);
  const own = filtersOf(ground, kind, list).find(
    ({ values, isOfMany, input }) => values.kind !== "chosen" && !isOfMany && input.path === undefined,
  );
  const parameter = list.parameters.find(
    (one) =>
      one.in === "query" &&
      choicesOf(one, api).length >= TRIED &&
      own !== undefined &&
      !sent.some(({ name }) => sameWords(name, one.name)) &&
      !demandsOthers(list, [own.input.name, one.name]),
  );
  const by = inputsOf(list, api).find(({ name }) => name === parameter?.name);
  if (own === undefined || parameter === undefined || by === undefined) return [];
  return [inTwoWays(ground, kind, list, { own, by, choices: choicesOf(parameter, api).slice(0, TRIED) })];
}

interface Crossing {
  readonly own: Filter;
  readonly by: ListInput;
  readonly choices: readonly string[];
}

function inTwoWays(ground: Ground, kind: Kind, list: Operation, { own, by, choices }: Crossing) {
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  situation.look(CALLS.look, things);
  situation.make(CALLS.other);
  const found = { in: "request body", pointer: own.pointer } as const;
  const withOwn = (call: Call) =>
    askedBy(call, list, own.input, { kind: "reference", call: CALLS.make, source: found });
  situation.add(withOwn(situation.plain(CALLS.own, list.key, things)));
  for (const choice of choices) {
    const alone = askedBy(situation.plain(LISTS.alone + choice, list.key, things), list, by, value(choice));
    situation.add(alone, { ...withOwn(alone), id: LISTS.both + choice });
  }
  const names = `${own.input.name} and ${by.name}`;
  return situation.build(filtersHoldTogether.id, `list by ${names} with ${list.key}`, list.key);
}

/** In whatever envelope. */
function memberNamed(thing: Json, name: string): Json | undefined {
  return leavesOf(thing).find(({ pointer }) => sameWords(parsePointer(pointer).at(-1) ?? "", name))?.value;
}

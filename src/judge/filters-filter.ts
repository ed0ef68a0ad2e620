import { aNoun } from "#base/a-noun";
import { isArray, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer, type JsonPointer } from "#base/json-pointer";
import type { Finding } from "#calls/finding";
import { ownValues } from "#calls/own-values";
import { isSuccess, succeeded } from "#calls/succeeded";
import { listItems } from "#semantics/list-items";
import { GONE, judgeGone } from "./filtered-when-gone.js";
import { judgeFilters, judgeNone } from "./judge-filters.js";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { askableListsOf } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { CALLS, filtersOf, isOfTwo, LIST, planFilters, pointerWithin, sameWords } from "./plan-filters.js";
import { envelopeOf, type SentMember, sentMembers, shownAt } from "./sent-members.js";
import { show } from "./show.js";
import { shown } from "./shown-of-two.js";
import { kindsOf } from "./situation.js";
import { sentBy } from "./written-changes.js";

/**
 * Inputs of a list that have the name of a field, in its query or in its body. Whether one works at all is seen first: by the value of one thing the
 * other is left out, or by a value that nothing has both are. What works must then find what it is asked for, also
 * after an update. Partial matches and other cases are a service's to choose: only unrelated values count.
 */
export const filtersFilter: Oracle = {
  id: "filters-filter",
  title: "A filter shows what matches, and nothing else, also after an update.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with a parameter, or a member of its body, that has the name of a field",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      askableListsOf(ground, kind).flatMap((list) => {
        const filters = filtersOf(ground, kind, list);
        return [filters.filter((one) => !isOfTwo(one)), filters.filter(isOfTwo)].flatMap((some) =>
          some.length === 0 ? [] : [planFilters(filtersFilter.id, ground, kind, list, some)],
        );
      }),
    ),
  judge: (step) => {
    if (step.plannedBy !== filtersFilter.id || !isSuccess(step.response)) return [];
    const { id } = step.exchange.call;
    if (id.startsWith(GONE)) return judgeAfter(step, id.slice(GONE.length));
    const [place, prefix] = Object.entries(LIST).find(([, candidate]) => id.startsWith(candidate)) ?? [];
    const parameter = id.slice(prefix?.length ?? 0);
    if (place === "own") return judgeOwn(step, parameter);
    if (place === "changed" || place === "before") return judgeChange(step, parameter, place);
    return judgeFilters(step, filtersFilter.id);
  },
};

/** What is gone is not found, and where nothing is found nothing is counted. */
function judgeAfter(step: Step, parameter: string): readonly Finding[] {
  const gone = judgeGone(step, filtersFilter.id, parameter);
  const items = listItems(bodyOf(step.exchange));
  return gone.length > 0 || items === undefined
    ? gone
    : judgeNone(step, filtersFilter.id, parameter, { items: items.length });
}

function judgeOwn(step: Step, parameter: string): readonly Finding[] {
  const [none, other] = [LIST.none, LIST.other].map((prefix) => earlier(step, prefix + parameter));
  const own = shown(step, step.exchange);
  const byOther = shown(step, other);
  const byNone = shown(step, none);
  const [mine, theirs] = [CALLS.make, CALLS.other].map((id) => sentValue(step, id, parameter));
  if (own === undefined || byOther === undefined || areRelated(mine, theirs)) return [];
  const leavesOut = !own.other || !byOther.own || (byNone !== undefined && !byNone.own && !byNone.other);
  const evidence = [
    CALLS.make,
    CALLS.other,
    other?.call.id ?? "",
    ...(none === undefined ? [] : [none.call.id]),
  ];
  const stranger = own.own || own.other ? undefined : strangerIn(step, parameter, mine);
  if (!leavesOut || stranger !== undefined) {
    return [
      finding(filtersFilter.id, step, {
        evidence,
        verdict: "WARN",
        clause: "a filter leaves something out",
        shape: `${parameter} is ignored`,
        ...(own.other ? { check: listed(step, false, "other") } : {}),
        message: `${step.operation.key} lists the same whatever ${parameter} says`,
        expected: `only things whose ${parameter} is ${show(mine)}`,
        got: `also one whose ${parameter} is ${show(stranger ?? theirs)}`,
        why: "The parameter has the name of a field, and no value of it makes a difference.",
      }),
    ];
  }
  if (!own.own && byOther.other && !own.isPaged) {
    return [
      finding(filtersFilter.id, step, {
        evidence,
        comparisons: [CALLS.other],
        verdict: "ERR",
        clause: "a filter finds what matches",
        shape: `${parameter} misses`,
        check: listed(step, true),
        message: `${step.operation.key} by ${parameter} does not list ${aNoun(noun(step))} that matches`,
        expected: `the ${noun(step)} whose ${parameter} is ${show(mine)}`,
        got: "a list without it",
        why: "By its own value another thing is found; this one is not.",
      }),
    ];
  }
  // Of a few choices one may include another; a value that was drawn for one thing includes none, and no is not yes.
  const isByOther = byOther.own && byOther.other && (isDrawn(step, parameter) || typeof mine === "boolean");
  if (!(own.own && own.other) && !isByOther) return [];
  const isOwn = own.own && own.other;
  return [
    finding(filtersFilter.id, step, {
      evidence,
      verdict: isDrawn(step, parameter) ? "ERR" : "WARN",
      clause: "a filter shows only what matches",
      shape: `${parameter} shows more`,
      check:
        isOwn || other === undefined
          ? listed(step, false, "other")
          : listed({ ...step, exchange: other }, false),
      message: `${step.operation.key} by ${parameter} lists ${aNoun(noun(step))} that does not match`,
      expected: `only things whose ${parameter} is ${show(isOwn ? mine : theirs)}`,
      got: `also one whose ${parameter} is ${show(isOwn ? theirs : mine)}`,
      why: "By another value the filter does leave things out.",
    }),
  ];
}

/** Only where the filter found the thing before the update, and left it out by other values. */
function judgeChange(step: Step, parameter: string, place: "changed" | "before"): readonly Finding[] {
  const [first, other] = [LIST.own, LIST.other].map((prefix) =>
    shown(step, earlier(step, prefix + parameter)),
  );
  const now = shown(step, step.exchange);
  const update = earlier(step, CALLS.update);
  const [was, is] = [CALLS.make, CALLS.update].map((id) => sentValue(step, id, parameter));
  if (first?.own !== true || other?.own !== false || now === undefined || !succeeded(update)) return [];
  if (areRelated(was, is) || !readsAs(step, parameter, is)) return [];
  const isWrong = place === "changed" ? !now.own && !now.isPaged : now.own;
  if (!isWrong) return [];
  return [
    finding(filtersFilter.id, step, {
      evidence: [
        CALLS.make,
        CALLS.other,
        LIST.other + parameter,
        LIST.own + parameter,
        CALLS.update,
        CALLS.look,
      ],
      comparisons: [CALLS.other],
      verdict: "ERR",
      clause: "a filter goes by what is there now",
      shape: `${parameter} is stale`,
      check: listed(step, place === "changed"),
      message:
        place === "changed"
          ? `${step.operation.key} by ${parameter} does not find ${aNoun(noun(step))} by its new value`
          : `${step.operation.key} by ${parameter} still finds ${aNoun(noun(step))} by its old value`,
      expected: place === "changed" ? `the ${noun(step)} that is now ${show(is)}` : "a list without it",
      got: place === "changed" ? "a list without it" : `the ${noun(step)}, which is now ${show(is)}`,
      why: "Before the update the filter found it by the value that it had then, and reading it shows the new one.",
    }),
  ];
}

/** On a page on which neither of ours is: what all that are there show instead, where none of them matches. */
function strangerIn(step: Step, parameter: string, wanted: Json | undefined): Json | undefined {
  const pointer = pointerFor(step, CALLS.make, parameter);
  const make = earlier(step, CALLS.make);
  const envelope = make === undefined ? 0 : envelopeOf(step.api, make.call.operation);
  const values = (listItems(bodyOf(step.exchange)) ?? []).map((item) =>
    shownAt(item, sentBy(make), pointer, envelope),
  );
  return values.every((value) => value !== undefined && value !== null && !areRelated(value, wanted))
    ? values[0]
    : undefined;
}

function isDrawn(step: Step, parameter: string): boolean {
  const pointer = pointerFor(step, CALLS.make, parameter);
  return ownValues(earlier(step, CALLS.make)?.call.body?.content).some((own) => own.pointer === pointer);
}

/** What a create or an update said at the place that a parameter is named after. */
function sentValue(step: Step, callId: string, parameter: string): Json | undefined {
  return getAtPointer(sentBy(earlier(step, callId)), pointerFor(step, callId, parameter));
}

function pointerFor(step: Step, callId: string, parameter: string): JsonPointer {
  const member = memberFor(step, callId, parameter);
  return member === undefined ? "/" : pointerWithin(member);
}

function memberFor(step: Step, callId: string, parameter: string): SentMember | undefined {
  const call = earlier(step, callId)?.call;
  const members = call === undefined ? [] : sentMembers(step.api, { ...call, inputs: call });
  return members.find(({ name }) => sameWords(name, parameter));
}

function readsAs(step: Step, parameter: string, wanted: Json | undefined): boolean {
  const look = bodyOf(earlier(step, CALLS.look));
  const name = memberFor(step, CALLS.make, parameter)?.name ?? "";
  const holds = (json: Json | undefined, depth: number): boolean =>
    typeof json === "object" &&
    json !== null &&
    !isArray(json) &&
    ((Object.hasOwn(json, name) && jsonEqual((json as Readonly<Record<string, Json>>)[name], wanted)) ||
      (depth > 0 && Object.values(json).some((inner) => holds(inner, depth - 1))));
  return holds(look, DEEPEST);
}

/** JSON:API puts members two objects deep: `{data: {attributes: {…}}}`. */
const DEEPEST = 2;

/** One contains the other, in whatever case: a partial match would find both. */
function areRelated(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return left.includes(right) || right.includes(left);
}

import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, getAtPointer, type JsonPointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { nameWords } from "#values/name-words";
import { earlier, noun } from "./lifecycle.js";
import { inputsOf } from "./list-inputs.js";
import { finding, type Objection, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { CALLS, isSearch, planSearches, SEARCH } from "./plan-searches.js";
import { sentMembers } from "./sent-members.js";
import { show } from "./show.js";
import { type Shown, shown } from "./shown-of-two.js";
import { kindsOf } from "./situation.js";
import { seenAt, sentBy } from "./written-changes.js";

/**
 * A list with a parameter such as `search` or `q`. Which fields it goes by is the service's to choose, unless its description
 * names them; what it goes by is seen first. Words, parts and cases are not judged: a thing is searched for by a whole text
 * that nothing else has. An index may lag behind, so nothing is more than a warning.
 */
export const searchFinds: Oracle = {
  id: "search-finds",
  title:
    "A search finds things by what it says it looks at, leaves others out, and goes by what is there now.",
  verdict: "WARN",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with a parameter such as `search` or `q`, and fields with text",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planSearches(ground, kind, searchFinds.id)),
  judge: (step) => {
    if (step.plannedBy !== searchFinds.id || !isSuccess(step.response)) return [];
    const now = shown(step, step.exchange);
    if (now === undefined) return [];
    const { id } = step.exchange.call;
    if (id === CALLS.nothing) return judgeNothing(step, now);
    const [place, prefix] = Object.entries(SEARCH).find(([, one]) => id.startsWith(one)) ?? [];
    const field = id.slice(prefix?.length ?? 0);
    // All fields were tried before it.
    if (place === "other") return [...judgeOther(step, field, now), ...judgeNamed(step)];
    return place === "changed" || place === "before" ? judgeChange(step, field, place, now) : [];
  },
};

/** Found by the text of this field, and the other thing left out. */
function finds(step: Step, field: string): boolean {
  const own = shown(step, earlier(step, SEARCH.own + field));
  return own?.own === true && !own.other;
}

function objection(
  step: Step,
  rest: Pick<Objection, "clause" | "message" | "expected" | "got" | "why"> & Partial<Objection>,
): readonly Finding[] {
  return [finding(searchFinds.id, step, { verdict: "WARN", ...rest })];
}

function judgeNothing(step: Step, now: Shown): readonly Finding[] {
  if (!now.own || !now.other) return [];
  return objection(step, {
    evidence: [CALLS.make, CALLS.other],
    clause: "a search leaves something out",
    check: listed(step, false),
    message: `${step.operation.key} lists everything when it is searched for what nothing has`,
    expected: "a list without the two that were made",
    got: "both of them",
    why: "No part of either has the text that was searched for.",
  });
}

function judgeOther(step: Step, field: string, now: Shown): readonly Finding[] {
  if (!finds(step, field) || now.other || now.isPaged) return [];
  return objection(step, {
    evidence: [CALLS.make, CALLS.other, SEARCH.own + field],
    clause: "a search finds what matches",
    shape: `misses by ${field}`,
    check: listed(step, true, "other"),
    message: `${step.operation.key} finds one ${noun(step)} by its ${field}, and another not`,
    expected: `the ${noun(step)} that has just that ${field}`,
    got: "a list without it",
    why: "Both were made the same way, each with a text of its own.",
  });
}

/** The fields that the description names are found by, where any is. */
function judgeNamed(step: Step): readonly Finding[] {
  const fields = step.before
    .filter(({ call }) => call.id.startsWith(SEARCH.own) && succeeded(earlier(step, call.id)))
    .map(({ call }) => call.id.slice(SEARCH.own.length));
  const known = fields.find((field) => finds(step, field));
  const missed = fields.find((field) => {
    const look = shown(step, earlier(step, SEARCH.own + field));
    return isNamed(step, field) && look !== undefined && !look.own && !look.isPaged;
  });
  if (known === undefined || missed === undefined) return [];
  return objection(step, {
    evidence: [CALLS.make, CALLS.other, SEARCH.own + known, SEARCH.own + missed],
    clause: "a search looks at what its description names",
    shape: `not by ${missed}`,
    comparisons: [CALLS.other],
    check: listed(step, true, "subject", earlier(step, SEARCH.own + missed)),
    message: `${step.operation.key} does not find ${aNoun(noun(step))} by its ${missed}, which its description names`,
    expected: `the ${noun(step)} whose ${missed} was searched for`,
    got: "a list without it",
    why: `By its ${known} it is found.`,
  });
}

/** Whether the description of what was searched with has the words of a field: "Part of a name or path." */
function isNamed(step: Step, field: string): boolean {
  const text = inputsOf(step.operation, step.api)
    .filter(isSearch)
    .map(({ says = "" }) => nameWords(says).join(" "))
    .join(" ");
  const words = nameWords(field).join(" ");
  return ` ${text} `.includes(` ${words} `) || ` ${text} `.includes(` ${words}s `);
}

function judgeChange(step: Step, field: string, place: "changed" | "before", now: Shown): readonly Finding[] {
  const update = earlier(step, CALLS.update);
  const [was, is] = [sentAt(step, CALLS.make, field), sentAt(step, CALLS.update, field)];
  if (!finds(step, field) || !succeeded(update) || is === undefined || jsonEqual(was, is)) return [];
  const look = unwrap(seenAt(step, CALLS.look), sentBy(update) ?? null);
  const seen = getAtPointer(look, pointerOf(step, CALLS.update, field));
  const isWrong = place === "changed" ? !now.own && !now.isPaged : now.own && !shareWords(was, is);
  if (!jsonEqual(seen, is) || !isWrong) return [];
  return objection(step, {
    evidence: [CALLS.make, CALLS.other, SEARCH.own + field, CALLS.update, CALLS.look],
    clause: "a search goes by what is there now",
    shape: `${field} is stale`,
    check: listed(step, place === "changed"),
    message:
      place === "changed"
        ? `${step.operation.key} does not find ${aNoun(noun(step))} by its new ${field}`
        : `${step.operation.key} still finds ${aNoun(noun(step))} by its old ${field}`,
    expected: place === "changed" ? `the ${noun(step)} that is now ${show(is)}` : "a list without it",
    got: place === "changed" ? "a list without it" : `the ${noun(step)}, which is now ${show(is)}`,
    why: "Before the update it was found by the text that it had then, and reading it shows the new one.",
  });
}

/** A search may well find what has one of several words. */
function shareWords(a: Json | undefined, b: Json): boolean {
  const [left, right] = [a, b].map((text) =>
    String(text)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  return left?.some((word) => word !== "" && right?.includes(word)) === true;
}

function sentAt(step: Step, callId: string, field: string): Json | undefined {
  return getAtPointer(sentBy(earlier(step, callId)), pointerOf(step, callId, field));
}

function pointerOf(step: Step, callId: string, field: string): JsonPointer {
  const call = earlier(step, callId)?.call;
  const members = call === undefined ? [] : sentMembers(step.api, { ...call, inputs: call });
  return members.find(({ name }) => name === field)?.pointer ?? formatPointer([field]);
}

import { aNoun } from "#base/a-noun";
import type { Finding } from "#calls/finding";
import { bodyOf, earlier, noun } from "./lifecycle.js";
import { finding, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { CALLS, LIST, TWO } from "./plan-filters.js";
import { type Shown, shown } from "./shown-of-two.js";
import { isWhole, totalIn } from "./total-in.js";

/**
 * What a filter that is seen to work must do beside finding what it is asked for: take several values, go before the pages,
 * stand beside another filter, and be counted.
 */
export function judgeFilters(step: Step, oracle: string): readonly Finding[] {
  const { id } = step.exchange.call;
  const now = shown(step, step.exchange);
  if (now === undefined) return [];
  for (const [prefix, judge] of [
    [LIST.none, judgeNone],
    [LIST.both, judgeBoth],
    [LIST.page, judgePage],
    [TWO.own, judgeTogether],
    [TWO.crossed, judgeCrossed],
  ] as const) {
    if (id.startsWith(prefix)) return judge(step, oracle, id.slice(prefix.length), now);
  }
  return [];
}

/** By one thing's value the other is left out, each way. */
function works(step: Step, parameter: string): boolean {
  const [own, other] = [LIST.own, LIST.other].map((prefix) => shown(step, earlier(step, prefix + parameter)));
  return own?.own === true && !own.other && other?.other === true && !other.own;
}

function evidenceFor(...parameters: readonly string[]): readonly string[] {
  const looks = parameters.flatMap((parameter) => [LIST.other + parameter, LIST.own + parameter]);
  return [CALLS.make, CALLS.other, ...looks];
}

function judgeBoth(step: Step, oracle: string, parameter: string, now: Shown): readonly Finding[] {
  if (!works(step, parameter) || now.isPaged || (now.own && now.other)) return [];
  return [
    finding(oracle, step, {
      evidence: evidenceFor(parameter),
      verdict: "WARN",
      clause: "a filter by several values shows what has any of them",
      shape: `${parameter} by several`,
      check: listed(step, true, now.own ? "other" : "subject"),
      message: `${step.operation.key} by two values of ${parameter} does not list both things that have one of them`,
      expected: `two: each is found by its own ${parameter}`,
      got: now.own || now.other ? "only one of them" : "neither of them",
      why: "The parameter takes several values, and nothing has them all.",
    }),
  ];
}

function judgePage(step: Step, oracle: string, parameter: string, now: Shown): readonly Finding[] {
  const whole = shown(step, earlier(step, LIST.other + parameter));
  if (!works(step, parameter) || whole?.items !== 1 || now.items > 0) return [];
  return [
    finding(oracle, step, {
      evidence: evidenceFor(parameter),
      verdict: "ERR",
      clause: "a list is filtered before it is cut into pages",
      shape: `${parameter} after paging`,
      check: listed(step, true, "other"),
      message: `${step.operation.key} by ${parameter} shows nothing on a page of one, and one ${noun(step)} on a larger page`,
      expected: `the ${noun(step)} that is found without a size`,
      got: "an empty page",
      why: "Just one thing matches, so the first page has it, whatever its size.",
    }),
  ];
}

function judgeTogether(step: Step, oracle: string, both: string, now: Shown): readonly Finding[] {
  const names = both.split(TWO.and);
  if (!names.every((name) => works(step, name)) || now.isPaged || now.own) return [];
  return [
    finding(oracle, step, {
      evidence: evidenceFor(...names),
      verdict: "ERR",
      clause: "what two filters find they find together",
      shape: `${both} together`,
      check: listed(step, true),
      message: `${step.operation.key} by ${both} does not list ${aNoun(noun(step))} that each of them finds`,
      expected: `the ${noun(step)}, which matches both`,
      got: "a list without it",
      why: "Each filter alone finds the thing by the same value.",
    }),
  ];
}

/** By the other's value the first is left out, and both of its own values find it: so much is seen on a crowded service, too. */
function leavesOutBySecond(step: Step, both: string, second: string): boolean {
  const [together, other] = [TWO.own + both, LIST.other + second].map((id) => shown(step, earlier(step, id)));
  return together?.own === true && other?.other === true && !other.own && !other.isPaged;
}

function judgeCrossed(step: Step, oracle: string, both: string, now: Shown): readonly Finding[] {
  const names = both.split(TWO.and);
  const isSure =
    names.every((name) => works(step, name)) ||
    (now.own && leavesOutBySecond(step, both, names.at(-1) ?? ""));
  if (!isSure || !(now.own || now.other)) return [];
  return [
    finding(oracle, step, {
      evidence: evidenceFor(...names),
      verdict: "WARN",
      clause: "two filters leave out what either of them leaves out",
      shape: `${both} together`,
      check: listed(step, false, now.own ? "subject" : "other"),
      message: `${step.operation.key} by ${both} lists ${aNoun(noun(step))} that matches only one of them`,
      expected: "nothing: no thing has both values",
      got: `${aNoun(noun(step))} that has one of them`,
      why: "Each filter alone leaves out what has another value; together they let it through.",
    }),
  ];
}

/** A list of which nothing is shown from its beginning on is empty, and so is its total. */
export function judgeNone(
  step: Step,
  oracle: string,
  parameter: string,
  now: Pick<Shown, "items">,
): readonly Finding[] {
  const total = totalIn(step.exchange);
  if (now.items > 0 || bodyOf(step.exchange) === undefined || total === undefined || total.value === 0)
    return [];
  // Where the size of the page is known, that oracle tells it of every list.
  if (isWhole(step, [])) return [];
  return [
    finding(oracle, step, {
      evidence: [CALLS.make],
      verdict: "WARN",
      clause: "a total counts what matches",
      shape: `${total.name} ignores filters`,
      message: `${step.operation.key} by ${parameter} shows nothing, and says that there are ${total.value}`,
      expected: `${total.name}: 0`,
      got: `${total.name}: ${total.value}`,
      why: "The first page is empty: whoever goes by the total asks for pages that there are not.",
    }),
  ];
}

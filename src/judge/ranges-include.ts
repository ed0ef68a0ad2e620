import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { inputsOf } from "./list-inputs.js";
import { listOperationsOf } from "./list-operations-of.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { LIST, MAKE, planRanges, rangesOf } from "./plan-ranges.js";
import { rangeNamed, saysIncluded } from "./range-words.js";
import { show } from "./show.js";
import { kindsOf } from "./situation.js";
import { sentBy } from "./written-changes.js";

/**
 * Query parameters such as `minPrice`, `weight_max` and `yearTo`, which say the least or the greatest that is wanted, also of
 * days. A thing is asked for with its own value as the bound, and with those before and after that. Names such as `from` and `before` may
 * leave out what is just there, unless their description says that they do not; at least and at most do not.
 */
export const rangesInclude: Oracle = {
  id: "ranges-include",
  title:
    "A filter by the least or the greatest of a number or a day shows what is just there, and nothing beyond.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters and their descriptions",
  needs: "a list with a query parameter such as `minPrice` or `to`, about a number or a day that is sent",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const ranges = rangesOf(ground, kind, list);
        return ranges.length === 0 ? [] : [planRanges(rangesInclude.id, ground, kind, list, ranges)];
      }),
    ),
  judge: (step) => {
    const { call } = step.exchange;
    if (step.plannedBy !== rangesInclude.id || !call.id.startsWith(LIST.at)) return [];
    return isSuccess(step.response) ? judgeRange(step, call.id.slice(LIST.at.length)) : [];
  },
};

/** What is just at the bound is among what is well within it, so a page that shows it there shows it here as well. */
function judgeRange(step: Step, parameter: string): readonly Finding[] {
  const [inside, beyond] = [LIST.inside, LIST.beyond].map((prefix) => earlier(step, prefix + parameter));
  const own = step.exchange.request.inputs.query[parameter] ?? null;
  const has = (list: Exchange | undefined) => shows(step, list, step.subject?.id);
  if (!wasSent(step, own) || !succeeded(beyond) || !has(inside)) return [];
  const evidence = [MAKE, LIST.inside + parameter, LIST.beyond + parameter];
  const named = rangeNamed(parameter);
  const says = inputsOf(step.operation, step.api).find(({ name }) => name === parameter)?.says ?? "";
  if (has(step.exchange) && has(beyond))
    // A bound that has no name of its own may be about something else.
    return named?.about === ""
      ? []
      : [
          finding(rangesInclude.id, step, {
            evidence,
            verdict: "WARN",
            clause: "a range leaves out what is beyond it",
            shape: `${parameter} shows more`,
            message: `${step.operation.key} by ${parameter} lists ${aNoun(noun(step))} that is beyond it`,
            expected: `nothing that is ${show(own)} where ${parameter} is ${show(beyond?.request.inputs.query[parameter])}`,
            got: `the ${noun(step)} that is ${show(own)}`,
            why: "The parameter says by its name what the least or the greatest is.",
          }),
        ];
  if (has(step.exchange) || has(beyond) || bodyOf(step.exchange) === undefined) return [];
  const isSaid = saysIncluded(says);
  if (!isSaid && named?.includes !== true) return [];
  const shownNear = "With the value next to it the list shows the thing, so it goes by that value";
  return [
    finding(rangesInclude.id, step, {
      evidence,
      verdict: isSaid ? "ERR" : "WARN",
      clause: "a range shows what is just there",
      shape: `${parameter} misses`,
      check: listed(step, true),
      message: `${step.operation.key} by ${parameter} leaves out ${aNoun(noun(step))} that is just there`,
      expected: `the ${noun(step)}, which is ${show(own)}, where ${parameter} is ${show(own)}`,
      got: "a list without it",
      why: isSaid
        ? `${shownNear}; the document says of the parameter: "${says.trim()}"`
        : `${shownNear}; at least and at most mean that number, too.`,
    }),
  ];
}

/** The bound is what the thing was given, or the day of it. */
function wasSent(step: Step, own: Json): boolean {
  return leavesOf(sentBy(earlier(step, MAKE))).some(
    ({ value }) =>
      jsonEqual(value, own) ||
      (typeof value === "string" && typeof own === "string" && value.startsWith(`${own}T`)),
  );
}

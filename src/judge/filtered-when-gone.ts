import { aNoun } from "#base/a-noun";
import type { Call } from "#calls/call";
import type { Finding } from "#calls/finding";
import { succeeded } from "#calls/succeeded";
import { anyOperation } from "#openapi/operation-of";
import type { Made } from "#semantics/recipe";
import { earlier, noun } from "./lifecycle.js";
import { largestPage } from "./list-operations-of.js";
import { finding, type Ground, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { shown } from "./shown-of-two.js";
import type { Situation } from "./situation.js";

const CALLS = { delete: "delete it", all: "list without a filter" } as const;

/** Begins the id of a list by a filter after the delete; the name of the parameter follows. */
export const GONE = "list what is gone by ";

/** Deletes the thing, lists all, and then by the value that the thing had. */
export function planGone(ground: Ground, situation: Situation, things: Made, by: Call): void {
  const [remove] = situation.kind.resource.delete;
  if (remove === undefined) return;
  const { api } = ground.known;
  const page = largestPage(anyOperation(api, by.operation), api);
  const all = situation.plain(CALLS.all, by.operation, things);
  situation.add(
    situation.plain(CALLS.delete, remove, things),
    { ...all, query: { ...all.query, ...page } },
    by,
  );
}

/** The list leaves the thing out, and shows the one beside it; by the filter it shows it all the same. */
export function judgeGone(step: Step, oracle: string, parameter: string): readonly Finding[] {
  const [all, removal] = [CALLS.all, CALLS.delete].map((id) => earlier(step, id));
  const [now, whole] = [shown(step, step.exchange), shown(step, all)];
  if (!succeeded(removal) || now?.own !== true || whole?.other !== true) return [];
  if (whole.own || whole.isPaged) return [];
  return [
    finding(oracle, step, {
      evidence: [
        ...step.before.filter(({ call }) => call.id.startsWith("make ")).map(({ call }) => call.id),
        CALLS.delete,
        CALLS.all,
      ],
      verdict: "WARN",
      clause: "what a list leaves out it leaves out under a filter, too",
      shape: `${parameter} shows what is gone`,
      check: listed(step, false),
      message: `${step.operation.key} by ${parameter} lists ${aNoun(noun(step))} that ${removal?.call.operation} has taken out of the list`,
      expected: `a list without the ${noun(step)}`,
      got: `the ${noun(step)}, which the list without a filter does not show`,
      why: "A filter says what is wanted of a list; what is not in the list cannot match.",
    }),
  ];
}

import { aNoun } from "#base/a-noun";
import { jsonEqual } from "#base/json-equal";
import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { demandsOthers, isWholeNumber, largestPage, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sentBy } from "./written-changes.js";

const MAKE = "make it";

/** Begin the ids of lists; the name of the parameter follows. */
const LIST = { inside: "list well within ", beyond: "list just beyond ", at: "list just at " } as const;

const ENDS = {
  least: new Set(["min", "minimum", "gte"]),
  greatest: new Set(["max", "maximum", "lte"]),
} as const;

/** So many parameters of one list are tried. */
const MOST = 4;

/**
 * Query parameters such as `minPrice` and `weight_max`, which say the least or the greatest that is wanted. A thing is asked
 * for with its own number as the bound, and with the numbers before and after that. Names such as `from` and `before` may
 * leave out what is just there; at least and at most do not.
 */
export const rangesInclude: Oracle = {
  id: "ranges-include",
  title: "A filter by the least or the greatest of a number shows what is just there, and nothing beyond.",
  verdict: "WARN",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with a query parameter such as `minPrice`, named after a number that is sent",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const ranges = rangesOf(ground, kind, list);
        return ranges.length === 0 ? [] : [planned(ground, kind, list, ranges)];
      }),
    ),
  judge: (step) => {
    const { call } = step.exchange;
    if (step.plannedBy !== rangesInclude.id || !call.id.startsWith(LIST.at)) return [];
    return isSuccess(step.response) ? judgeRange(step, call.id.slice(LIST.at.length)) : [];
  },
};

interface Range {
  readonly parameter: string;
  readonly end: keyof typeof ENDS;
  readonly pointer: JsonPointer;
  /** The number that the thing is given. */
  readonly own: number;
}

function rangesOf({ known: { api }, rules }: Ground, kind: Kind, list: Operation): readonly Range[] {
  const content = kind.create.inputs.body?.content;
  if (content?.kind !== "object") return [];
  const found = list.parameters.flatMap((parameter): Range[] => {
    const { name, in: place, schema } = parameter;
    if (place !== "query" || !isWholeNumber(parameter, api)) return [];
    const words = nameWords(name);
    const isEnd = (end: keyof typeof ENDS) => words.some((word) => ENDS[end].has(word));
    const end = isEnd("least") ? "least" : isEnd("greatest") ? "greatest" : undefined;
    const about = words.filter((word) => !ENDS.least.has(word) && !ENDS.greatest.has(word)).join(" ");
    const member = Object.entries(content.members).find(([field]) => nameWords(field).join(" ") === about);
    const own = member === undefined ? undefined : numberIn(member[1]);
    if (end === undefined || member === undefined || own === undefined) return [];
    const pointer = formatPointer([member[0]]);
    // The same number twice would be refused.
    if (rules.some((rule) => rule.kind === "unique" && rule.fields.includes(pointer))) return [];
    const [minimum, maximum] = ["minimum", "maximum"].map((word) => keywordOf(schema, word, api.schemas));
    const fits = (number: number) =>
      !(typeof minimum === "number" && number < minimum) &&
      !(typeof maximum === "number" && number > maximum);
    return fits(own - 1) && fits(own + 1) ? [{ parameter: name, end, pointer, own }] : [];
  });
  return demandsOthers(list, []) ? [] : found.slice(0, MOST);
}

function numberIn(template: Template): number | undefined {
  const sample =
    template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : undefined;
  return typeof sample === "number" && Math.abs(sample) < Number.MAX_SAFE_INTEGER ? sample : undefined;
}

function planned(ground: Ground, kind: Kind, list: Operation, ranges: readonly Range[]): PlannedSequence {
  const situation = new Situation(ground, kind);
  const things = situation.make(MAKE, (call) => {
    let made = call;
    for (const { pointer, own } of ranges) made = { ...made, ...replaceInBody(made, pointer, value(own)) };
    return made;
  });
  for (const { parameter, end, own } of ranges) {
    const step = end === "least" ? 1 : -1;
    for (const [id, bound] of [
      [LIST.inside, near(own, -step)],
      [LIST.beyond, near(own, step)],
      [LIST.at, own],
    ] as const) {
      const plain = situation.plain(id + parameter, list.key, things);
      const page = largestPage(list, ground.known.api);
      situation.add({ ...plain, query: { ...plain.query, ...page, [parameter]: value(bound) } });
    }
  }
  const names = ranges.map(({ parameter }) => parameter).join(", ");
  return situation.build(rangesInclude.id, `list by ${names} with ${list.key}`, list.key);
}

/** 61.46 + 1 is 62.46, and no more than that. */
function near(number: number, step: number): number {
  return Number((number + step).toPrecision(15));
}

/** What is just at the bound is among what is well within it, so a page that shows it there shows it here as well. */
function judgeRange(step: Step, parameter: string): readonly Finding[] {
  const [inside, beyond] = [LIST.inside, LIST.beyond].map((prefix) => earlier(step, prefix + parameter));
  const own = step.exchange.request.inputs.query[parameter];
  const has = (list: Exchange | undefined) => shows(step, list, step.subject?.id);
  const sent = Object.values((sentBy(earlier(step, MAKE)) as object | undefined) ?? {});
  if (!sent.some((one) => jsonEqual(one, own ?? null)) || !succeeded(beyond) || !has(inside)) return [];
  const evidence = [MAKE, LIST.inside + parameter, LIST.beyond + parameter];
  const about = { evidence, verdict: "WARN" as const };
  if (has(step.exchange) && has(beyond))
    return [
      finding(rangesInclude.id, step, {
        ...about,
        clause: "a range leaves out what is beyond it",
        shape: `${parameter} shows more`,
        message: `${step.operation.key} by ${parameter} lists ${aNoun(noun(step))} that is beyond it`,
        expected: `nothing that is ${show(own)} where ${parameter} is ${show(beyond?.request.inputs.query[parameter])}`,
        got: `the ${noun(step)} that is ${show(own)}`,
        why: "The parameter says by its name what the least or the greatest is.",
      }),
    ];
  if (has(step.exchange) || has(beyond) || bodyOf(step.exchange) === undefined) return [];
  return [
    finding(rangesInclude.id, step, {
      ...about,
      clause: "a range shows what is just there",
      shape: `${parameter} misses`,
      check: listed(step, true),
      message: `${step.operation.key} by ${parameter} leaves out ${aNoun(noun(step))} that is just there`,
      expected: `the ${noun(step)}, which is ${show(own)}, where ${parameter} is ${show(own)}`,
      got: "a list without it",
      why: "With the number next to it the list shows the thing, so it goes by that number; at least and at most mean that number, too.",
    }),
  ];
}

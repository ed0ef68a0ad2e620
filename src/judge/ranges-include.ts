import { aNoun } from "#base/a-noun";
import { jsonEqual } from "#base/json-equal";
import type { JsonPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Api, Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { compileValidator } from "#values/compile-validator";
import { nameWords } from "#values/name-words";
import { leavesOf } from "./leaves.js";
import { bodyOf, earlier, noun, shows } from "./lifecycle.js";
import { demandsOthers, isWholeNumber, largestPage, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { listed } from "./place-of.js";
import { type SentMember, sentMembers } from "./sent-members.js";
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
  const members = sentMembers(api, kind.create);
  const found = list.parameters.flatMap((parameter): Range[] => {
    const { name, in: place, schema } = parameter;
    if (place !== "query" || !isWholeNumber(parameter, api)) return [];
    // `filter[price][gte]` goes by the price as `minPrice` does.
    const words = nameWords(name.replace(/^filters?(?=\[)/i, ""));
    const isEnd = (end: keyof typeof ENDS) => words.some((word) => ENDS[end].has(word));
    const end = isEnd("least") ? "least" : isEnd("greatest") ? "greatest" : undefined;
    const about = words.filter((word) => !ENDS.least.has(word) && !ENDS.greatest.has(word)).join(" ");
    const member = members.find((one) => nameWords(one.name).join(" ") === about);
    const sample = member === undefined ? undefined : numberIn(member.template);
    if (end === undefined || member === undefined || sample === undefined) return [];
    const { pointer } = member;
    // The same number twice would be refused.
    if (rules.some((rule) => rule.kind === "unique" && rule.fields.includes(pointer))) return [];
    const [minimum, maximum] = ["minimum", "maximum"].map((word) => keywordOf(schema, word, api.schemas));
    const fits = (number: number) =>
      !(typeof minimum === "number" && number < minimum) &&
      !(typeof maximum === "number" && number > maximum);
    const own = around(sample).find(
      (number) => fits(number - 1) && fits(number + 1) && (number === sample || mayBe(number, member, api)),
    );
    return own === undefined ? [] : [{ parameter: name, end, pointer, own }];
  });
  return demandsOthers(list, []) ? [] : found.slice(0, MOST);
}

/** The number itself and, since it may sit on the end of what can be asked for, some near it. */
function around(number: number): readonly number[] {
  return [number, ...[1, 2, 5, 10].flatMap((step) => [near(number, step), near(number, -step)])];
}

function mayBe(number: number, { schema }: SentMember, api: Api): boolean {
  const validator = compileValidator(schema ?? true, { schemas: api.schemas, direction: "request" });
  return validator.ok && validator.value(number).length === 0;
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
  const sent = leavesOf(sentBy(earlier(step, MAKE)));
  if (!sent.some((one) => jsonEqual(one.value, own ?? null)) || !succeeded(beyond) || !has(inside)) return [];
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

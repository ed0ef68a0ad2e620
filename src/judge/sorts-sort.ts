import { isObject, type Json, property } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { ownValues } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Operation } from "#openapi/api";
import { keywordOf } from "#openapi/schema-shape";
import { compileValidator } from "#values/compile-validator";
import { knownNumbers } from "#values/field-knowledge";
import { nameWords } from "#values/name-words";
import { isSorted } from "./is-sorted.js";
import { earlier } from "./lifecycle.js";
import { choicesOf, demandsOthers, largestPage, listOperationsOf } from "./list-operations-of.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { ownItems } from "./own-items.js";
import { type SentMember, sentMembers } from "./sent-members.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { sortedAsText } from "./sorted-as-text.js";
import { judgeTies, makeAlike, saysTiesById } from "./ties-by-id.js";

const MAKE = "make number ";

/** The field that is sorted by follows. */
const [UP, DOWN] = ["list upwards by ", "list downwards by "];

const SORTS = new Set(["sort", "sort by", "sort field", "order by", "ordering", "order"]);
const DIRECTIONS = new Set(["order", "direction", "dir", "sort order", "sort dir", "sort direction"]);

/**
 * Sort parameters whose values the document lists. A list is sorted where its values stand in any usual order: numbers,
 * code units, letters without case, the order of a language. Only the run's own things are looked at.
 */
export const sortsSort: Oracle = {
  id: "sorts-sort",
  title: "A sort parameter sorts.",
  verdict: "ERR",
  source: "a service's agreement with itself; the document's parameters",
  needs: "a list with a sort parameter whose values name a field",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) =>
      listOperationsOf(ground, kind).flatMap((list) => {
        const [sort] = sortingsOf(list, kind, ground);
        if (sort === undefined) return [];
        const situation = new Situation(ground, kind);
        const [things] = UNLIKE.map((number, index) =>
          situation.make(`${MAKE}${index + 1}`, (call) =>
            sort.measure === undefined
              ? call
              : { ...call, ...replaceInBody(call, sort.measure, value(number)) },
          ),
        );
        if (things === undefined) return [];
        if (sort.sent !== undefined && saysTiesById(list, ground.known))
          makeAlike(situation, LAST, sort.sent);
        for (const [prefix, asked] of [
          [UP, sort.up],
          [DOWN, sort.down],
        ] as const) {
          const plain = situation.plain(`${prefix}${sort.field}`, list.key, things);
          const wanted = Object.entries(asked).map(([name, text]) => [name, value(text)]);
          const query = { ...plain.query, ...largestPage(list, ground.known.api) };
          situation.add({ ...plain, query: { ...query, ...Object.fromEntries(wanted) } });
        }
        return [situation.build(sortsSort.id, `sort ${list.key} by ${sort.field}`, list.key)];
      }),
    ),
  judge: (step) => {
    const { id } = step.exchange.call;
    if (step.plannedBy !== sortsSort.id || !id.startsWith(DOWN) || !isSuccess(step.response)) return [];
    const field = id.slice(DOWN.length);
    const upwards = earlier(step, UP + field);
    const [up, down] = [upwards, step.exchange].map((list) => valuesIn(step, list, field));
    if (up === undefined || down === undefined) return judgeWholePages(step, field, upwards);
    if (new Set(up.map(String)).size < 3) return [];
    const [isUp, isDown] = [isSorted(up), isSorted(down.toReversed())];
    if (isUp && isDown)
      return judgeTies(step, sortsSort.id, {
        last: LAST,
        lists: [UP + field, DOWN + field],
        valueIn: (item) => fieldIn(item, field),
      });
    const isIgnored = up.every((item, index) => item === down[index]);
    const worksOnce = isUp !== isDown && !isIgnored;
    return [
      finding(sortsSort.id, step, {
        evidence: [
          ...step.before.filter(({ call }) => call.id.startsWith(MAKE)).map(({ call }) => call.id),
          UP + field,
        ],
        verdict: worksOnce ? "ERR" : "WARN",
        clause: "a sorted list is sorted",
        shape: field,
        message: isIgnored
          ? `${step.operation.key} lists in the same order whether it is to be sorted upwards or downwards by ${field}`
          : `${step.operation.key} sorted by ${field} is not in order`,
        expected: isUp || isIgnored ? "falling values" : "rising values",
        got: (isUp ? down : up).join(", "),
        why: worksOnce
          ? "In the other direction the same parameter does sort."
          : "The document offers this order, and the list does not have it.",
      }),
    ];
  },
};

/** Our own things may be on other pages, among those of others. */
function judgeWholePages(step: Step, field: string, upwards: Exchange | undefined): readonly Finding[] {
  const valueIn = (item: Json) => fieldIn(item, field);
  const down = sortedAsText(step.exchange, valueIn, false);
  const shown = down ?? sortedAsText(upwards, valueIn, true);
  if (shown === undefined) return [];
  return [
    finding(sortsSort.id, step, {
      evidence: [UP + field],
      verdict: "WARN",
      clause: "a sorted list is sorted",
      shape: field,
      message: `${step.operation.key} sorts ${field} as text`,
      expected: `${down === undefined ? "rising" : "falling"} values`,
      got: shown.join(", "),
      why: "The numbers stand in the order of their digits, not in that of their size.",
    }),
  ];
}

/** In the order of their digits these stand otherwise than in that of their size. */
const UNLIKE = [20, 9, 80, 10] as const;

const LAST = `${MAKE}${UNLIKE.length}`;

interface Sorting {
  readonly field: string;
  /** Where the field is sent, if it is an amount that may be any of `UNLIKE`. */
  readonly measure?: JsonPointer;
  /** Where it is sent, if two things may have the same there. */
  readonly sent?: JsonPointer;
  /** Query parameters, by name. */
  readonly up: Readonly<Record<string, string>>;
  readonly down: Readonly<Record<string, string>>;
}

function sortingsOf(list: Operation, kind: Kind, ground: Ground): readonly Sorting[] {
  const { api } = ground.known;
  const measures = sentMembers(api, kind.create).filter((member) => isMeasure(member, ground));
  const drawn = ownValues(kind.create.inputs.body?.content).map(({ path, pointer }) => ({
    field: path.at(-1) ?? "",
    ...(isUnique(pointer, ground) ? {} : { sent: pointer }),
  }));
  const own = [
    ...measures.map(({ name, pointer }) => ({ field: name, measure: pointer, sent: pointer })),
    ...drawn.filter(({ field }) => !measures.some(({ name }) => name === field)),
  ];
  const query = list.parameters.filter(({ in: place }) => place === "query");
  const named = (names: ReadonlySet<string>) =>
    query.filter(({ name }) => names.has(nameWords(name).join(" ")) && !demandsOthers(list, [name]));
  return named(SORTS).flatMap((sort) => {
    const choices = choicesOf(sort, api);
    return own.flatMap((about): Sorting[] => {
      const { field } = about;
      const written = (pattern: (name: string) => string) =>
        choices.find((choice) => choice.toLowerCase() === pattern(field.toLowerCase()));
      const up = UPWARDS.map(written).find((choice) => choice !== undefined);
      const down = DOWNWARDS.map(written).find((choice) => choice !== undefined);
      if (up !== undefined && down !== undefined)
        return [{ ...about, up: { [sort.name]: up }, down: { [sort.name]: down } }];
      const direction = named(DIRECTIONS).find(({ name }) => name !== sort.name);
      const [rising, falling] = ["asc", "desc"].map((word) =>
        direction === undefined
          ? undefined
          : choicesOf(direction, api).find((choice) => choice.toLowerCase().startsWith(word)),
      );
      if (up === undefined || direction === undefined || rising === undefined || falling === undefined)
        return [];
      return [
        {
          ...about,
          up: { [sort.name]: up, [direction.name]: rising },
          down: { [sort.name]: up, [direction.name]: falling },
        },
      ];
    });
  });
}

function isUnique(pointer: JsonPointer, { rules }: Ground): boolean {
  return rules.some((rule) => rule.kind === "unique" && rule.fields.includes(pointer));
}

/** An amount that these numbers are usual for, or that the document gives room for them, and that may be the same twice. */
function isMeasure({ name, pointer, template, schema }: SentMember, ground: Ground): boolean {
  const { api } = ground.known;
  if ((template.kind !== "fresh" && template.kind !== "value") || schema === undefined) return false;
  if (isUnique(pointer, ground)) return false;
  const most = keywordOf(schema, "maximum", api.schemas);
  const usual = knownNumbers(name, []) ?? (typeof most === "number" ? [0, most] : undefined);
  const validator = compileValidator(schema, { schemas: api.schemas, direction: "request" });
  if (usual === undefined || !validator.ok) return false;
  const [least = 0, greatest = 0] = usual;
  return UNLIKE.every(
    (number) => least <= number && number <= greatest && validator.value(number).length === 0,
  );
}

const UPWARDS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `+${name}`,
  ...[":", ",", "_", ".", "-", " "].map((mark) => (name: string) => `${name}${mark}asc`),
];

const DOWNWARDS: readonly ((name: string) => string)[] = [
  (name) => `-${name}`,
  ...[":", ",", "_", ".", "-", " "].map((mark) => (name: string) => `${name}${mark}desc`),
];

/** The values of the run's own things, in the order of the list; undefined where it does not show them. */
function valuesIn(
  step: Step,
  list: Exchange | undefined,
  field: string,
): readonly (string | number)[] | undefined {
  const items = ownItems(step, list, (call) => call.startsWith(MAKE));
  if (items === undefined) return undefined;
  const values = items.map((item) => fieldIn(item, field));
  const plain = values.filter((one) => typeof one === "string" || typeof one === "number");
  return plain.length === values.length && plain.length >= 3 ? plain : undefined;
}

function fieldIn(item: Json, field: string): Json | undefined {
  const direct = property(item, field);
  if (direct !== undefined || !isObject(item)) return direct;
  return Object.values(item).flatMap((inner) => property(inner, field) ?? [])[0];
}

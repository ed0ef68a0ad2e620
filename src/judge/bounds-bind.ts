import { aNoun } from "#base/a-noun";
import { isObject, type Json } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import { requestSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, membersOf, typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { singular } from "#semantics/singular";
import { nameWords } from "#values/name-words";
import { dateAt, spanPart } from "#values/span";
import { bodyOf, earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { sayAnswer } from "./say-answer.js";
import { type Kind, kindsOf, Situation } from "./situation.js";
import { leavesIn } from "./vary-template.js";
import { sentBy } from "./written-changes.js";

const CALLS = { first: "make the first", second: `${PROVOKE}make one too many` } as const;

/** How many there may be in a time: of two on one day the second is one too many, of two in ten years it is not. */
const PERIODS = new Set("hourly daily weekly monthly yearly annual hour day week month year".split(" "));

/** What is measured and not counted: `max_freeze_days` is no number of anything that could be put into a thing. */
const MEASURES = new Set(
  "seconds minutes hours days weeks months years duration age length width height depth weight mass kg volume distance speed temperature price cost amount discount percent percentage rate score".split(
    " ",
  ),
);

const BOUNDS = new Set("capacity limit max maximum quota seats slots places".split(" "));

/**
 * A field of a thing that reads like a bound, and one kind of things that can be put into it: with the bound at 1 a
 * second one is too many. Only names say so, and that there is nothing else that it could count; hence a warning, and
 * none where a rule about it is known and judged anyway.
 */
export const boundsBind: Oracle = {
  id: "bounds-bind",
  title: "A field that reads like a bound (capacity, limit, max …) bounds what it counts.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a thing with such a field, and just one kind of things that belong to it",
  sequences: (ground) => {
    const kinds = kindsOf(ground);
    return kinds.flatMap((parent) => {
      const field = boundOf(ground, parent);
      const children = kinds.filter(({ resource }) =>
        resource.parents.some((link) => link.resource === parent.resource.name && link.via.kind !== "id"),
      );
      const [child] = children;
      if (field === undefined || child === undefined || children.length > 1) return [];
      if (countsOtherwise(ground, child) || countsAnother(ground, child, field)) return [];
      const when = isPeriodic(field) ? beginOf(child) : undefined;
      if (isPeriodic(field) && when === undefined) return [];
      if (ground.rules.some((rule) => rule.kind === "capacity" && rule.parent === parent.resource.name))
        return [];
      return [plan(ground, parent, child, { field, when })];
    });
  },
  judge: (step) => {
    if (step.plannedBy !== boundsBind.id || step.exchange.call.id !== CALLS.second) return [];
    const first = earlier(step, CALLS.first);
    if (!succeeded(first) || !isSuccess(step.response)) return [];
    if (isTakenOtherwise(bodyOf(first), bodyOf(step.exchange), sentBy(step.exchange))) return [];
    const parent = step.before.find((exchange) => boundIn(sentBy(exchange)) !== undefined);
    return [
      finding(boundsBind.id, step, {
        evidence: [...(parent === undefined ? [] : [parent.call.id]), CALLS.first],
        verdict: "WARN",
        clause: "what reads like a bound binds",
        message: `${sayAnswer(step.exchange)} although the parent is full (${boundIn(sentBy(parent)) ?? "the bound"} 1, 1 present)`,
        expected: "a refusal: the bound is 1, and there is one",
        got: String(step.response.status),
        why: "A field of the parent reads as if it said how many there may be; it may also count something else.",
      }),
    ];
  },
};

/** The second one has another status than the first: it waits, and does not count yet. */
function isTakenOtherwise(
  first: Json | undefined,
  second: Json | undefined,
  sent: Json | undefined,
): boolean {
  const isWord = (value: Json | undefined) =>
    typeof value === "string" && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(value);
  const unwrapped = (body: Json | undefined) =>
    isObject(body) ? [body, ...Object.values(body).filter(isObject)] : [];
  return unwrapped(first).some((one, index) => {
    const other = unwrapped(second)[index];
    return Object.entries(one).some(
      ([name, value]) =>
        isWord(value) &&
        isWord(other?.[name]) &&
        value !== other?.[name] &&
        !(isObject(sent) && Object.hasOwn(sent, name)),
    );
  });
}

/**
 * A number of the child may be what is bounded: a room with one bed takes any number of bookings for one guest. And what
 * is for a while leaves room for what comes after it.
 */
function countsOtherwise({ known }: Ground, { resource, create }: Kind): boolean {
  const { api } = known;
  const links = new Set(resource.parents.map(({ via }) => (via.kind === "body" ? via.pointer : "")));
  const members = [...membersOf(requestSchema(operationOf(api, create.operation)), api.schemas)];
  const parts = new Set(members.map(([name]) => spanPart(name)));
  const isNumber = ([name, { schema }]: (typeof members)[number]) =>
    !links.has(formatPointer([name])) &&
    !resource.idFields.includes(name) &&
    ["integer", "number"].some((type) => typesOf(schema, api.schemas).has(type));
  return members.some(isNumber) || (parts.has("begin") && parts.has("end"));
}

/** Its name says what it counts: `maxBookings` of a plan does not bound who subscribes to it. */
function countsAnother({ known }: Ground, { resource }: Kind, field: string): boolean {
  const wordsOf = (name: string) => nameWords(name).map(singular);
  const counted = wordsOf(field).filter((word) => !BOUNDS.has(word));
  const isNamed = (name: string) => wordsOf(name).some((word) => counted.includes(word));
  return !isNamed(resource.name) && known.semantics.resources.some(({ name }) => isNamed(name));
}

/** The member of a create's body that reads like a bound and may be 1. */
function boundOf({ known }: Ground, { create }: Kind): string | undefined {
  const { api } = known;
  const schema = requestSchema(operationOf(api, create.operation));
  const found = [...membersOf(schema, api.schemas)].filter(
    ([name, member]) =>
      isBound(name) &&
      typesOf(member.schema, api.schemas).has("integer") &&
      Number(keywordOf(member.schema, "minimum", api.schemas) ?? 0) <= 1,
  );
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** The name of the bound in the body that set it. */
function boundIn(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined;
  return Object.keys(body).find((name) => body[name] === 1 && isBound(name));
}

function isBound(name: string): boolean {
  const words = nameWords(name);
  return words.some((word) => BOUNDS.has(word)) && !words.some((word) => MEASURES.has(word));
}

function isPeriodic(name: string): boolean {
  return nameWords(name).some((word) => PERIODS.has(word));
}

interface When {
  readonly pointer: JsonPointer;
  readonly sample: string;
}

/** The one date of a create, which says when the thing begins. */
function beginOf({ create }: Kind): When | undefined {
  const { content } = create.inputs.body ?? {};
  const dates =
    content === undefined
      ? []
      : leavesIn(content).flatMap(({ template, pointer }) => {
          const sample =
            template.kind === "value" ? template.value : template.kind === "fresh" ? template.sample : null;
          return typeof sample === "string" && looksLikeDate(sample) ? [{ pointer, sample }] : [];
        });
  const [only, ...others] = dates;
  const isBegin = only !== undefined && spanPart(parsePointer(only.pointer).at(-1) ?? "") === "begin";
  return isBegin && others.length === 0 ? only : undefined;
}

function plan(
  ground: Ground,
  parent: Kind,
  child: Kind,
  { field, when }: { readonly field: string; readonly when: When | undefined },
) {
  const creates = new Map(ground.book.creates);
  const bounded = { ...parent.create, inputs: replaceInBody(parent.create.inputs, `/${field}`, value(1)) };
  creates.set(parent.resource.name, bounded);
  const situation = new Situation({ ...ground, book: { ...ground.book, creates } }, child);
  // An hour apart, on one day.
  const at = (hour: number) => (call: Call) =>
    when === undefined
      ? call
      : {
          ...call,
          ...replaceInBody(call, when.pointer, value(dateAt(0, isDay(when) ? 0 : hour, when.sample))),
        };
  situation.make(CALLS.first, at(0));
  situation.makeUnder(CALLS.second, parent.resource.name, at(1));
  return situation.build(
    boundsBind.id,
    `put two into ${aNoun(parent.resource.name)} with ${aNoun(field)} of 1`,
  );
}

function isDay({ sample }: When): boolean {
  return sample.length === "2030-01-01".length;
}

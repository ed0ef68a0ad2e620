import { isObject, type Json } from "#base/json";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { replaceInBody } from "#calls/replace-in-body";
import type { Template } from "#calls/template";
import { type TemplateLeaf, templateLeaves } from "#calls/template-leaves";
import { nameWords } from "#values/name-words";
import { membersNamed, whyRefused } from "./read-refusal.js";
import { isDate } from "./short-spans.js";

/** Words about the order of dates. */
const ORDER = /\b(after|before|later|earlier|past|future|beyond)\b/i;

/**
 * The same inputs with dates after all others, where a refusal speaks of one that was sent: a loan is extended to a day
 * after the one on which it is due. Undefined where it speaks of none, or it is as late as can be.
 */
export function withLaterDates(inputs: CallInputs, refused: Exchange): CallInputs | undefined {
  const dates = datesIn(inputs);
  const named = new Set(membersNamed(refused, dates.map(nameOf)));
  const isAboutAll = named.size === 0 && ORDER.test(whyRefused(refused));
  const concerned = dates.filter((leaf) => isAboutAll || named.has(nameOf(leaf)));
  return concerned.length === 0 ? undefined : madeLater(inputs, concerned, refused);
}

/**
 * Inputs that were accepted with a date later than the one that the thing showed under that name: an earlier one may be
 * refused, so all that follow are later, too.
 */
export function stayingLater(inputs: CallInputs, accepted: Exchange, shown: Json): CallInputs {
  const sent = accepted.request.inputs.body?.content;
  const isLater = (leaf: TemplateLeaf) => {
    const value = getAtPointer(sent, leaf.pointer);
    const before = dateNamedLike(nameOf(leaf), shown);
    return typeof value === "string" && before !== undefined && Date.parse(value) > Date.parse(before);
  };
  return madeLater(inputs, datesIn(inputs).filter(isLater), accepted);
}

/** The dates of a body that stand for themselves; those of a stretch of time belong together. */
function datesIn({ body }: CallInputs): readonly TemplateLeaf[] {
  const leaves = body === undefined ? [] : templateLeaves(body.content);
  return leaves.filter(
    ({ template }) => isDate(template) && !(template.kind === "fresh" && template.form !== undefined),
  );
}

function nameOf({ pointer }: TemplateLeaf): string {
  return parsePointer(pointer).at(-1) ?? "";
}

/** `dueDate` for `newDueDate`: all of its words are in the name. */
function dateNamedLike(name: string, shown: Json, depth = 0): string | undefined {
  const words = nameWords(name);
  if (!isObject(shown) || depth > ENVELOPES) return undefined;
  for (const [member, value] of Object.entries(shown)) {
    const isLike = nameWords(member).every((word) => words.includes(word));
    if (isLike && typeof value === "string" && looksLikeDate(value)) return value;
    const inside = dateNamedLike(name, value, depth + 1);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const ENVELOPES = 2;

function madeLater(
  inputs: CallInputs,
  dates: readonly TemplateLeaf[],
  { call: { operation } }: Exchange,
): CallInputs {
  return dates.reduce(
    (held: CallInputs, leaf) =>
      replaceInBody(held, leaf.pointer, later(leaf, `${operation}#${leaf.pointer}`)),
    inputs,
  );
}

function later(leaf: TemplateLeaf, at: string): Template {
  const { template } = leaf;
  if (template.kind === "fresh") return { ...template, at, form: "later" };
  if (template.kind !== "value") return template;
  return {
    kind: "fresh",
    name: nameOf(leaf),
    sample: template.value,
    schema: { type: "string" },
    at,
    form: "later",
  };
}

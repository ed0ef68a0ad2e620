import type { Json } from "#base/json";
import { isObject } from "#base/json";
import type { Finding } from "#calls/finding";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { Operation, Parameter } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { keywordOf, typesOf } from "#openapi/schema-shape";
import { whyRefused } from "#semantics/read-refusal";
import { boundaryValues } from "#values/boundary-values";
import type { Variation } from "#values/variation";
import { type InputTrial, nameOfTrial, trialIn } from "./input-trial.js";
import { earlier } from "./lifecycle.js";
import { finding, type Ground, type Oracle, type Step } from "./oracle.js";
import { sayAnswered, sayTrial } from "./say-trial.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const CALLS = { make: "make it", read: "read", list: "list" } as const;

/** Trials per list; per parameter the first of each kind that there are. */
const [MOST, MOST_EACH] = [10, 3];

/**
 * Reads with ids and query parameters that are at the edge, or beyond it. Many services ignore what they do not
 * understand in a query, which is a note; an id that cannot be one must not find anything.
 */
export const parametersChecked: Oracle = {
  id: "parameters-checked",
  title:
    "Ids of the wrong type and query parameters beyond their bounds are refused, and those within are taken.",
  verdict: "WARN",
  source: "the document's parameters; RFC 9110, section 15.5.1",
  needs: "a read by an id that has a type, or a list with query parameters",
  sequences: (ground) => kindsOf(ground).flatMap((kind) => planKind(ground, kind)),
  judge: (step) => {
    const trial = trialIn(step.exchange.call.id);
    if (step.plannedBy !== parametersChecked.id || trial === undefined) return [];
    const isRead = trial.place.startsWith("path ");
    if (!succeeded(earlier(step, isRead ? CALLS.read : CALLS.list))) return [];
    if (trial.kind === "forbidden") return isSuccess(step.response) ? [taken(step, trial, isRead)] : [];
    const { status } = step.response;
    return trial.kind === "promised" && (status === 400 || status === 422) ? [refused(step, trial)] : [];
  },
};

function planKind(ground: Ground, kind: Kind): readonly PlannedSequence[] {
  const { api } = ground.known;
  const [[read], [list]] = [kind.resource.read, kind.resource.list];
  const ids = read === undefined ? [] : wrongIds(ground, operationOf(api, read), kind);
  const queries = list === undefined ? [] : queryTrials(ground, operationOf(api, list));
  if (ids.length + queries.length === 0) return [];
  const situation = new Situation(ground, kind);
  const things = situation.make(CALLS.make);
  if (read !== undefined && ids.length > 0) {
    situation.add(situation.plain(CALLS.read, read, things));
    for (const { trial, name, sent } of ids) {
      const call = situation.plain(nameOfTrial(trial), read, things);
      situation.add({ ...call, path: { ...call.path, [name]: value(sent) } });
    }
  }
  if (list !== undefined && queries.length > 0) {
    situation.add(situation.plain(CALLS.list, list, things));
    for (const { trial, name, sent } of queries) {
      const call = situation.plain(nameOfTrial(trial), list, things);
      const others = Object.fromEntries(Object.entries(call.query).filter(([other]) => other !== name));
      situation.add({ ...call, query: sent === undefined ? others : { ...others, [name]: value(sent) } });
    }
  }
  return [situation.build(parametersChecked.id, "ask with parameters at their bounds, and beyond")];
}

interface ParameterTrial {
  readonly trial: InputTrial;
  readonly name: string;
  readonly sent: Json;
}

/** An id that is text may be any text. */
function wrongIds(
  { known }: Ground,
  { parameters }: Operation,
  { resource }: Kind,
): readonly ParameterTrial[] {
  const own = parameters.find(({ in: place, name }) => place === "path" && name === resource.idParameter);
  if (own === undefined) return [];
  const types = typesOf(own.schema, known.api.schemas);
  const isNumber = (types.has("integer") || types.has("number")) && !types.has("string");
  const isUuid = keywordOf(own.schema, "format", known.api.schemas) === "uuid";
  if (!isNumber && !isUuid) return [];
  const trial = {
    kind: "forbidden",
    keyword: isNumber ? "type" : "format",
    place: `path ${own.name}`,
    label: isNumber ? "an id that is no number" : "an id that is no uuid",
    lenient: false,
  } as const;
  return [{ trial, name: own.name, sent: "no-such-id" }];
}

function queryTrials(ground: Ground, operation: Operation): readonly ParameterTrial[] {
  return operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.contentType === undefined)
    .flatMap((parameter) => trialsOf(ground, operation, parameter))
    .slice(0, MOST);
}

function trialsOf({ known }: Ground, operation: Operation, parameter: Parameter): readonly ParameterTrial[] {
  const { name, schema } = parameter;
  const { api, random, draft } = known;
  const base = parameter.examples[0] ?? draft(schema, name, random.derive(`query ${name}`), operation.key);
  if (base === undefined) return [];
  const variations = boundaryValues(schema, base, {
    schemas: api.schemas,
    random: random.derive(`bounds of ${name}`),
  });
  return variations
    .filter((variation) => canBeAsked(variation, base))
    .slice(0, MOST_EACH)
    .flatMap(({ kind, keyword, label, value: sent }) => {
      const place = `query ${name}`;
      return sent === undefined
        ? []
        : [{ trial: { kind, keyword, place, label, lenient: true }, name, sent }];
    });
}

/** In a query everything is text: a number in place of a text is the same text, and null has none. */
function canBeAsked({ value: sent, keyword, kind }: Variation, base: Json): boolean {
  const isText = typeof sent === "string" || typeof sent === "number" || typeof sent === "boolean";
  const isSameType = keyword !== "type" || typeof base !== "string" || kind !== "forbidden";
  return isText && isSameType && !isObject(base) && !Array.isArray(base) && sent !== "";
}

function taken(step: Step, trial: InputTrial, isRead: boolean): Finding {
  const { place, lenient } = trial;
  const { status } = step.response;
  return finding(parametersChecked.id, step, {
    form: true,
    verdict: isRead ? "WARN" : "NOTE",
    ...(lenient ? { habit: true } : {}),
    clause: "what a parameter does not allow is refused",
    shape: isRead ? place : "lenient queries",
    message: `${step.operation.key} accepts ${sayAnswered(trial, sentAs(step, place), status)}`,
    expected: isRead ? "404, 400 or another 4xx" : "400, 422 or another 4xx",
    got: String(status),
    why: isRead
      ? "There can be nothing with such an id."
      : "Who makes a mistake in a query gets an answer to another question.",
  });
}

/** What the call has in the place of a parameter: `query limit`. */
function sentAs({ exchange }: Step, place: string): Json | undefined {
  const [where = "", ...name] = place.split(" ");
  const { inputs } = exchange.request;
  const values = where === "path" || where === "query" || where === "header" ? inputs[where] : {};
  return values[name.join(" ")];
}

function refused(step: Step, trial: InputTrial): Finding {
  const { place } = trial;
  return finding(parametersChecked.id, step, {
    form: true,
    verdict: "NOTE",
    clause: "what a parameter allows is taken",
    shape: `refuses ${place}`,
    cause: `${parametersChecked.id} · refuses ${place}`,
    place: sayTrial(trial),
    message: `${step.operation.key} refuses ${sayAnswered(trial, sentAs(step, place), step.response.status)}, which the document allows`,
    expected: "success",
    got: whyRefused(step.exchange),
    why: "The document allows it, and says nowhere that there is another rule.",
  });
}

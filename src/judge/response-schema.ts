import { appendToPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Condition, JsonType, Operand } from "#calls/check";
import { answers, either, inAnswer, REFUSED } from "#calls/checks";
import { means } from "#calls/meaning";
import { isSuccess, succeeded } from "#calls/succeeded";
import { value } from "#calls/template";
import type { Api, MediaType } from "#openapi/api";
import { jsonMediaType, mediaEssence, responseFor } from "#openapi/media-type";
import { expectsAbsence, isProvocation } from "#semantics/life";
import type { SchemaError } from "#values/compile-validator";
import { placeInItem, ShownItems } from "./broken-items.js";
import { excerpt } from "./content-type.js";
import { holdsForbidden } from "./input-trial.js";
import { finding, type Oracle, type Step } from "./oracle.js";
import { sayMismatch } from "./say-mismatch.js";

/** At most this many differences of one body are reported; the first ones explain the rest. */
const MOST = 3;

/**
 * The body against the schema of its status. ERR for what an operation is for, WARN for the bodies of
 * refusals and for `format`, which many services and validators read differently.
 */
export const responseSchema: Oracle = {
  id: "response-schema",
  title: "A JSON body satisfies the schema that the document declares for its status.",
  verdict: "ERR",
  source: "the document's responses",
  judgesAnswerAlone: true,
  judge: (step) => {
    const { response } = step;
    // A failure is told as that, whatever it came with.
    if (means(step.exchange, "broken")) return [];
    if (response.body.kind !== "json" || followsAnIntrusion(step)) return [];
    // What it took although the document forbids it, it may show as it is: that is told where it was taken.
    if (isSuccess(response) && holdsForbidden([...step.before, step.exchange])) return [];
    const spec = responseFor(step.operation, response.status);
    const media = spec && mediaFor(spec.content, response.headers["content-type"]);
    const validate = media?.schema === undefined ? undefined : step.validatorFor(media.schema);
    if (validate === undefined) return [];
    const body = response.body.value;
    const errors = validate(body);
    if (errors.length === 0) return [];
    const items = new ShownItems(step);
    return ownFirst(errors, items)
      .slice(0, MOST)
      .map((error) => {
        const place = error.pointer === "" ? "the body" : error.pointer;
        const shown = getAtPointer(body, error.pointer);
        const isNull = error.keyword === "type" && shown === null;
        const isWeak = error.keyword === "format" || (isNull && !canSayNull(step.api));
        const anywhere = error.pointer.replace(/\/\d+(?=\/|$)/g, "/*");
        return finding(responseSchema.id, step, {
          form: true,
          verdict: isSuccess(response) && !isWeak ? "ERR" : "WARN",
          cause: causeOf(step, error, isNull),
          place: anywhere === "" ? "in the body" : anywhere,
          check: orRefusal(step.exchange.call.id, conditionFor(step.exchange.call.id, error, items)),
          clause: `the body of ${response.status} satisfies its schema`,
          shape: `${response.status} ${error.keyword} ${anywhere}`,
          message: `${step.operation.key} answers ${response.status} with ${sayMismatch(body, error)}`,
          expected: `${place} ${error.message}`,
          got: excerpt(JSON.stringify(shown ?? null)),
          why:
            isNull && !canSayNull(step.api)
              ? "The document promises a value; its version of OpenAPI has no word for null, and so it may be meant."
              : "The document promises this shape; clients that are generated from it cannot read what came.",
        });
      });
  },
};

/** OpenAPI 2.0 has no `nullable`. */
function canSayNull({ openapi }: Api): boolean {
  return !openapi.startsWith("2");
}

/** Null where none may be is a habit of whoever writes answers; else a member is wrong wherever things of its kind are shown. */
function causeOf(
  { operation, response }: Step,
  { pointer, keyword, params, message }: SchemaError,
  isNull: boolean,
): string {
  const kind = isSuccess(response) ? "success" : "refusal";
  if (isNull) return `${responseSchema.id} · ${kind} · null`;
  const names = parsePointer(pointer).filter((token) => !/^\d+$/.test(token));
  const subject = typeof params.missingProperty === "string" ? params.missingProperty : names.at(-1);
  const things = operation.path.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
  return [responseSchema.id, kind, things, keyword, subject ?? "", message].join(" · ");
}

/** What should not be there at all need not have a shape. */
function orRefusal(call: string, condition: Condition | undefined): Condition | undefined {
  if (condition === undefined || !(expectsAbsence(call) || isProvocation(call))) return condition;
  return either(answers(call, REFUSED), condition);
}

/** What is wrong with the things of the sequence itself can be shown again anywhere. */
function ownFirst(errors: readonly SchemaError[], items: ShownItems): readonly SchemaError[] {
  const isOwn = ({ pointer }: SchemaError) => {
    const place = placeInItem(pointer);
    return place === undefined || items.isOwn(place);
  };
  return [...errors.filter(isOwn), ...errors.filter((error) => !isOwn(error))];
}

/** What a script can check; of an item in a list that of all of them, since nobody knows which it will be. */
function conditionFor(call: string, error: SchemaError, items: ShownItems): Condition | undefined {
  const place = placeInItem(error.pointer);
  if (place === undefined) return conditionAt((pointer) => inAnswer(call, pointer), error);
  const that = conditionAt((pointer) => ({ kind: "each", pointer }), { ...error, pointer: place.within });
  if (that === undefined) return undefined;
  const every: Condition = { kind: "every", list: inAnswer(call, place.list), that };
  const shown = items.isShown(place);
  return shown === undefined ? every : { kind: "all", of: [every, shown] };
}

/** The keywords that a script can check. */
function conditionAt(
  place: (pointer: JsonPointer) => Operand,
  { pointer, keyword, params }: SchemaError,
): Condition | undefined {
  if (keyword === "required" && typeof params.missingProperty === "string")
    return { kind: "present", at: place(appendToPointer(pointer, params.missingProperty)) };
  const at = place(pointer);
  const limit = typeof params.limit === "number" ? value(params.limit) : undefined;
  if (limit !== undefined && /^(exclusiveM|m)inimum$/.test(keyword))
    return { kind: "most", left: limit, right: at, ...(keyword === "minimum" ? {} : { less: true }) };
  if (limit !== undefined && /^(exclusiveM|m)aximum$/.test(keyword))
    return { kind: "most", left: at, right: limit, ...(keyword === "maximum" ? {} : { less: true }) };
  if (keyword === "type") return { kind: "type", at, is: [params.type].flat().map(String) as JsonType[] };
  if (keyword !== "enum" || !Array.isArray(params.allowedValues)) return undefined;
  const allowed = params.allowedValues.map(
    (json): Condition => ({ kind: "equal", left: at, right: value(json) }),
  );
  return { kind: "any", of: allowed };
}

function mediaFor(content: readonly MediaType[], contentType: string | undefined): MediaType | undefined {
  const exact = content.find(
    (media) => contentType !== undefined && mediaEssence(media.contentType) === mediaEssence(contentType),
  );
  return exact ?? jsonMediaType(content);
}

/** What ought to have been refused and was taken shows in what is read after it: that is no second cause. */
function followsAnIntrusion({ before, plannedBy }: Step): boolean {
  return (
    plannedBy !== undefined &&
    before.some((exchange) => isProvocation(exchange.call.id) && succeeded(exchange))
  );
}

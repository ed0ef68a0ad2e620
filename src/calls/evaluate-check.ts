import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Condition, JsonType, Operand } from "./check.js";
import type { Exchange, HttpResponse } from "./exchange.js";
import { tellingStatus } from "./refusal-sign.js";
import { type ResolveContext, resolveTemplate } from "./resolve-template.js";

/** Undefined: an answer does not show what is to be compared. */
export type Truth = boolean | undefined;

/** The exchanges, and the item that is looked at. */
interface CheckContext extends ResolveContext {
  readonly each?: Json;
}

/** What a condition comes to on exchanges, the same as in an exported script or test. */
export function evaluateCondition(condition: Condition, context: CheckContext): Truth {
  switch (condition.kind) {
    case "status": {
      const answer = answerTo(condition.call, context);
      return answer && condition.is.some((pattern) => hasStatus(answer, pattern));
    }
    case "equal": {
      const [left, right] = [valueIn(condition.left, context), valueIn(condition.right, context)];
      if (left === undefined || right === undefined) return undefined;
      const isEqual = condition.as === "text" ? textOf(left) === textOf(right) : jsonEqual(left, right);
      return isEqual !== (condition.not === true);
    }
    case "part": {
      const [part, whole] = [valueIn(condition.part, context), valueIn(condition.whole, context)];
      return part === undefined || whole === undefined ? undefined : isPart(part, whole);
    }
    case "present":
      return isReadable(condition.at, context)
        ? (valueIn(condition.at, context) !== undefined) !== (condition.not === true)
        : undefined;
    case "type": {
      const found = valueIn(condition.at, context);
      return found === undefined ? undefined : condition.is.some((type) => isOfType(found, type));
    }
    case "within":
      return isWithin(condition, context);
    case "most": {
      const [left, right] = [valueIn(condition.left, context), valueIn(condition.right, context)];
      if (typeof left !== "number" || typeof right !== "number") return undefined;
      return condition.less === true ? left < right : left <= right;
    }
    case "every":
    case "some": {
      const items = valueIn(condition.list, context);
      if (!isArray(items)) return undefined;
      const of = items.map((each) => evaluateCondition(condition.that, { ...context, each }));
      return condition.kind === "every" ? allOf(of) : anyOf(of);
    }
    case "body": {
      const answer = answerTo(condition.call, context);
      return answer && (answer.body.kind === condition.is || (condition.is === "json" && isJsonText(answer)));
    }
    case "all":
      return allOf(condition.of.map((part) => evaluateCondition(part, context)));
    case "any":
      return anyOf(condition.of.map((part) => evaluateCondition(part, context)));
    default:
      return unreachable(condition);
  }
}

function allOf(parts: readonly Truth[]): Truth {
  return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
}

function anyOf(parts: readonly Truth[]): Truth {
  return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
}

function answerTo(call: string, { exchanges }: ResolveContext): HttpResponse | undefined {
  const outcome = exchanges.findLast((exchange: Exchange) => exchange.call.id === call)?.outcome;
  return outcome?.kind === "response" ? outcome : undefined;
}

function hasStatus(answer: HttpResponse, pattern: string): boolean {
  const status = tellingStatus(answer);
  return [String(status), `${String(status)[0]}xx`, "default"].includes(pattern);
}

function isJsonText({ body }: HttpResponse): boolean {
  if (body.kind !== "text") return false;
  try {
    JSON.parse(body.text);
    return true;
  } catch {
    return false;
  }
}

function valueIn(operand: Operand, context: CheckContext): Json | undefined {
  switch (operand.kind) {
    case "item": {
      const [list, id] = [valueIn(operand.list, context), valueIn(operand.id, context)];
      const items = isArray(list) && id !== undefined ? list : [];
      return getAtPointer(
        items.find((item) => hasId(item, id ?? null, operand.fields)),
        operand.pointer,
      );
    }
    case "count": {
      const list = valueIn(operand.list, context);
      return isArray(list) ? list.length + operand.plus : undefined;
    }
    case "sum": {
      const [more, less] = [operand.of, operand.less].map((of) => of.map((one) => valueIn(one, context)));
      if (more === undefined || less === undefined) return undefined;
      const total = [...more, ...less.map(negated)].reduce<number>(
        (sum, one) => sum + (typeof one === "number" ? one : Number.NaN),
        0,
      );
      // What is left of decimal fractions beyond this is how computers count.
      return Number.isNaN(total) ? undefined : Number(total.toFixed(9));
    }
    case "each":
      return getAtPointer(context.each, operand.pointer);
    default: {
      const resolved = resolveTemplate(operand, context);
      return resolved.ok ? resolved.value : undefined;
    }
  }
}

function negated(value: Json | undefined): Json | undefined {
  return typeof value === "number" ? -value : undefined;
}

/** The first name that an item has counts; what is no object is its own id. */
function hasId(item: Json, id: Json, fields: readonly string[]): boolean {
  if (!isObject(item)) return textOf(item) === textOf(id);
  const field = fields.find((name) => Object.hasOwn(item, name));
  return field !== undefined && textOf(item[field] ?? null) === textOf(id);
}

function isReadable(operand: Operand, context: CheckContext): boolean {
  if (operand.kind === "item")
    return isArray(valueIn(operand.list, context)) && valueIn(operand.id, context) !== undefined;
  if (operand.kind !== "reference" || operand.source.in !== "response body") return true;
  return answerTo(operand.call, context)?.body.kind === "json";
}

function isWithin(
  { items, list, except }: Extract<Condition, { kind: "within" }>,
  context: ResolveContext,
): Truth {
  const [left, right] = [valueIn(items, context), valueIn(list, context)];
  const id = except === undefined ? undefined : valueIn(except.id, context);
  if (!isArray(left) || !isArray(right) || (except !== undefined && id === undefined)) return undefined;
  const isLeftOut = (item: Json) =>
    except !== undefined &&
    isObject(item) &&
    Object.hasOwn(item, except.field) &&
    textOf(item[except.field] ?? null) === textOf(id ?? null);
  return left.every((item) => isLeftOut(item) || right.some((other) => jsonEqual(item, other)));
}

function isPart(part: Json, whole: Json): boolean {
  if (isArray(part))
    return isArray(whole) && part.length === whole.length && part.every((one, i) => isIn(one, whole[i]));
  if (!isObject(part)) return part === whole;
  return isObject(whole) && Object.entries(part).every(([name, member]) => isIn(member, whole[name]));
}

function isIn(part: Json, whole: Json | undefined): boolean {
  return whole !== undefined && isPart(part, whole);
}

function isOfType(value: Json, type: JsonType): boolean {
  if (type === "integer") return Number.isInteger(value);
  return type === (value === null ? "null" : isArray(value) ? "array" : typeof value);
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

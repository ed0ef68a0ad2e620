import { isPartOf } from "#base/is-part-of";
import { isArray, isObject, type Json, property } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Condition, JsonType, Operand } from "./check.js";
import type { Exchange, HttpResponse } from "./exchange.js";
import { type ResolveContext, resolveTemplate } from "./resolve-template.js";
import type { Reference } from "./template.js";

export type CheckTruth = "true" | "false" | "unknown";

/**
 * Whether a condition holds of what happened. What is not there makes it unknown, except where presence itself is
 * asked for: a value that cannot be compared is no proof of anything. The scripts that faults are exported as say the
 * same in other languages, and a test holds them to this.
 */
export function evaluateCheck(condition: Condition, context: ResolveContext): CheckTruth {
  switch (condition.kind) {
    case "status": {
      const response = responseTo(condition.call, context.exchanges);
      return response === undefined ? "unknown" : truth(matchesStatus(response.status, condition.is));
    }
    case "equal": {
      const [left, right] = [operandValue(condition.left, context), operandValue(condition.right, context)];
      if (left === undefined || right === undefined) return "unknown";
      const isEqual = condition.as === "text" ? textOf(left) === textOf(right) : jsonEqual(left, right);
      return truth(isEqual !== (condition.not === true));
    }
    case "part": {
      const [part, whole] = [operandValue(condition.part, context), operandValue(condition.whole, context)];
      return part === undefined || whole === undefined ? "unknown" : truth(isPartOf(part, whole));
    }
    case "present":
      return isReadable(condition.at, context)
        ? truth((operandValue(condition.at, context) !== undefined) !== (condition.not === true))
        : "unknown";
    case "type": {
      const value = operandValue(condition.at, context);
      return value === undefined ? "unknown" : truth(condition.is.some((type) => isOfType(value, type)));
    }
    case "within": {
      const [items, list] = [condition.items, condition.list].map((at) => operandValue(at, context));
      if (!isArray(items) || !isArray(list)) return "unknown";
      const { except } = condition;
      const left = except === undefined ? undefined : operandValue(except.id, context);
      if (except !== undefined && left === undefined) return "unknown";
      const isLeft = (item: Json) =>
        except !== undefined && left !== undefined && sameText(property(item, except.field), left);
      return truth(items.every((item) => isLeft(item) || list.some((other) => jsonEqual(item, other))));
    }
    case "body": {
      const response = responseTo(condition.call, context.exchanges);
      return response === undefined ? "unknown" : truth(response.body.kind === condition.is);
    }
    case "all":
    case "any": {
      const decisive = condition.kind === "all" ? "false" : "true";
      const parts = condition.of.map((part) => evaluateCheck(part, context));
      if (parts.includes(decisive)) return decisive;
      return parts.includes("unknown") ? "unknown" : decisive === "false" ? "true" : "false";
    }
    default:
      return unreachable(condition);
  }
}

/** `404` is 404, `4xx` any of them, and `default`, as documents say it, any at all. */
export function matchesStatus(status: number, patterns: readonly string[]): boolean {
  const forms = [String(status), `${Math.floor(status / 100)}xx`, "default"];
  return patterns.some((pattern) => forms.includes(pattern));
}

/** Ids in paths are text, in bodies perhaps numbers; a text is itself without its quotes. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function sameText(a: Json | undefined, b: Json): boolean {
  return a !== undefined && textOf(a) === textOf(b);
}

function operandValue(operand: Operand, context: ResolveContext): Json | undefined {
  switch (operand.kind) {
    case "item": {
      const item = itemOf(operand, context);
      return item === undefined ? undefined : getAtPointer(item, operand.pointer);
    }
    case "count": {
      const list = operandValue(operand.list, context);
      return isArray(list) ? list.length + operand.plus : undefined;
    }
    default: {
      const resolved = resolveTemplate(operand, context);
      return resolved.ok ? resolved.value : undefined;
    }
  }
}

function itemOf(
  { list, id, fields }: Extract<Operand, { kind: "item" }>,
  context: ResolveContext,
): Json | undefined {
  const [items, wanted] = [operandValue(list, context), operandValue(id, context)];
  if (!isArray(items) || wanted === undefined) return undefined;
  return items.find((item) => {
    if (!isObject(item)) return sameText(item, wanted);
    const field = fields.find((name) => Object.hasOwn(item, name));
    return field !== undefined && sameText(item[field], wanted);
  });
}

/** Whether the place can be looked at at all: in an answer that is JSON, in a list that is one. */
function isReadable(operand: Operand, context: ResolveContext): boolean {
  switch (operand.kind) {
    case "reference":
      return operand.source.in === "response body"
        ? responseTo(operand.call, context.exchanges)?.body.kind === "json"
        : responseTo(operand.call, context.exchanges) !== undefined;
    case "item":
      return isArray(operandValue(operand.list, context)) && operandValue(operand.id, context) !== undefined;
    default:
      return true;
  }
}

function isOfType(value: Json, type: JsonType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return isArray(value);
  if (type === "object") return isObject(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function responseTo(call: Reference["call"], exchanges: readonly Exchange[]): HttpResponse | undefined {
  const outcome = exchanges.findLast((exchange) => exchange.call.id === call)?.outcome;
  return outcome?.kind === "response" ? outcome : undefined;
}

function truth(holds: boolean): CheckTruth {
  return holds ? "true" : "false";
}

import { type Json, property, stringProperty } from "#base/json";
import { parsePointer } from "#base/json-pointer";

/** What a success criterion says: which statuses may come, or something of the body, in GLACIER. */
export type ReadCriterion =
  | { readonly kind: "status"; readonly statuses: readonly string[] }
  | { readonly kind: "assertion"; readonly text: string };

const RANGE = /^\(?\$statusCode\s*>=\s*([1-5])00\s*&&\s*\$statusCode\s*<=?\s*\d{3}\)?$/;
const STATUS = /^\$statusCode\s*==\s*(\d{3})$/;
const COMPARED = /^(\S+)\s*(==|!=|<=|>=|<|>)\s*('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false|null)$/;
const JSON_PATH = /^\$((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\])+)$/u;

/** Undefined where a protocol cannot say it. */
export function readCriterion(criterion: Json): ReadCriterion | undefined {
  const condition = (stringProperty(criterion, "condition") ?? "").trim();
  const stated = property(criterion, "type");
  const type = typeof stated === "object" ? stringProperty(stated, "type") : (stated ?? "simple");
  if (type === "jsonpath") {
    const [, path = "", operator, literal] = COMPARED.exec(condition) ?? [];
    const [, named] = JSON_PATH.exec(path) ?? [];
    const isOfBody = stringProperty(criterion, "context") === "$response.body";
    return named === undefined || !isOfBody ? undefined : compared(named, operator, literal);
  }
  if (type !== "simple") return undefined;
  const [, hundreds] = RANGE.exec(condition) ?? [];
  if (hundreds !== undefined) return { kind: "status", statuses: [`${hundreds}XX`] };
  const statuses = condition.split("||").map((part) => STATUS.exec(part.trim())?.[1]);
  const known = statuses.filter((status) => status !== undefined);
  if (known.length === statuses.length) return { kind: "status", statuses: [...new Set(known)] };
  const [, left = "", operator, literal] = COMPARED.exec(condition) ?? [];
  const pointer = bodyPointer(left);
  const fields = pointer === undefined ? undefined : fieldsOf(pointer);
  return fields === undefined ? undefined : compared(fields, operator, literal);
}

/**
 * The place in an answer's body that an expression names: `$response.body#/data/id`, and `$response.body.data.id`, which
 * the specification does not know and its own examples write.
 */
export function bodyPointer(expression: string): string | undefined {
  const whole = /^\$response\.body(?:#(\/.*)?)?$/s.exec(expression);
  if (whole !== null) return whole[1] ?? "";
  const [, dotted] = /^\$response\.body\.([\w$]+(?:\.[\w$]+)*)$/.exec(expression) ?? [];
  return dotted === undefined ? undefined : `/${dotted.replaceAll(".", "/")}`;
}

function compared(
  fields: string,
  operator: string | undefined,
  literal: string | undefined,
): ReadCriterion | undefined {
  if (operator === undefined || literal === undefined) return undefined;
  const value = literal.replace(/^'(.*)'$/s, (_, text: string) => JSON.stringify(text));
  return { kind: "assertion", text: `response_body(this)${fields} ${operator} ${value}` };
}

/** `.data[0].id`; undefined where a name is more than letters and digits, which would be something else in a formula. */
function fieldsOf(pointer: string): string | undefined {
  const tokens = parsePointer(pointer);
  if (!tokens.every((token) => /^(?:\d+|[\p{L}_$][\p{L}\p{N}_$]*)$/u.test(token))) return undefined;
  return tokens.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`)).join("");
}

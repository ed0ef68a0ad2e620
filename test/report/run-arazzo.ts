import { parse } from "yaml";
import { isObject, type Json } from "#base/json";
import { getAtPointer, parsePointer } from "#base/json-pointer";
import type { Told } from "./exported.js";

interface Step {
  readonly stepId: string;
  readonly operationPath: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly value: Json }[];
  readonly requestBody?: { readonly contentType: string; readonly payload: Json };
  readonly successCriteria?: readonly { readonly condition: string; readonly type?: unknown }[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly onFailure?: readonly {
    readonly type: string;
    readonly retryAfter?: number;
    readonly retryLimit?: number;
  }[];
}

interface Workflow {
  readonly description: string;
  readonly inputs?: { readonly properties: Readonly<Record<string, { readonly default?: Json }>> };
  readonly steps: readonly Step[];
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json | undefined;
}

/**
 * Executes a workflow as Arazzo 1.0 has it, without anything of Piolet's own: each step in turn, and the first one whose
 * success criteria do not hold ends it. Only plain criteria are read, since Piolet writes no others.
 */
export async function runArazzo(
  text: string,
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly told: Told; readonly output: string }> {
  const [workflow] = (parse(text) as { readonly workflows: readonly Workflow[] }).workflows;
  const outputs = new Map<string, Json | undefined>();
  for (const [name, { default: given }] of Object.entries(workflow?.inputs?.properties ?? {}))
    outputs.set(`$inputs.${name}`, env[name] ?? given);
  for (const step of workflow?.steps ?? []) {
    const [failure] = step.onFailure ?? [];
    const { retryAfter = 0, retryLimit = 0 } = failure ?? {};
    let answer = await make(step, url, outputs);
    // Arazzo knows no pause after a step: whoever runs a workflow lets accepted things be done.
    if (answer.status === 202) await new Promise((resolve) => setTimeout(resolve, 1_000));
    const broken = () =>
      step.successCriteria?.find(({ condition }) => !new Criterion(condition, outputs, answer).holds());
    for (let tries = 0; tries < retryLimit && broken() !== undefined; tries++) {
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000));
      answer = await make(step, url, outputs);
    }
    const wrong = broken();
    // It ends there, and has not failed.
    const told = failure?.type === "end" ? "cannot tell" : "shows";
    if (wrong !== undefined)
      return { told, output: `${step.stepId}: ${answer.status}, not ${wrong.condition}` };
    for (const [name, expression] of Object.entries(step.outputs ?? {}))
      outputs.set(`$steps.${step.stepId}.outputs.${name}`, expressed(expression, outputs, answer));
  }
  const isSaid = workflow?.description.includes("look at the answers") === false;
  return { told: isSaid ? "gone" : "cannot tell", output: "every step succeeds" };
}

async function make(
  step: Step,
  url: string,
  outputs: ReadonlyMap<string, Json | undefined>,
): Promise<Answer> {
  const [template = "", method = ""] = operationOf(step.operationPath);
  const given = (place: string) =>
    (step.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map(({ name, value }) => [name, textOf(filled(value, outputs))] as const);
  const path = given("path").reduce(
    (before, [name, text]) => before.replace(`{${name}}`, encodeURIComponent(text)),
    template,
  );
  const query = new URLSearchParams(given("query").map(([name, text]) => [name, text])).toString();
  const { requestBody } = step;
  const payload = requestBody && filled(requestBody.payload, outputs);
  const isForm = requestBody?.contentType.startsWith("application/x-www-form-urlencoded") === true;
  const response = await fetch(`${url}${path}${query === "" ? "" : `?${query}`}`, {
    method: method.toUpperCase(),
    headers: {
      ...(requestBody === undefined ? {} : { "content-type": requestBody.contentType }),
      ...Object.fromEntries(given("header")),
    },
    ...(payload === undefined
      ? {}
      : {
          body:
            isForm && isObject(payload)
              ? new URLSearchParams(Object.entries(payload).map(([name, one]) => [name, textOf(one)]))
              : typeof payload === "string" && !requestBody?.contentType.includes("json")
                ? payload
                : JSON.stringify(payload),
        }),
  });
  const text = await response.text();
  let body: Json | undefined;
  try {
    body = JSON.parse(text) as Json;
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, body };
}

/** `{$sourceDescriptions.api.url}#/paths/~1things~1{id}/get`. */
function operationOf(path: string): readonly string[] {
  return parsePointer(path.slice(path.indexOf("#/paths") + "#/paths".length)).map(String);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** A value with the expressions in it put in: a whole text keeps its type, `{$…}` within a text does not. */
function filled(value: Json, outputs: ReadonlyMap<string, Json | undefined>): Json {
  if (typeof value === "string") {
    if (value.startsWith("$") && outputs.has(value)) return outputs.get(value) ?? null;
    return value.replaceAll(/\{(\$[^{}]+)\}/g, (all, name: string) =>
      outputs.has(name) ? textOf(outputs.get(name)) : all,
    );
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, outputs));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, outputs)]));
}

function expressed(
  expression: string,
  outputs: ReadonlyMap<string, Json | undefined>,
  { status, headers, body }: Answer,
): Json | undefined {
  if (expression === "$statusCode") return status;
  if (expression.startsWith("$response.header."))
    return headers.get(expression.slice("$response.header.".length)) ?? undefined;
  if (expression === "$response.body") return body;
  if (expression.startsWith("$response.body#"))
    return body === undefined ? undefined : getAtPointer(body, expression.slice("$response.body#".length));
  return outputs.get(expression);
}

const TOKENS = /\s*(\(|\)|&&|\|\||[=!<>]=|[<>]|!|'(?:[^']|'')*'|[^\s()=!<>&|]+)/y;

/** A simple condition: comparisons, `&&`, `||`, `!` and parentheses. Texts are compared without case, as Arazzo says. */
class Criterion {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(
    condition: string,
    private readonly outputs: ReadonlyMap<string, Json | undefined>,
    private readonly answer: Answer,
  ) {
    const pattern = new RegExp(TOKENS);
    const tokens: string[] = [];
    for (let match = pattern.exec(condition); match !== null; match = pattern.exec(condition))
      tokens.push(match[1] ?? "");
    this.#tokens = tokens;
  }

  holds(): boolean {
    const result = this.#any();
    if (this.#at < this.#tokens.length) throw new Error(`cannot read ${this.#tokens.join(" ")}`);
    return result;
  }

  #any(): boolean {
    let result = this.#all();
    while (this.#take("||")) result = this.#all() || result;
    return result;
  }

  #all(): boolean {
    let result = this.#one();
    while (this.#take("&&")) result = this.#one() && result;
    return result;
  }

  #one(): boolean {
    if (this.#take("!")) return !this.#one();
    if (this.#take("(")) {
      const result = this.#any();
      this.#take(")");
      return result;
    }
    const left = this.#operand();
    const operator = this.#tokens[this.#at++] ?? "";
    const right = this.#operand();
    const [a, b] = [left, right].map((side) =>
      typeof side === "string" ? side.toLowerCase() : JSON.stringify(side),
    );
    if (operator === "==") return a === b;
    if (operator === "!=") return a !== b;
    const order = Number(left) - Number(right);
    return { "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 }[operator] ?? false;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #operand(): Json | undefined {
    const token = this.#tokens[this.#at++] ?? "";
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (token.startsWith("$")) return expressed(token, this.outputs, this.answer);
    return JSON.parse(token) as Json;
  }
}

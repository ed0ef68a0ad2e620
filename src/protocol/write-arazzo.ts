import { stringify } from "yaml";
import type { Json } from "#base/json";
import { formatPointer, parsePointer } from "#base/json-pointer";
import { problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Api, SecurityScheme } from "#openapi/api";
import type { BoundArgument } from "./bind-arguments.js";
import { type CompiledProtocol, compileProtocol } from "./compile-protocol.js";
import { printAssertion } from "./print-protocol.js";
import type { CaptureSource, Protocols, Receive, Send, Session } from "./protocol.js";
import { ASSERTION } from "./read-arazzo.js";

type Members = { [name: string]: Json };

/** A call with its one answer. */
interface Turn {
  readonly send: Send;
  readonly receive: Receive;
}

/**
 * Protocols without choices and recursions as an Arazzo 1.0 document, one workflow each. Values that are drawn become
 * inputs of the workflow; assertions have no place there and stand beside their step, where Piolet reads them again.
 */
export function writeArazzo(protocols: Protocols, api: Api | undefined, url = ""): Result<string> {
  if (api === undefined) {
    const message = "Arazzo names parameters, and a protocol alone does not say what they are called.";
    return failed(problem("usage", message, "Give the document with --spec."));
  }
  const { compiled, problems } = compileProtocol(protocols, api);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (compiled === undefined) return failed(...errors);
  const workflows: Json[] = [];
  for (const name of compiled.graph.roots) {
    const body = compiled.graph.definitions.get(name)?.definition.body;
    const turns = body && turnsOf(body, compiled, []);
    if (turns === undefined) {
      const message = `\`${name}\` has a choice or a recursion, and a workflow has neither.`;
      const hint = "Write one protocol for each way through it.";
      return failed(problem("protocol-not-linear", message, hint));
    }
    workflows.push(workflowOf(name, turns, compiled));
  }
  const document: Json = {
    arazzo: "1.0.1",
    info: { title: api.title, version: "1.0.0" },
    sourceDescriptions: [{ name: "api", url, type: "openapi" }],
    workflows,
  };
  return ok(stringify(document, { lineWidth: 0 }));
}

/** Undefined where it is not one way from beginning to end. */
function turnsOf(
  { steps }: Session,
  compiled: CompiledProtocol,
  inside: readonly string[],
): readonly Turn[] | undefined {
  const turns: Turn[] = [];
  let waiting: Send | undefined;
  for (const step of steps) {
    if (step.kind === "send") waiting = step;
    else if (step.kind === "receive" && waiting) {
      turns.push({ send: waiting, receive: step });
      waiting = undefined;
    } else if (step.kind === "jump" && !inside.includes(step.name)) {
      const called = compiled.graph.definitions.get(step.name)?.definition.body;
      const inner = called && turnsOf(called, compiled, [...inside, step.name]);
      if (inner === undefined) return undefined;
      turns.push(...inner);
    } else return undefined;
  }
  return waiting ? undefined : turns;
}

function workflowOf(name: string, turns: readonly Turn[], compiled: CompiledProtocol): Json {
  const values = new Map<string, Json>();
  const inputs: Members = {};
  const steps = turns.map(({ send, receive }, index): Json => {
    const stepId = `step${index + 1}`;
    const resolved = compiled.calls.get(send);
    // Compiled protocols have an operation for every call.
    if (resolved === undefined) throw new Error("a call without an operation");
    const { operation, bound } = resolved;
    const expressions = bound.map((one) => [one, expressionOf(one, values, inputs, compiled)] as const);
    const request = requestOf(expressions, compiled.api);
    for (const capture of receive.captures)
      values.set(capture.name, `$steps.${stepId}.outputs.${capture.name}`);
    return {
      stepId,
      ...(operation.operationId === undefined
        ? {
            operationPath: `{$sourceDescriptions.api.url}#${formatPointer(["paths", operation.path, operation.method.toLowerCase()])}`,
          }
        : { operationId: operation.operationId }),
      ...request,
      successCriteria: [{ condition: conditionOf(receive.status) }],
      ...(receive.captures.length === 0
        ? {}
        : {
            outputs: Object.fromEntries(receive.captures.map(({ name: own, from }) => [own, sourceOf(from)])),
          }),
      ...(receive.assertion === undefined ? {} : { [ASSERTION]: printAssertion(receive.assertion) }),
    };
  });
  const names = Object.keys(inputs);
  return {
    workflowId: name,
    ...(names.length === 0 ? {} : { inputs: { type: "object", required: names, properties: inputs } }),
    steps,
  };
}

function expressionOf(
  { argument, slot }: BoundArgument,
  values: Map<string, Json>,
  inputs: Members,
  { types }: CompiledProtocol,
): Json {
  const { value } = argument;
  if (value.kind === "literal") return value.value;
  if (value.kind === "variable") return values.get(value.name) ?? null;
  const { generator } = value;
  const isConstant = generator !== undefined && ["const", "constant"].includes(generator.name);
  if (isConstant) {
    const constant = generator.literals[0]?.value ?? null;
    values.set(value.name, constant);
    return constant;
  }
  let name = value.name;
  while (Object.hasOwn(inputs, name)) name = `${name}_`;
  const schema = slot.schemas[0] ?? types.schemaOf(value.type) ?? true;
  const type = typeof schema === "object" && typeof schema.type === "string" ? { type: schema.type } : {};
  inputs[name] = type;
  values.set(value.name, `$inputs.${name}`);
  return `$inputs.${name}`;
}

function requestOf(given: readonly (readonly [BoundArgument, Json])[], api: Api): Members {
  const parameters: Json[] = [];
  let payload: Json | undefined;
  const parts: { target: string; value: Json }[] = [];
  for (const [{ slot }, value] of given) {
    const { input } = slot;
    if (input.kind === "parameter") parameters.push({ name: input.name, in: input.place, value });
    else if (input.kind === "credential")
      parameters.push(credential(api.securitySchemes[input.scheme], value));
    else if (input.pointer === "") payload = value;
    else parts.push({ target: input.pointer, value });
  }
  const body =
    payload === undefined
      ? parts.length > 0 && { payload: parts.reduce<Json>((whole, part) => placed(whole, part), {}) }
      : { payload, ...(parts.length > 0 && { replacements: [...parts] }) };
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body !== false && { requestBody: body as Json }),
  };
}

function credential(scheme: SecurityScheme | undefined, value: Json): Json {
  if (scheme?.type === "apiKey") return { name: scheme.name, in: scheme.in, value };
  const word = scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic" ? "Basic" : "Bearer";
  const text = typeof value === "string" && value.startsWith("$") ? `{${value}}` : String(value);
  return { name: "Authorization", in: "header", value: `${word} ${text}` };
}

function placed(whole: Json, { target, value }: { target: string; value: Json }): Json {
  const [first, ...rest] = parsePointer(target);
  if (first === undefined) return value;
  const members = typeof whole === "object" && whole !== null && !Array.isArray(whole) ? whole : {};
  const inner = Object.entries(members).find(([name]) => name === first)?.[1] ?? {};
  const part = rest.length === 0 ? value : placed(inner, { target: formatPointer(rest), value });
  return Object.fromEntries([...Object.entries(members).filter(([name]) => name !== first), [first, part]]);
}

function conditionOf(status: string): string {
  if (!status.endsWith("XX")) return `$statusCode == ${status}`;
  const first = Number(status[0]) * 100;
  return `$statusCode >= ${first} && $statusCode < ${first + 100}`;
}

function sourceOf(from: CaptureSource | undefined): string {
  if (from === undefined) return "$response.body";
  if (from.kind === "body") return from.pointer === "" ? "$response.body" : `$response.body#${from.pointer}`;
  return `$response.header.${from.kind === "header" ? from.name : "Location"}`;
}

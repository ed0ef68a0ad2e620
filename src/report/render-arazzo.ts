import { stringify } from "yaml";
import type { Json, JsonObject } from "#base/json";
import type { Check, Condition } from "#calls/check";
import type { Reproduction } from "./reproduction.js";
import type { ReproductionStep } from "./reproduction-step.js";
import { type Source, unknownsIn } from "./source.js";

/**
 * A fault as an Arazzo 1.0 workflow: each call a step, values handed on as outputs, and what should hold as the success
 * criteria of the last one. Fresh values are inputs of the workflow, with those that showed the fault as defaults.
 * Arazzo's conditions are simpler than a check; what they cannot say stands in the description. It can neither pick an
 * item of a list by one of its members or a word of a text, nor say as whom a step is made: undefined where a fault takes that.
 */
export function renderArazzo(reproduction: Reproduction, document: string): string | undefined {
  const { fault, steps, fresh, check } = reproduction;
  const users = new Set(reproduction.credentials.map(({ actor }) => actor));
  if (users.size > 1 || steps.some(({ finds }) => finds !== undefined)) return undefined;
  const inputs = new Map(fresh.map(({ name }, index) => [name, `fresh${index + 1}`]));
  const taken = inputsOf(steps);
  if (taken.some((source) => unknownsIn(source).some(({ kind }) => kind === "link"))) return undefined;
  const outputs = outputsOf(taken, steps, check);
  const writer = { reproduction, inputs, outputs };
  const workflow = {
    workflowId: fault.id,
    summary: fault.message,
    description: [`Expected: ${fault.expected}`, `Got: ${fault.got}`, fault.why].join("\n\n"),
    ...(fresh.length === 0
      ? {}
      : {
          inputs: {
            type: "object",
            properties: Object.fromEntries(
              fresh.map(({ name, isNumber, before, moved, after }) => {
                const text = before + moved + after;
                return [inputs.get(name) ?? "", { title: name, default: isNumber ? JSON.parse(text) : text }];
              }),
            ),
          },
        }),
    steps: steps.map((step, index) => stepOf(step, writer, index === steps.length - 1)),
  };
  return stringify(
    {
      arazzo: "1.0.1",
      info: { title: `${fault.id}: ${fault.message}`, version: "1.0.0" },
      sourceDescriptions: [{ name: "api", url: document, type: "openapi" }],
      workflows: [workflow],
    },
    { lineWidth: 110, aliasDuplicateObjects: false },
  );
}

interface Writer {
  readonly reproduction: Reproduction;
  readonly inputs: ReadonlyMap<string, string>;
  /** By call and place: the name of the output. */
  readonly outputs: ReadonlyMap<
    string,
    { readonly step: string; readonly name: string; readonly from: string }
  >;
}

function stepOf(step: ReproductionStep, writer: Writer, isLast: boolean): JsonObject {
  const { method, operation, name, headers, body } = step;
  const path = operation.split(" ")[1] ?? "";
  const parameters = [
    ...placed(path, step, writer),
    ...(typeof step.query === "string"
      ? [...new URLSearchParams(step.query)].map(([key, text]) => ({ name: key, in: "query", value: text }))
      : step.query.map(([key, source]) => ({ name: key, in: "query", value: expressionOf(source, writer) }))),
    ...headers
      .filter(([key]) => !/^(accept|content-type)$/i.test(key))
      .map(([key, source]) => ({ name: key, in: "header", value: expressionOf(source, writer) })),
  ];
  const outputs = [...writer.outputs.values()].filter((output) => output.step === name);
  const criteria = [
    ...(step.given === undefined ? [] : [statusIn([`${step.given}xx`])]),
    ...(isLast ? criteriaFor(writer) : criteriaAt(step, writer)),
  ];
  const contentType = headers.find(([key]) => key === "content-type")?.[1];
  return {
    stepId: name,
    description: operation,
    operationPath: `{$sourceDescriptions.api.url}#/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method.toLowerCase()}`,
    ...(parameters.length === 0 ? {} : { parameters: parameters as unknown as Json[] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            contentType: contentType?.kind === "json" ? contentType.value : "application/json",
            payload: payloadOf(body, writer),
          },
        }),
    ...(criteria.length === 0 ? {} : { successCriteria: criteria }),
    ...(outputs.length === 0
      ? {}
      : { outputs: Object.fromEntries(outputs.map(({ name: key, from }) => [key, from])) }),
  };
}

function placed(path: string, step: ReproductionStep, writer: Writer): readonly JsonObject[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const sources = step.path.filter((part) => typeof part !== "string");
  return names.map((name, index) => ({
    name,
    in: "path",
    value: expressionOf(sources[index] ?? { kind: "json", value: null }, writer),
  }));
}

function payloadOf(body: NonNullable<ReproductionStep["body"]>, writer: Writer): Json {
  if (body.kind === "text") return body.text;
  if (body.kind === "json") return expressionOf(body.source, writer);
  return Object.fromEntries(body.members.map(([name, source]) => [name, expressionOf(source, writer)]));
}

function expressionOf(source: Source, writer: Writer): Json {
  switch (source.kind) {
    case "json":
      return source.value;
    case "fresh":
      return `$inputs.${writer.inputs.get(source.name) ?? ""}`;
    case "wrapped":
      return `${source.prefix}{${String(expressionOf(source.of, writer))}}${source.suffix}`;
    case "object":
      return Object.fromEntries(source.members.map(([name, member]) => [name, expressionOf(member, writer)]));
    case "array":
      return source.items.map((item) => expressionOf(item, writer));
    case "link":
    case "listed":
      throw new Error("a fault that looks into a list or a text is no workflow");
    default: {
      const output = writer.outputs.get(keyOf(source));
      return output === undefined ? null : `$steps.${output.step}.outputs.${output.name}`;
    }
  }
}

type Answered = Extract<Source, { kind: "answer" | "header" | "location" }>;

function keyOf(source: Answered): string {
  return JSON.stringify(source);
}

/** Everything that a later step takes from an earlier answer. */
function outputsOf(
  taken: readonly Source[],
  steps: readonly ReproductionStep[],
  check: Check | undefined,
): Writer["outputs"] {
  const names = new Map(steps.map(({ id, name }) => [id, name]));
  const outputs = new Map<string, { step: string; name: string; from: string }>();
  const add = (source: Source): void => {
    for (const one of unknownsIn(source)) {
      if (one.kind !== "answer" && one.kind !== "header" && one.kind !== "location") continue;
      const step = names.get(one.call);
      if (step === undefined || outputs.has(keyOf(one))) continue;
      const from =
        one.kind === "answer"
          ? `$response.body#${one.pointer}`
          : `$response.header.${one.kind === "header" ? one.name : "location"}`;
      outputs.set(keyOf(one), { step, name: `value${outputs.size + 1}`, from });
    }
  };
  for (const source of [...taken, ...comparedIn(check?.expect)]) add(source);
  return outputs;
}

/** All that the steps send and that is more than text, in the order in which they send it. */
function inputsOf(steps: readonly ReproductionStep[]): readonly Source[] {
  return steps.flatMap(({ path, query, headers, body }) => [
    ...path.filter((part) => typeof part !== "string"),
    ...(typeof query === "string" ? [] : query.map(([, source]) => source)),
    ...headers.map(([, source]) => source),
    ...(body?.kind === "json" ? [body.source] : []),
    ...(body?.kind === "form" ? body.members.map(([, source]) => source) : []),
  ]);
}

/** The places in answers that the check compares. */
function comparedIn(condition: Condition | undefined): readonly Answered[] {
  if (condition?.kind === "all") return condition.of.flatMap(comparedIn);
  if (condition?.kind !== "equal") return [];
  return [condition.left, condition.right].flatMap((operand) =>
    operand.kind === "reference" && operand.source.in === "response body"
      ? [{ kind: "answer" as const, call: operand.call, pointer: operand.source.pointer }]
      : [],
  );
}

/** What of the check can be said of one step by itself. */
function criteriaAt(step: ReproductionStep, { reproduction }: Writer): readonly JsonObject[] {
  return partsOf(reproduction.check?.expect).flatMap((part) =>
    part.kind === "status" && part.call === step.id ? [statusIn(part.is)] : [],
  );
}

function criteriaFor(writer: Writer): readonly JsonObject[] {
  const { reproduction, outputs } = writer;
  const last = reproduction.steps.at(-1);
  return partsOf(reproduction.check?.expect).flatMap((part): JsonObject[] => {
    if (part.kind === "status") return part.call === last?.id ? [statusIn(part.is)] : [];
    if (part.kind !== "equal") return [];
    const sides = [part.left, part.right].map((operand) => {
      if (operand.kind === "value") return conditionLiteral(operand.value);
      if (operand.kind === "fresh") return `$inputs.${writer.inputs.get(operand.name) ?? ""}`;
      if (operand.kind !== "reference" || operand.source.in !== "response body") return undefined;
      if (operand.call === last?.id) return `$response.body#${operand.source.pointer}`;
      const key = keyOf({ kind: "answer", call: operand.call, pointer: operand.source.pointer });
      const output = outputs.get(key);
      return output === undefined ? undefined : `$steps.${output.step}.outputs.${output.name}`;
    });
    const [left, right] = sides;
    return left === undefined || right === undefined
      ? []
      : [{ condition: `${left} ${part.not === true ? "!=" : "=="} ${right}` }];
  });
}

function partsOf(condition: Condition | undefined): readonly Condition[] {
  return condition === undefined
    ? []
    : condition.kind === "all"
      ? condition.of.flatMap(partsOf)
      : [condition];
}

function conditionLiteral(value: Json): string | undefined {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return value === null || typeof value !== "object" ? String(value) : undefined;
}

function statusIn(patterns: readonly string[]): JsonObject {
  const parts = patterns.map((pattern) =>
    /^\d+$/.test(pattern)
      ? `$statusCode == ${pattern}`
      : pattern === "default"
        ? "$statusCode > 0"
        : `($statusCode >= ${pattern[0]}00 && $statusCode < ${Number(pattern[0]) + 1}00)`,
  );
  return { condition: parts.join(" || ") };
}

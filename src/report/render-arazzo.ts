import { stringify } from "yaml";
import type { Json, JsonObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { type Check, type Condition, callsJudgedByStatus, type Operand } from "#calls/check";
import { type Credential, missing } from "#calls/credential";
import type { Meaning } from "#calls/meaning";
import type { Reference } from "#calls/template";
import type { Reproduction } from "./reproduction.js";
import type { ReproductionStep } from "./reproduction-step.js";
import { type Source, unknownsIn } from "./source.js";

/**
 * A fault as an Arazzo 1.0 workflow: each call a step, values handed on as outputs, and what should hold as the success
 * criteria of the last one. Fresh values are inputs of the workflow, with those that showed the fault as defaults.
 * Credentials are inputs without a default. Arazzo's conditions are simpler than a check: where they cannot say it, the
 * workflow says that it only makes the calls. It can neither pick an item of a list by one of its members or a word of a text
 * for what it sends, nor say as whom a step is made: undefined where a fault takes that.
 */
export function renderArazzo(whole: Reproduction, document: string): string | undefined {
  const reproduction = whole.fault.refusals === undefined ? whole : onlyCalls(whole);
  const { fault, steps, fresh, check, credentials } = reproduction;
  const users = new Set(credentials.map(({ actor }) => actor));
  if (users.size > 1 || steps.some(({ finds }) => finds !== undefined)) return undefined;
  const inputs = new Map(fresh.map(({ name }, index) => [name, `fresh${index + 1}`]));
  const taken = inputsOf(steps);
  // Both are a part of a text.
  const isPart = ({ kind }: Source) => kind === "link" || kind === "location";
  if (taken.some((source) => unknownsIn(source).some(isPart))) return undefined;
  const outputs = outputsOf(taken, steps, check);
  const secrets = new Map(credentials.map((credential) => [credential, credential.variable]));
  const words = { reproduction, inputs, outputs, secrets };
  const isSaid =
    check !== undefined &&
    partsOf(check.expect).every((part) => textOf(part, { ...words, isSaid: true }) !== undefined);
  const writer = { ...words, isSaid };
  const properties = {
    ...Object.fromEntries(
      fresh.map(({ name, isNumber, before, moved, after }) => {
        const text = before + moved + after;
        return [inputs.get(name) ?? "", { title: name, default: isNumber ? JSON.parse(text) : text }];
      }),
    ),
    ...Object.fromEntries(
      credentials.map((credential) => [
        credential.variable,
        { type: "string", description: missing(credential) },
      ]),
    ),
  };
  const workflow = {
    workflowId: fault.id,
    summary: fault.message,
    description: [
      `Expected: ${fault.expected}`,
      `Got: ${fault.got}`,
      fault.why,
      ...(isSaid ? [] : [UNSAID]),
    ].join("\n\n"),
    ...(Object.keys(properties).length === 0
      ? {}
      : {
          inputs: {
            type: "object",
            properties,
            ...(credentials.length === 0 ? {} : { required: credentials.map(({ variable }) => variable) }),
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

/** Criteria go by the status, and this service says no in its bodies. */
function onlyCalls({ check: _, steps, ...rest }: Reproduction): Reproduction {
  return { ...rest, steps: steps.map(({ takes: _takes, ...step }) => step) };
}

/** For whoever only runs it: that every step succeeds means nothing then. */
const UNSAID =
  "The steps only make the calls: no criterion of Arazzo says what is expected, so look at the answers of the last one.";

interface Writer {
  readonly reproduction: Reproduction;
  /** Criteria say all that is expected. */
  readonly isSaid: boolean;
  readonly inputs: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<Credential, string>;
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
    ...step.credentials.map((credential) => ({
      name: credential.name,
      in: credential.place,
      value: `$inputs.${writer.secrets.get(credential) ?? ""}`,
    })),
  ];
  const outputs = [
    ...[...writer.outputs.values()].filter((output) => output.step === name),
    ...(isLast || !isJudgedLater(step, writer) ? [] : [{ name: "status", from: "$statusCode" }]),
  ];
  const premises =
    step.takes === undefined || (!writer.isSaid && isAccused(step, writer))
      ? []
      : [{ condition: meaningIn("$statusCode", step.takes) }];
  const judged = isLast ? criteriaFor(writer) : criteriaAt(step, writer);
  const criteria = [...premises, ...judged];
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
    ...(criteria.length === 0 ? {} : failureOf(judged.length > 0, isLast && writer.reproduction.looks > 0)),
    ...(outputs.length === 0
      ? {}
      : { outputs: Object.fromEntries(outputs.map(({ name: key, from }) => [key, from])) }),
  };
}

/** A step that only leads to where the fault shows proves nothing where it fails. Effects may be slow to show. */
function failureOf(isJudged: boolean, mayBeSlow: boolean): JsonObject {
  if (isJudged && !mayBeSlow) return {};
  const again = { name: "again", type: "retry", retryAfter: 1, retryLimit: 2 };
  return { onFailure: [isJudged ? again : { name: "cannotTell", type: "end" }] };
}

/** A correct service may answer it otherwise: a workflow that only makes the calls must not fail for that. */
function isAccused({ id }: ReproductionStep, { reproduction: { fault, steps } }: Writer): boolean {
  return id === fault.call || id === steps.findLast((step) => step.operation === fault.operation)?.id;
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
    case "location":
    case "listed":
      throw new Error("a fault that looks into a list or a text is no workflow");
    default: {
      const output = writer.outputs.get(keyOf(source));
      return output === undefined ? null : `$steps.${output.step}.outputs.${output.name}`;
    }
  }
}

type Answered = Extract<Source, { kind: "answer" | "header" }>;

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
      if (one.kind !== "answer" && one.kind !== "header") continue;
      const step = names.get(one.call);
      if (step === undefined || outputs.has(keyOf(one))) continue;
      const from = one.kind === "answer" ? `$response.body#${one.pointer}` : `$response.header.${one.name}`;
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
  if (condition?.kind === "all" || condition?.kind === "any") return condition.of.flatMap(comparedIn);
  if (condition?.kind !== "equal") return [];
  return [condition.left, condition.right].flatMap((operand) =>
    operand.kind === "reference" ? (answeredAt(operand) ?? []) : [],
  );
}

function answeredAt({ call, source }: Reference): Answered | undefined {
  if (source.in === "response body") return { kind: "answer", call, pointer: source.pointer };
  return source.in === "response header"
    ? { kind: "header", call, name: source.name.toLowerCase() }
    : undefined;
}

/** What of the check can be said of one step by itself. */
function criteriaAt(step: ReproductionStep, { reproduction }: Writer): readonly JsonObject[] {
  return partsOf(reproduction.check?.expect).flatMap((part) =>
    part.kind === "status" && part.call === step.id ? [{ condition: statusIn("$statusCode", part.is) }] : [],
  );
}

/** Its status is part of something that only the last step can say. */
function isJudgedLater(step: ReproductionStep, { reproduction }: Writer): boolean {
  return partsOf(reproduction.check?.expect).some(
    (part) => part.kind === "any" && callsJudgedByStatus(part).has(step.id),
  );
}

function criteriaFor(writer: Writer): readonly JsonObject[] {
  const { reproduction } = writer;
  const last = reproduction.steps.at(-1);
  return partsOf(reproduction.check?.expect).flatMap((part): JsonObject[] => {
    if (part.kind === "status" && part.call !== last?.id) return [];
    const condition = textOf(part, writer);
    return condition === undefined ? [] : [{ condition }];
  });
}

/** A condition as the last step can say it; undefined where Arazzo has no words for it. */
function textOf(condition: Condition, writer: Writer): string | undefined {
  const { steps } = writer.reproduction;
  const last = steps.at(-1);
  if (condition.kind === "status") {
    const step = steps.find(({ id }) => id === condition.call);
    const status = step === last ? "$statusCode" : `$steps.${step?.name}.outputs.status`;
    return statusIn(status, condition.is);
  }
  if (condition.kind === "any" || condition.kind === "all") {
    const parts = (condition.kind === "all" ? partsOf(condition) : condition.of).map((part) =>
      textOf(part, writer),
    );
    if (parts.some((part) => part === undefined)) return undefined;
    return parts.map((part) => `(${part})`).join(condition.kind === "any" ? " || " : " && ");
  }
  if (condition.kind !== "equal") return undefined;
  const [left, right] = [condition.left, condition.right].map((operand) => {
    if (operand.kind === "value") return conditionLiteral(operand.value);
    if (operand.kind === "fresh") return `$inputs.${writer.inputs.get(operand.name) ?? ""}`;
    if (operand.kind !== "reference") return undefined;
    const { call, source } = operand;
    if (source.in === "request body") return sentAt(call, source.pointer, writer);
    if (call === last?.id && source.in === "response body") return `$response.body#${source.pointer}`;
    if (call === last?.id && source.in === "response header") return `$response.header.${source.name}`;
    const answered = answeredAt(operand);
    const output = answered && writer.outputs.get(keyOf(answered));
    return output === undefined ? undefined : `$steps.${output.step}.outputs.${output.name}`;
  });
  if (left === undefined || right === undefined) return undefined;
  return `${left} ${condition.not === true ? "!=" : "=="} ${right}`;
}

/** What a step has sent at a place of its body. */
function sentAt(call: string, pointer: string, writer: Writer): string | undefined {
  const body = writer.reproduction.steps.find(({ id }) => id === call)?.body;
  if (body?.kind !== "json") return undefined;
  const sent = getAtPointer(expressionOf(body.source, writer), pointer);
  if (sent === undefined) return undefined;
  return typeof sent === "string" && sent.startsWith("$") ? sent : conditionLiteral(sent);
}

/** What must hold, each by itself. That something is there need not be said where it is also compared. */
function partsOf(condition: Condition | undefined): readonly Condition[] {
  if (condition?.kind !== "all") return condition === undefined ? [] : [condition];
  const parts = condition.of.flatMap(partsOf);
  const isCompared = (at: Operand) =>
    parts.some(
      (part) => part.kind === "equal" && part.not !== true && jsonEqual(asJson(part.left), asJson(at)),
    );
  return parts.filter((part) => part.kind !== "present" || part.not === true || !isCompared(part.at));
}

function asJson(operand: Operand): Json {
  return operand as unknown as Json;
}

function conditionLiteral(value: Json): string | undefined {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  return value === null || typeof value !== "object" ? String(value) : undefined;
}

function statusIn(status: string, patterns: readonly string[]): string {
  return patterns
    .map((pattern) =>
      /^\d+$/.test(pattern)
        ? `${status} == ${pattern}`
        : pattern === "default"
          ? `${status} > 0`
          : `(${status} >= ${pattern[0]}00 && ${status} < ${Number(pattern[0]) + 1}00)`,
    )
    .join(" || ");
}

const STATUSES: Readonly<Record<Meaning, readonly string[]>> = {
  done: ["2xx"],
  refused: ["4xx"],
  absent: ["404", "410"],
  denied: ["401", "403", "407"],
  broken: ["5xx"],
  silent: ["1xx", "3xx", "408", "429"],
};

function meaningIn(status: string, meanings: readonly Meaning[]): string {
  return statusIn(
    status,
    meanings.flatMap((meaning) => STATUSES[meaning]),
  );
}

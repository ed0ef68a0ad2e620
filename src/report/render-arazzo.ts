import { stringify } from "yaml";
import type { Json, JsonObject } from "#base/json";
import type { Check } from "#calls/check";
import { missing } from "#calls/credential";
import { statusMeans } from "./arazzo-condition.js";
import { comparedIn, criteriaAt, criteriaAtEnd, isJudgedLater, partsOf, saidOf } from "./arazzo-criteria.js";
import { expressionOf, keyOf, type Writer } from "./arazzo-expression.js";
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
    partsOf(check.expect).every((part) => saidOf(part, { ...words, isSaid: true }) !== undefined);
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
      // The extension by which Redocly's runner knows where the API is; the document may name another place, or none.
      sourceDescriptions: [{ name: "api", url: document, type: "openapi", "x-serverUrl": reproduction.url }],
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
      : statusMeans("$statusCode", step.takes);
  const judged = isLast ? criteriaAtEnd(writer) : criteriaAt(step, writer);
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

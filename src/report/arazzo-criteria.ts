import type { Json, JsonObject } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { type Condition, callsJudgedByStatus, isDerived, type Operand } from "#calls/check";
import { resolveTemplate } from "#calls/resolve-template";
import type { Fresh } from "#calls/template";
import { type Alternatives, allOf, criteriaFor, oneOf, statusIs } from "./arazzo-condition.js";
import { type Answered, answeredAt, expressionOf, keyOf, type Writer } from "./arazzo-expression.js";
import type { ReproductionStep } from "./reproduction-step.js";

/** The places in answers that the check compares. */
export function comparedIn(condition: Condition | undefined): readonly Answered[] {
  if (condition?.kind === "all" || condition?.kind === "any") return condition.of.flatMap(comparedIn);
  if (condition?.kind !== "equal") return [];
  return [condition.left, condition.right].flatMap((operand) =>
    operand.kind === "reference" ? (answeredAt(operand) ?? []) : [],
  );
}

/** What of the check can be said of one step by itself. */
export function criteriaAt(step: ReproductionStep, { reproduction }: Writer): readonly JsonObject[] {
  return partsOf(reproduction.check?.expect).flatMap((part) =>
    part.kind === "status" && part.call === step.id ? criteriaFor(statusIs("$statusCode", part.is)) : [],
  );
}

/** Its status is part of something that only the last step can say. */
export function isJudgedLater(step: ReproductionStep, { reproduction }: Writer): boolean {
  return partsOf(reproduction.check?.expect).some(
    (part) => part.kind === "any" && callsJudgedByStatus(part).has(step.id),
  );
}

/** What of the check the last step can say: where all that it looks at is known. */
export function criteriaAtEnd(writer: Writer): readonly JsonObject[] {
  const { reproduction } = writer;
  const last = reproduction.steps.at(-1);
  return partsOf(reproduction.check?.expect).flatMap((part) => {
    if (part.kind === "status" && part.call !== last?.id) return [];
    const said = saidOf(part, writer);
    return said === undefined ? [] : criteriaFor(said);
  });
}

/** A condition as the last step can say it; undefined where Arazzo has no words for it. */
export function saidOf(condition: Condition, writer: Writer): Alternatives | undefined {
  const { steps } = writer.reproduction;
  const last = steps.at(-1);
  if (condition.kind === "status") {
    const step = steps.find(({ id }) => id === condition.call);
    return statusIs(step === last ? "$statusCode" : `$steps.${step?.name}.outputs.status`, condition.is);
  }
  if (condition.kind === "any") return oneOf(...condition.of.map((part) => saidOf(part, writer)));
  if (condition.kind === "all") return allOf(...partsOf(condition).map((part) => saidOf(part, writer)));
  if (condition.kind !== "equal" || !isOfScalars(condition, writer)) return undefined;
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
  return [[`${left} ${condition.not === true ? "!=" : "=="} ${right}`]];
}

/** Arazzo does not say when two objects or lists are equal, so those that were compared when it was found are not. */
function isOfScalars({ left, right }: { left: Operand; right: Operand }, { reproduction }: Writer): boolean {
  const { exchanges, looks = [] } = reproduction.fault;
  const context = { exchanges: [...exchanges, ...looks], fresh: ({ sample }: Fresh) => sample };
  return [left, right].every((operand) => {
    if (isDerived(operand)) return false;
    const found = resolveTemplate(operand, context);
    return !found.ok || found.value === null || typeof found.value !== "object";
  });
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
export function partsOf(condition: Condition | undefined): readonly Condition[] {
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

/** A quote in a text is doubled, says Arazzo, but not all runners do so; and some take what follows a `$` for an expression. */
function conditionLiteral(value: Json): string | undefined {
  if (typeof value === "string") return /['"$\p{Cc}]/u.test(value) ? undefined : `'${value}'`;
  return value === null || typeof value !== "object" ? String(value) : undefined;
}

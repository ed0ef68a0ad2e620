import type { Api, Operation, ParameterPlace } from "#openapi/api";
import type { Report } from "./diagnosing.js";
import { hasTag } from "./find-named-operation.js";
import { bodySchemas, credentialsOf, inputsOf, parameterSlot, type Slot } from "./operation-inputs.js";
import { placeIn } from "./place-in-body.js";
import { printValue } from "./print-protocol.js";
import type { Argument, Send, Target } from "./protocol.js";
import { suggestName } from "./suggest-name.js";

export interface BoundArgument {
  readonly argument: Argument;
  readonly slot: Slot;
}

/**
 * Which argument of a call goes where. Arguments without a target go by position; the rest by name. What an
 * operation requires and no argument gives is drawn from its schema, except in the path: a call to a thing that
 * nobody named is nearly always a slip.
 */
export function bindArguments(
  call: Send,
  operation: Operation,
  api: Api,
  report: Report,
): readonly BoundArgument[] {
  const credentials = hasTag(call.operation, operation) ? credentialsOf(operation, api) : [];
  const slots = [...credentials, ...inputsOf(operation, api)];
  const bound: BoundArgument[] = [];
  let position = 0;
  for (const argument of call.arguments) {
    const { target } = argument;
    if (!target && bound.some((earlier) => earlier.argument.target)) {
      const message = "An argument by position stands behind one by name.";
      report(
        "error",
        "protocol-argument-order",
        message,
        "Put it first, or give it a name too.",
        argument.span,
      );
      continue;
    }
    const slot = target ? findSlot(target, operation, api, slots, report) : slots[position++];
    if (slot) bound.push({ argument, slot });
  }
  reportCount(call, operation, slots, report);
  reportTwice(bound, report);
  reportOrder(bound, slots, report);
  for (const { name, input } of slots) {
    if (input.kind !== "parameter" || input.place !== "path" || bound.some(({ slot }) => isSame(slot, input)))
      continue;
    const message = `${operation.key} needs \`${name}\` in its path.`;
    const hint = `Add ${name} = …, or ${name}: String to have one drawn.`;
    report("error", "protocol-missing-argument", message, hint, call.operation.span);
  }
  return bound;
}

function isSame(slot: Slot, input: Slot["input"]): boolean {
  return JSON.stringify(slot.input) === JSON.stringify(input);
}

function reportCount(call: Send, operation: Operation, slots: readonly Slot[], report: Report): void {
  const surplus = call.arguments.filter(({ target }) => !target)[slots.length];
  if (!surplus) return;
  const names = slots.map(({ name }) => name).join(", ");
  const message = `${operation.key} takes ${slots.length === 0 ? "no argument" : `at most ${slots.length}`}, and this is one more.`;
  const hint = slots.length === 0 ? "Remove it." : `It takes ${names}.`;
  report("error", "protocol-argument-count", message, hint, surplus.span);
}

function reportTwice(bound: readonly BoundArgument[], report: Report): void {
  for (const [index, { argument, slot }] of bound.entries()) {
    if (!bound.slice(0, index).some((earlier) => isSame(earlier.slot, slot.input))) continue;
    const message = `\`${slot.name}\` is given twice.`;
    report("error", "protocol-duplicate-argument", message, "Remove one of them.", argument.span);
  }
}

/** A variable of one parameter's name that goes to another one by position. */
function reportOrder(bound: readonly BoundArgument[], slots: readonly Slot[], report: Report): void {
  for (const { argument, slot } of bound) {
    const { value, target } = argument;
    if (target || value.kind === "literal" || value.name === slot.name) continue;
    if (!slots.some((other) => other.name === value.name)) continue;
    const message = `By position \`${value.name}\` goes to \`${slot.name}\`, and there is a \`${value.name}\` too.`;
    const text = printValue(value);
    const hint = `Write ${value.name} = ${text}, or ${slot.name} = ${text} if that is meant.`;
    report("warning", "protocol-argument-order", message, hint, argument.span);
  }
}

function findSlot(
  target: Target,
  operation: Operation,
  api: Api,
  slots: readonly Slot[],
  report: Report,
): Slot | undefined {
  const { text } = target;
  if (text.startsWith("/")) return bodyPart(target, operation, api, report);
  const [, place, name = ""] = /^(path|query|header|cookie)\.(.+)$/s.exec(text) ?? [];
  const named = operation.parameters.filter((parameter) =>
    place === undefined
      ? isNamed(parameter.name, text, parameter.in)
      : parameter.in === place && isNamed(parameter.name, name, place),
  );
  if (named.length > 1) {
    const ways = named.map((parameter) => `${parameter.in}.${parameter.name}`).join(" or ");
    const message = `\`${text}\` is the name of ${named.length} parameters.`;
    report("error", "protocol-unknown-parameter", message, `Write ${ways}.`, target.span);
    return undefined;
  }
  if (named[0]) return parameterSlot(named[0]);
  // Headers are sent without being declared: conditions, tokens, trace ids.
  if (place === "header" || place === "cookie") {
    return {
      name,
      input: { kind: "parameter", place: place as ParameterPlace, name },
      required: false,
      schemas: [],
    };
  }
  const slot = slots.find((candidate) => candidate.name === text);
  if (slot) return slot;
  if (text === "body") return bodyPart({ ...target, text: "" }, operation, api, report);
  if (Object.hasOwn(api.securitySchemes, text)) {
    return { name: text, input: { kind: "credential", scheme: text }, required: false, schemas: [] };
  }
  const known = [...slots.map((candidate) => candidate.name), ...Object.keys(api.securitySchemes)];
  const message = `${operation.key} has no parameter \`${text}\`.`;
  report("error", "protocol-unknown-parameter", message, () => suggestName(text, known), target.span);
  return undefined;
}

function isNamed(parameter: string, name: string, place: string): boolean {
  return place === "header" ? parameter.toLowerCase() === name.toLowerCase() : parameter === name;
}

function bodyPart(target: Target, operation: Operation, api: Api, report: Report): Slot | undefined {
  const { text: pointer, span } = target;
  if (!operation.body) {
    const surely = ["GET", "HEAD", "DELETE"].includes(operation.method);
    const message = `${operation.key} declares no request body.`;
    const hint = surely
      ? "Send the value as a parameter."
      : "Describe the body in the document, so that it is checked.";
    report(surely ? "error" : "warning", "protocol-unknown-parameter", message, hint, span);
    if (surely) return undefined;
  }
  const place = placeIn(bodySchemas(operation), pointer, api);
  if (place.kind === "undeclared") {
    const message = `The body of ${operation.key} has no \`${place.token}\` in the document.`;
    report(
      "warning",
      "protocol-unknown-parameter",
      message,
      () => suggestName(place.token, place.known),
      span,
    );
  }
  const schemas = place.kind === "declared" ? place.schemas : [];
  return {
    name: pointer === "" ? "body" : pointer,
    input: { kind: "body", pointer },
    required: false,
    schemas,
  };
}

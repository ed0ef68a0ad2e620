import { isObject, type Json } from "#base/json";
import { formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Random } from "#base/random";
import { unreachable } from "#base/unreachable";
import type { Call, CallInputs } from "#calls/call";
import { mapInputs } from "#calls/map-inputs";
import { placeTemplate, templateAt } from "#calls/place-template";
import { type Template, value } from "#calls/template";
import { bodyForm } from "#http/choose-media-type";
import type { Operation, Schema } from "#openapi/api";
import { membersOf } from "#openapi/schema-shape";
import type { BoundArgument } from "#protocol/bind-arguments";
import type { ResolvedCall } from "#protocol/checking";
import type { CompiledProtocol } from "#protocol/compile-protocol";
import type { Slot } from "#protocol/operation-inputs";
import type { Declaration } from "#protocol/protocol";
import { draftInputs } from "#semantics/draft-inputs";
import { drawGenerated } from "#values/draw-generated";
import type { Generators } from "#values/generators";
import type { World } from "../world.js";
import { withCredential } from "./credential-input.js";
import type { ValueStyle } from "./value-styles.js";

/** The variables of a conversation, as what a later call sends in their place. */
export type Variables = ReadonlyMap<string, Variable>;

/** `nobody`: a credential without a generator. Whoever the run is makes the call. */
export type Variable = Template | "nobody";

export interface DrawnCall {
  readonly call: Call;
  readonly variables: Variables;
  /** Inputs that the protocol itself gives: they are what it is about. */
  readonly fixed: readonly JsonPointer[];
  /** Some of the body was drawn from its schema. */
  readonly isDrawn: boolean;
}

export interface CallDrawing {
  readonly protocol: CompiledProtocol;
  readonly world: Pick<World, "api" | "draft">;
  readonly generators: Generators;
  readonly random: Random;
  readonly values: ValueStyle;
  /** Counts from 1 where a call is drawn again, so that its fresh values are others. */
  readonly attempt: number;
  readonly variables: Variables;
  /** The calls before it. */
  readonly earlier: readonly Call[];
}

/** A step as a call: what the protocol gives is put where it belongs, and what is required besides is drawn. */
export function drawCall(id: string, { operation, bound }: ResolvedCall, drawing: CallDrawing): DrawnCall {
  const drafted = draftInputs(operation, {
    api: drawing.world.api,
    random: drawing.random.derive(freshName(id, "", drawing)),
    style: drawing.values.style,
    draft: drawing.world.draft,
    bound: () => undefined,
    leaveOut: new Set(),
    demanded: new Set(),
  });
  const { accepted } = drawing.values;
  const steady =
    accepted === undefined || drafted.body === undefined
      ? drafted
      : { ...drafted, body: { ...drafted.body, content: steadyBody(drafted.body.content, accepted) } };
  const own = mapInputs(steady, {
    fresh: (fresh) => ({ ...fresh, name: freshName(id, fresh.name, drawing) }),
  });
  let inputs = withoutSurplus(own, operation, bound, drawing);
  const variables = new Map(drawing.variables);
  const fixed: JsonPointer[] = [];
  // A whole body goes before its parts.
  for (const argument of bound.toSorted((a, b) => depthOf(a.slot) - depthOf(b.slot))) {
    const { slot } = argument;
    const given = givenBy(id, argument, operation, inputs, drawing);
    inputs = withInput(inputs, slot, given, operation, drawing);
    const { value: written } = argument.argument;
    const isOpen = written.kind === "declaration" && generatorOf(written, drawing) === undefined;
    if (!isOpen) fixed.push(placeOf(slot));
    if (written.kind === "declaration") variables.set(written.name, variableFor(id, slot, given));
  }
  const call: Call = { id, operation: operation.key, ...inputs };
  return { call, variables, fixed, isDrawn: inputs.body !== undefined && !fixed.includes("/body") };
}

/** The members of a body that was accepted, with its values but for those that are fresh. */
function steadyBody(drafted: Template | undefined, accepted: Json): Template {
  if (drafted?.kind === "fresh") return drafted;
  if (!isObject(accepted)) return value(accepted);
  const members = Object.entries(accepted).map(([name, member]) => {
    const own =
      drafted?.kind === "object" && Object.hasOwn(drafted.members, name) ? drafted.members[name] : undefined;
    return [name, steadyBody(own, member)] as const;
  });
  return { kind: "object", members: Object.fromEntries(members) };
}

/** Only what is required or given: an optional body is the protocol's to send, and so are the fields of a form. */
function withoutSurplus(
  inputs: CallInputs,
  operation: Operation,
  bound: readonly BoundArgument[],
  { world }: CallDrawing,
): CallInputs {
  const { body, ...rest } = inputs;
  const given = bound.flatMap(({ slot }) => (slot.input.kind === "body" ? [slot.input.pointer] : []));
  if (body === undefined || (given.length === 0 && operation.body?.required !== true)) return rest;
  const form = bodyForm(body.contentType);
  if ((form !== "form" && form !== "multipart") || body.content.kind !== "object") return inputs;
  const media = operation.body?.content.find(({ contentType }) => contentType === body.contentType);
  const members = membersOf(media?.schema, world.api.schemas);
  const kept = Object.entries(body.content.members).filter(
    ([name]) => members.get(name)?.required === true || given.includes(formatPointer([name])),
  );
  return { ...rest, body: { ...body, content: { kind: "object", members: Object.fromEntries(kept) } } };
}

function givenBy(
  id: string,
  { argument, slot }: BoundArgument,
  operation: Operation,
  inputs: CallInputs,
  drawing: CallDrawing,
): Variable {
  const written = argument.value;
  switch (written.kind) {
    case "literal":
      return value(written.value);
    case "variable": {
      const known = drawing.variables.get(written.name);
      // The check has seen that every way here gives it a value.
      if (known === undefined) throw new Error(`no value for ${written.name}`);
      return known;
    }
    case "declaration":
      return declared(id, written, slot, operation, inputs, drawing);
    default:
      return unreachable(written);
  }
}

function declared(
  id: string,
  declaration: Declaration,
  slot: Slot,
  operation: Operation,
  inputs: CallInputs,
  drawing: CallDrawing,
): Variable {
  const { random, world, protocol } = drawing;
  const name = freshName(id, declaration.name, drawing);
  const generator = generatorOf(declaration, drawing);
  const { input } = slot;
  if (generator !== undefined) {
    if (generator.kind === "constant") return value(generator.value);
    const sample = drawGenerated(generator.draw, random.derive(name), generator.literals);
    // A credential is no test data: one is drawn, and stays.
    if (input.kind === "credential") return value(sample);
    const { name: called } = declaration.generator ?? { name: "" };
    return { kind: "fresh", name, sample, generator: { name: called, literals: generator.literals } };
  }
  if (input.kind === "credential") return "nobody";
  if (input.kind === "body") {
    const drafted = inputs.body && templateAt(inputs.body.content, input.pointer);
    if (drafted !== undefined) return drafted;
  }
  const schema: Schema = slot.schemas[0] ?? protocol.types.schemaOf(declaration.type) ?? true;
  const sample = world.draft(schema, slot.name, random.derive(name), operation.key) ?? "";
  const isId = input.kind === "parameter" && input.place === "path" && typeof sample !== "boolean";
  if (!isId) return value(sample);
  return { kind: "fresh", name, sample, schema, at: `${operation.key}#${slot.name}` };
}

type NamedGenerator =
  | { readonly kind: "constant"; readonly value: Json }
  | {
      readonly kind: "drawn";
      readonly draw: Parameters<typeof drawGenerated>[0];
      readonly literals: readonly Json[];
    };

/** Undefined where none is named, or the config file has none of the name: the check has told that. */
function generatorOf({ generator }: Declaration, { generators }: CallDrawing): NamedGenerator | undefined {
  if (generator === undefined) return undefined;
  const literals = generator.literals.map((literal) => literal.value);
  const draw = generators.named(generator.name);
  if (draw !== undefined) return { kind: "drawn", draw, literals };
  const isConstant = ["const", "constant"].includes(generator.name);
  return isConstant ? { kind: "constant", value: literals[0] ?? null } : undefined;
}

/** The inputs with a value where a slot says that it goes. */
export function withInput(
  inputs: CallInputs,
  { input }: Slot,
  given: Variable,
  operation: Operation,
  drawing: Pick<CallDrawing, "world" | "earlier">,
): CallInputs {
  if (given === "nobody") return inputs;
  switch (input.kind) {
    case "parameter":
      return { ...inputs, [input.place]: { ...inputs[input.place], [input.name]: given } };
    case "credential": {
      const { securitySchemes } = drawing.world.api;
      const scheme = Object.hasOwn(securitySchemes, input.scheme) ? securitySchemes[input.scheme] : undefined;
      return scheme === undefined ? inputs : withCredential(inputs, scheme, given);
    }
    case "body": {
      const contentType =
        inputs.body?.contentType ?? operation.body?.content[0]?.contentType ?? "application/json";
      const base = inputs.body && copied(inputs.body.content, drawing.earlier);
      return { ...inputs, body: { contentType, content: placeTemplate(base, input.pointer, given) } };
    }
    default:
      return unreachable(input);
  }
}

/** A body that an earlier call sent, as what it was made of, so that a part of it can be another. */
function copied(content: Template, earlier: readonly Call[]): Template {
  if (content.kind !== "reference" || content.source.in !== "request body") return content;
  const { call, source } = content;
  const sent = earlier.find(({ id }) => id === call)?.body?.content;
  return (sent && templateAt(sent, source.pointer)) ?? content;
}

function freshName(id: string, name: string, { attempt }: CallDrawing): string {
  return attempt === 1 ? `${id}: ${name}` : `${id}, draw ${attempt}: ${name}`;
}

/** The variables once a call is made that was drawn before: its own values are what it sends. */
export function declaredBy(id: string, { bound }: ResolvedCall, variables: Variables): Variables {
  const own = bound.flatMap(({ argument: { value: written }, slot }) =>
    written.kind === "declaration" ? [[written.name, variableFor(id, slot, "nobody")] as const] : [],
  );
  return own.length === 0 ? variables : new Map([...variables, ...own]);
}

function variableFor(id: string, { input }: Slot, given: Variable): Variable {
  if (input.kind === "credential") return given;
  const source =
    input.kind === "body"
      ? ({ in: "request body", pointer: input.pointer } as const)
      : ({ in: "request parameter", place: input.place, name: input.name } as const);
  return { kind: "reference", call: id, source };
}

function placeOf({ input }: Slot): JsonPointer {
  switch (input.kind) {
    case "parameter":
      return formatPointer([input.place, input.name]);
    case "body":
      return `/body${input.pointer}`;
    case "credential":
      return "/header/Authorization";
    default:
      return unreachable(input);
  }
}

function depthOf({ input }: Slot): number {
  return input.kind === "body" ? parsePointer(input.pointer).length : 0;
}

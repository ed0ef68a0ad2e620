import type { JsonPointer } from "#base/json-pointer";
import { parsePointer } from "#base/json-pointer";
import type { Api, Operation } from "#openapi/api";
import { requestSchema } from "#openapi/media-type";
import { membersOf } from "#openapi/schema-shape";
import type { Rule } from "#semantics/rule";
import type { ActionNames } from "./action-names.js";
import type { Deed } from "./derived-model.js";
import { and, compare, type Formula, field, not, variable } from "./formula.js";
import type { Action, Outcome, Parameter } from "./model.js";
import { isAllowed, isInKey, keyOf, type Link, lives, parentKey, type Thing } from "./thing.js";

/** What the actions of a model are written from. */
export interface Workshop {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: Api["schemas"];
  readonly rules: readonly Rule[];
  readonly things: ReadonlyMap<string, Thing>;
  readonly names: ActionNames;
  readonly updates: boolean;
  readonly refusals: boolean;
}

/** An action with what it means for the call that performs it. */
export interface DraftedAction {
  readonly action: Action;
  readonly deed: Deed;
}

export const EFFECT: Outcome = { kind: "effect" };
/** Accepted, and nothing that the model knows changes. */
export const ACCEPTED: Outcome = { kind: "update" };

export function refused(reason: string): Outcome {
  return { kind: "refusal", reason };
}

export function operationsOf({ operations }: Workshop, keys: readonly string[]): Operation[] {
  return keys.flatMap((key) => operations.get(key) ?? []);
}

/** The operations that the semantics name for a resource, and those that a rule adds. */
export function operationsWith(
  workshop: Workshop,
  keys: readonly string[],
  kind: "creates" | "removes",
  resource: string,
): Operation[] {
  const ruled = workshop.rules.flatMap((rule) =>
    rule.kind === kind && rule.resource === resource ? [rule.operation] : [],
  );
  return operationsOf(workshop, [...new Set([...keys, ...ruled])]);
}

/** What an update or delete of a thing that is not there does, as far as it is known. */
export function absentEffect({ rules }: Workshop, { resource }: Thing, { key }: Operation) {
  const rule = rules.find(
    (one) => one.kind === "absent" && one.resource === resource.name && one.operation === key,
  );
  return rule?.kind === "absent" ? rule.effect : undefined;
}

export function keyParameters(thing: Thing): Parameter[] {
  return thing.key.map(({ variable: name, sort }) => ({ name, type: { kind: "slot", sort } }));
}

/** The parents that a thing needs are there: all, or those of some links. */
export function parentsLive(
  { things }: Workshop,
  thing: Thing,
  needed: (link: Link) => boolean = () => true,
): Formula[] {
  return thing.links.filter(needed).flatMap((link) => {
    const parent = things.get(link.parent);
    return parent === undefined ? [] : [lives(parent, parentKey(link))];
  });
}

export function deedParents(links: readonly Link[]): Deed["parents"] {
  return links.map((link) => {
    const key = parentKey(link);
    return { resource: link.parent, via: link.via, parameter: key.at(-1) ?? "", key };
  });
}

/** A call on a thing that is there, or is looked for: by its key and what is around it. */
export function deedOn(thing: Thing, kind: "update" | "delete" | "action"): Deed {
  return {
    kind,
    resource: thing.resource.name,
    map: thing.map,
    key: keyOf(thing),
    parents: deedParents(thing.links.filter(isInKey)),
    fields: [],
  };
}

/** The same call on a thing whose status does not allow it. */
export function refusedByStatus(
  workshop: Workshop,
  thing: Thing,
  operation: Operation,
  deed: Deed,
): DraftedAction[] {
  const allowed = isAllowed(thing, operation.key);
  if (allowed.length === 0 || !workshop.refusals) return [];
  const action: Action = {
    name: workshop.names(operation, "WrongStatus"),
    operation: operation.key,
    outcome: refused("its status does not allow it"),
    parameters: keyParameters(thing),
    guard: and(lives(thing), not(and(...allowed))),
    effects: [],
  };
  return [{ action, deed: { ...deed, refusal: "status" } }];
}

/**
 * Values that a call must leave as they are, because it sends the whole thing and the model keeps them: as
 * parameters that are held to what is there, so that whoever makes the call knows what to send.
 */
export function heldValues(workshop: Workshop, thing: Thing, operation: Operation | undefined) {
  const sent = membersOf(operation && requestSchema(operation), workshop.schemas);
  const isSent = (pointer: JsonPointer): boolean => sent.has(parsePointer(pointer)[0] ?? "");
  const links = thing.links.filter(
    (link) =>
      link.via.kind === "body" &&
      isSent(link.via.pointer) &&
      link.parts.every(
        (part) => part.from === "key" || (part.field !== undefined && part.type.optional !== true),
      ),
  );
  const references = links.flatMap(({ parts }) => parts.filter((part) => part.from === "reference"));
  const held = [...new Map(references.map((part) => [part.variable, part])).values()];
  const numbers = thing.numbers.filter(({ pointer }) => isSent(pointer));
  const parameters: Parameter[] = [...held, ...numbers].map(({ variable: name, type }) => ({ name, type }));
  const is = (name: string): Formula => compare(field(thing.map, keyOf(thing), name), "=", variable(name));
  return {
    parameters,
    // A kept reference or number is a field of the same name as its variable.
    keepsReferences: held.map(({ variable: name }) => is(name)),
    keepsNumbers: numbers.map(({ variable: name }) => is(name)),
    links,
    numbers,
    fields: numbers.map(({ pointer, variable: parameter }) => ({ pointer, parameter })),
  };
}

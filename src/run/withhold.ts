import type { Json } from "#base/json";
import { isArray } from "#base/json";
import { getAtPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange, ResolvedInputs } from "#calls/exchange";
import { templateAt } from "#calls/place-template";
import type { Template } from "#calls/template";
import { isCredentialName } from "#http/redactor";
import type { Api, Operation } from "#openapi/api";
import { operationAmong } from "#openapi/operation-of";
import { looksSafe } from "#semantics/placed-operation";
import { type Naming, reachOf } from "#semantics/reach";

/** What is known of whose things are whose when a call is about to be sent. */
export interface Ownership {
  readonly api: Api;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The calls before it, to which its references lead. */
  readonly earlier: readonly Exchange[];
  /** Whether this run has made something with this id. */
  readonly hasMade: (id: Json) => boolean;
  /** Whether this parameter of a path names what was there before the run. */
  readonly isForeign: (operation: Operation, parameter: string, id: Json) => boolean;
  /** The run goes on as somebody whom it has registered itself. */
  readonly isOwnAccount: boolean;
  /** Somebody has written the calls, and may name what is theirs. */
  readonly isWritten: boolean;
}

/**
 * Why a call is not sent: it could change what this run has not made. Whatever plans calls keeps to that as well; this is
 * the one place that all of them pass.
 */
export function whyWithheld(
  call: Call,
  operation: Operation,
  inputs: ResolvedInputs,
  ownership: Ownership,
): string | undefined {
  const { api, isWritten } = ownership;
  if (api.isOwnService === true) return undefined;
  const reach = reachOf(operation, api, {
    namesOurs: (naming) => namesOurs(naming, call, operation, inputs, ownership),
    isOwnCaller: isWritten || ownership.isOwnAccount || isRegistered(call),
  });
  return reach.kind === "others" ? reach.why : undefined;
}

function namesOurs(
  naming: Naming,
  call: Call,
  operation: Operation,
  inputs: ResolvedInputs,
  ownership: Ownership,
): boolean {
  const { hasMade, isForeign, isWritten } = ownership;
  // An id in a path means one thing, or none: that it is ours is the care of whoever plans. What is known to be another's stays.
  if (naming.in === "path") {
    const id = inputs.path[naming.name];
    return id !== undefined && !isForeign(operation, naming.name, id);
  }
  const sent = valueAt(naming, inputs);
  const isList = naming.in === "body" && naming.isList === true;
  const named = !isList ? [sent] : isArray(sent) ? sent : [];
  const template = naming.in === "body" ? templateIn(call, naming.pointer) : call.query[naming.name];
  const isOne = (id: Json | undefined) => (typeof id === "string" ? id !== "" : typeof id === "number");
  return (
    named.length > 0 &&
    named.every(
      (id) => id !== undefined && isOne(id) && (isWritten || hasMade(id) || isOwn(template, ownership)),
    )
  );
}

function valueAt(naming: Naming, { query, body }: ResolvedInputs): Json | undefined {
  if (naming.in !== "body") return query[naming.name];
  return body === undefined || body.raw === true ? undefined : getAtPointer(body.content, naming.pointer);
}

function templateIn({ body }: Call, pointer: string): Template | undefined {
  return body === undefined ? undefined : templateAt(body.content, pointer);
}

/** Drawn for this run, or answered to a write of it. */
function isOwn(template: Template | undefined, ownership: Ownership): boolean {
  if (template?.kind === "fresh") return true;
  if (template?.kind === "array") return template.items.every((item) => isOwn(item, ownership));
  if (template?.kind !== "reference") return false;
  const from = ownership.earlier.find(({ call }) => call.id === template.call)?.call;
  return from !== undefined && !looksSafe(operationAmong(ownership.operations, from.operation));
}

/** It carries what a login of the sequence has answered, and nothing of what the user gave. */
function isRegistered({ actor, header }: Call): boolean {
  return (
    actor === null &&
    Object.entries(header).some(([name, template]) => isCredentialName(name) && template.kind === "reference")
  );
}

import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { resolveCall } from "#calls/resolve-call";
import type { PlannedSequence } from "#cover/planned-sequence";
import { requestSchema } from "#openapi/media-type";
import { anyOperation } from "#openapi/operation-of";
import { placeOfChosenId } from "#semantics/chosen-id";
import { resourceNamed } from "#semantics/semantics";
import { type Simpler, simplerInputs } from "#shrink/simpler-inputs";
import { compileValidator } from "#values/compile-validator";
import type { World } from "./world.js";

/**
 * Simpler inputs that mean the same: ids stay, since a shorter one may be somebody's; so do the inputs that are
 * named, since rules speak of them; and nothing is sent that the document forbids more than what was sent before.
 */
export function simplerFor(
  world: World,
  { creations, sequence }: PlannedSequence,
  exchanges: readonly Exchange[],
  named: (callId: string) => readonly JsonPointer[],
): Simpler {
  const objections = objectionsIn(world, exchanges);
  const known = new Map(sequence.calls.map((call) => [call.id, objections(call)]));
  return simplerInputs({
    isFixed: (call, input) =>
      [...named(call.id), ...idsIn(call, creations.get(call.id) ?? [], world)].includes(input),
    isValid: (call) => objections(call) <= (known.get(call.id) ?? 0),
  });
}

/** Where a create says which id its thing is to have. */
export function idsIn(
  call: Call,
  creations: PlannedSequence["creations"] extends ReadonlyMap<string, infer C> ? C : never,
  world: Pick<World, "api" | "semantics">,
): JsonPointer[] {
  return creations.flatMap(({ resource: name, id }) => {
    const resource = resourceNamed(world.semantics, name);
    const place = resource && placeOfChosenId(resource, anyOperation(world.api, call.operation), call);
    return [
      ...(place?.in === "body" ? [`/body/${place.name}`] : []),
      ...(id.source.in === "request body" ? [`/body${id.source.pointer}`] : []),
    ];
  });
}

/** How many things the document has to say against a call. */
function objectionsIn(world: World, exchanges: readonly Exchange[]): (call: Call) => number {
  return (call) => {
    const operation = anyOperation(world.api, call.operation);
    const missing = operation.parameters.filter(
      ({ in: place, name, required }) => required && !Object.hasOwn(call[place], name),
    ).length;
    const schema = requestSchema(operation);
    const resolved = resolveCall(call, { exchanges, fresh: ({ sample }) => sample });
    if (!resolved.ok) return Number.POSITIVE_INFINITY;
    if (schema === undefined || resolved.value.body === undefined) return missing;
    const validator = compileValidator(schema, { schemas: world.api.schemas, direction: "request" });
    return missing + (validator.ok ? validator.value(resolved.value.body.content).length : 0);
  };
}

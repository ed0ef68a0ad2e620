import { property } from "#base/json";
import type { Call } from "#calls/call";
import { ownValues } from "#calls/own-values";
import { replaceInBody } from "#calls/replace-in-body";
import type { Reference, ReferenceSource, Template } from "#calls/template";
import type { IdPlace } from "#semantics/chosen-id";
import type { Ground } from "./oracle.js";
import { chosenIdPlace, idFieldOf, type Kind } from "./situation.js";

/**
 * Turns a create into one that makes a thing like another: with the same values wherever two things may have the same, and
 * with an id that begins like the other's where the client chooses it. Undefined where nothing would be more alike than it is anyway.
 */
export function lookAlike(
  ground: Ground,
  kind: Kind,
  first: string,
): ((call: Call, suffix: string) => Call) | undefined {
  const { resource, create } = kind;
  const id = chosenIdPlace(ground, kind);
  const unique = ground.rules.flatMap((rule) =>
    rule.kind === "unique" && rule.resource === resource.name ? rule.fields : [],
  );
  const shared = ownValues(create.inputs.body?.content).filter(
    ({ pointer, path }) =>
      !unique.includes(pointer) && path.at(-1) !== idFieldOf(kind) && path[0] !== id?.name,
  );
  const named = id === undefined ? undefined : textAt(create.inputs, id);
  if (shared.length === 0 && named === undefined) return undefined;
  return (call, suffix) => {
    let alike = call;
    for (const { pointer } of shared)
      alike = { ...alike, ...replaceInBody(alike, pointer, ofFirst(first, { in: "request body", pointer })) };
    return named === undefined || id === undefined ? alike : withLongerId(alike, id, first, suffix);
  };
}

function withLongerId(call: Call, { in: place, name }: IdPlace, first: string, suffix: string): Call {
  if (place === "path") {
    const longer = ofFirst(first, { in: "request parameter", place, name });
    return { ...call, path: { ...call.path, [name]: { ...longer, suffix } } };
  }
  const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const longer = ofFirst(first, { in: "request body", pointer });
  return { ...call, ...replaceInBody(call, pointer, { ...longer, suffix }) };
}

/** The id as it is drawn, where that is text: a number cannot begin like another and be as large as before. */
function textAt(inputs: Kind["create"]["inputs"], { in: place, name }: IdPlace): Template | undefined {
  const content = inputs.body?.content;
  const drawn =
    place === "path" ? inputs.path[name] : content?.kind === "object" ? content.members[name] : undefined;
  if (drawn?.kind !== "fresh") return undefined;
  const { sample, schema = null } = drawn;
  return typeof sample === "string" || (sample === null && property(schema, "type") === "string")
    ? drawn
    : undefined;
}

function ofFirst(call: string, source: ReferenceSource): Reference {
  return { kind: "reference", call, source };
}

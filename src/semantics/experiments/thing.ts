import { formatPointer, type JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { hasPlace, replaceInBody } from "#calls/replace-in-body";
import type { ReferenceSource } from "#calls/template";
import type { IdPlace } from "../chosen-id.js";
import { type Made, type MadeThing, SELF } from "../recipe.js";
import { linksOf, type Subject } from "./subject.js";

/** A thing of an experiment: made by it, or a free id that could have been one. */
export interface Thing {
  readonly subject: Subject;
  /** The calls that made it (`SELF`) and what it stands in. */
  readonly made: Made;
  /** What it stands in and refers to, and what those do, by role. */
  readonly parents: Parents;
  /** The call that made it; undefined for an id that nothing has. */
  readonly created?: Exchange;
}

export type Parents = ReadonlyMap<string, Thing>;

/** The parents without which it would be another thing: its path runs through them, or its id is theirs. */
export function standsIn({ subject, parents }: Thing): Parents {
  const places = linksOf(subject).filter(({ via }) => via.kind !== "body");
  return new Map(
    places.flatMap(({ resource }) => {
      const parent = parents.get(resource);
      return parent === undefined ? [] : [[resource, parent]];
    }),
  );
}

export function madeOf(parents: Parents): Map<string, MadeThing> {
  return new Map(
    [...parents].flatMap(([name, { made }]) => {
      const self = made.get(SELF);
      return self === undefined ? [] : [[name, self]];
    }),
  );
}

/** The create with the id that another create chose. */
export function withIdOf(call: Call, place: IdPlace, other: Call): Call {
  if (place.in === "path") {
    const source = { in: "request parameter", place: "path", name: place.name } as const;
    return {
      ...call,
      path: { ...call.path, [place.name]: { kind: "reference", call: other.id, source } },
    };
  }
  return withPartsOf(call, [formatPointer([place.name])], other);
}

/** The call with these parts of its body as another call sent them. */
export function withPartsOf(call: Call, pointers: Iterable<JsonPointer>, other: Call): Call {
  let like = call;
  for (const pointer of pointers) {
    if (call.body === undefined || !hasPlace(call.body.content, pointer)) continue;
    const source = { in: "request body", pointer } as const;
    like = { ...like, ...replaceInBody(like, pointer, { kind: "reference", call: other.id, source }) };
  }
  return like;
}

export function withSelf(made: Made, call: string, identity: ReferenceSource): Made {
  return new Map([...made, [SELF, { call, identity }]]);
}

/** Where in its request a create names the id that it gives. */
export function requested(place: IdPlace): ReferenceSource {
  return place.in === "path"
    ? { in: "request parameter", place: "path", name: place.name }
    : { in: "request body", pointer: formatPointer([place.name]) };
}

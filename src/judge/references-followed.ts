import { aNoun } from "#base/a-noun";
import { appendToPointer, getAtPointer, type JsonPointer } from "#base/json-pointer";
import { ACCEPTED, answers } from "#calls/checks";
import { hasPlace } from "#calls/replace-in-body";
import { succeeded } from "#calls/succeeded";
import type { Api, Operation } from "#openapi/api";
import { successSchema } from "#openapi/media-type";
import { operationOf } from "#openapi/operation-of";
import { membersOf, typesOf } from "#openapi/schema-shape";
import { PROVOKE } from "#semantics/life";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, SELF } from "#semantics/recipe";
import { resourceNamedBy } from "#semantics/refers-to";
import { type Resource, resourceNamed } from "#semantics/semantics";
import { nameWords } from "#values/name-words";
import { bodyOf, earlier, isAbsent, noun } from "./lifecycle.js";
import { finding, type Ground, type Oracle } from "./oracle.js";
import { show } from "./show.js";
import { type Kind, kindsOf, Situation } from "./situation.js";

const [MAKE, LOOK, FOLLOW] = ["make it", "look", `${PROVOKE}follow `];

/** So many references of a kind are followed. */
const MOST = 4;

/**
 * A thing that was just made shows ids of other things: those it was made with, and those that the service put there. Each
 * is read as the document says. A weak norm: a member may be called like an id and be something else.
 */
export const referencesFollowed: Oracle = {
  id: "references-followed",
  title: "Every reference to another thing that an answer hands out can be followed.",
  verdict: "WARN",
  source: "a service's agreement with itself",
  needs: "a read that shows the id of another thing, and a read of that one",
  sequences: (ground) =>
    kindsOf(ground).flatMap((kind) => {
      const [read] = kind.resource.read;
      const references = read === undefined ? [] : referencesIn(ground, kind, read).slice(0, MOST);
      if (read === undefined || references.length === 0) return [];
      const situation = new Situation(ground, kind);
      const things = situation.make(MAKE);
      situation.add(situation.plain(LOOK, read, things));
      for (const { pointer, resource, operation } of references) {
        const named = { call: LOOK, identity: { in: "response body", pointer } } as const;
        const recipe = plainRecipe(ground.known, operation, resource);
        situation.add(callFromRecipe(FOLLOW + pointer, recipe, new Map([[SELF, named]])));
      }
      return [situation.build(referencesFollowed.id, `follow what ${read} names`)];
    }),
  judge: (step) => {
    const { id } = step.exchange.call;
    const look = earlier(step, LOOK);
    if (step.plannedBy !== referencesFollowed.id || !id.startsWith(FOLLOW) || !succeeded(look)) return [];
    const { status } = step.response;
    const pointer = id.slice(FOLLOW.length);
    const named = getAtPointer(bodyOf(look), pointer);
    // Nothing, and the nothings of services that cannot say null.
    if (named === undefined || named === null || named === "" || named === 0) return [];
    if (!isAbsent(step.exchange)) return [];
    const operation = look?.call.operation ?? step.operation.key;
    return [
      finding(referencesFollowed.id, step, {
        operation,
        evidence: [MAKE, LOOK],
        verdict: "WARN",
        clause: "what is named is there",
        shape: `${pointer} leads nowhere`,
        check: answers(id, ACCEPTED),
        message: `${operation} shows ${aNoun(noun(step))} whose ${pointer} ${step.operation.key} does not find`,
        expected: `200 for ${show(named)}`,
        got: String(status),
        why: "The thing was just made and shows this id; a client that follows it finds nothing.",
      }),
    ];
  },
};

interface Handed {
  readonly pointer: JsonPointer;
  readonly resource: Resource;
  /** Reads what is named, by its id alone. */
  readonly operation: Operation;
}

function referencesIn(
  { known: { api, semantics } }: Ground,
  { resource, create }: Kind,
  read: string,
): readonly Handed[] {
  const links = [...resource.parents, ...(resource.mentions ?? [])];
  const members = [...membersOf(successSchema(operationOf(api, read)), api.schemas)];
  // What need not be there is followed last: without it the sequence ends.
  const sure = members.toSorted(([, a], [, b]) => Number(b.required) - Number(a.required));
  return sure.flatMap(([name, { schema }]) => {
    const pointer = appendToPointer("", name);
    const link = links.find(({ via }) => via.kind === "body" && via.pointer === pointer);
    const named = link
      ? resourceNamed(semantics, link.resource)
      : namedBy(name, resource, semantics.resources);
    const key = named?.read.find((each) => each.startsWith("GET ") && each.split("{").length === 2);
    if (named === undefined || key === undefined) return [];
    // What a create could name and does not is empty in what it made.
    const sent = create.inputs.body?.content;
    if (link !== undefined && sent !== undefined && !hasPlace(sent, pointer)) return [];
    const operation = operationOf(api, key);
    return fits(typesOf(schema, api.schemas), operation, api)
      ? [{ pointer, resource: named, operation }]
      : [];
  });
}

/** A `userId` is no name of a user who is found by `username`. */
function namedBy(name: string, own: Resource, all: readonly Resource[]): Resource | undefined {
  const named = resourceNamedBy(name, all);
  if (named?.idParameter === undefined || named.name === own.name) return undefined;
  return nameWords(name).at(-1) === nameWords(named.idParameter).at(-1) ? named : undefined;
}

/** An id has the type that the path asks for. */
function fits(types: ReadonlySet<string>, { parameters }: Operation, { schemas }: Api): boolean {
  const asked = parameters.find(({ in: place }) => place === "path");
  const wanted = typesOf(asked?.schema, schemas);
  return ["string", "integer", "number"].some((type) => types.has(type) && wanted.has(type));
}

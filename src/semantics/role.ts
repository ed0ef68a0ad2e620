import type { JsonPointer } from "#base/json-pointer";
import type { CallInputs } from "#calls/call";
import { referencesOf } from "#calls/references";
import type { CallRecipe } from "./recipe.js";
import type { ParentLink, Resource } from "./semantics.js";
import type { Step } from "./step.js";

/**
 * What a recipe calls a thing that it needs. Mostly one of a kind is enough, and the kind's name says which; a transfer
 * names two accounts, and then the second is called by its place in the body: `account /to`. So is the buyer of an offer,
 * `seller /buyer`, where it must be another than the seller of what the offer is for.
 */
export type Role = string;

/** A thing that must be there before another can be made. */
export interface Need {
  readonly resource: string;
  /** Whether the path runs through it. */
  readonly byPath: boolean;
  /** What the inputs call it, where that is not the name of its resource. */
  readonly as?: Role;
  /** What it is made with, where one as it is usually made will not do: an account that pays has money. */
  readonly like?: CallInputs;
  /** What is done to it once it is made, where a new one will not do: an event is published before seats are sold. */
  readonly moved?: readonly Step[];
  /** It serves for one such thing only: an order is reviewed once. Where several do, together: a grade for whom in what. */
  readonly once?: true;
  /** The service refuses the one that is named first for this as well: nobody pays himself. */
  readonly distinct?: true;
}

export function roleOf({ resource, via }: ParentLink, { parents }: Pick<Resource, "parents">): Role {
  if (via.kind !== "body") return resource;
  const own = parents.find((link) => link.resource === resource && linkPointer(link) === via.pointer);
  if (own?.distinct === true) return secondRole(resource, via.pointer);
  const first = parents.find((link) => link.resource === resource)?.via;
  const isFirst = first === undefined || (first.kind === "body" && first.pointer === via.pointer);
  return isFirst ? resource : secondRole(resource, via.pointer);
}

function linkPointer({ via }: ParentLink): JsonPointer | undefined {
  return via.kind === "body" ? via.pointer : undefined;
}

export function secondRole(resource: string, pointer: JsonPointer): Role {
  return `${resource} ${pointer}`;
}

/** The name of the resource that a role is of. */
export function kindOfRole(role: Role): string {
  const cut = role.indexOf(" /");
  return cut < 0 ? role : role.slice(0, cut);
}

/** Whether a recipe calls something by its place in the body, so that it must be made for that. */
export function namesSecond({ operation, inputs }: Pick<CallRecipe, "operation" | "inputs">): boolean {
  return referencesOf({ id: "", operation, ...inputs }).some(
    ({ reference }) => kindOfRole(reference.call) !== reference.call,
  );
}

export function roleIn({ resource, as }: Pick<Need, "resource" | "as">): Role {
  return as ?? resource;
}

/** What a create needs, as far as it is there. What must be another than all the rest is chosen after them. */
export function needsOf(resource: Resource, isThere: (role: Role) => boolean): readonly Need[] {
  const isApart = ({ distinct }: ParentLink) => distinct === true;
  const parents = [...resource.parents].sort((a, b) => Number(isApart(a)) - Number(isApart(b)));
  return parents.flatMap((link): Need[] => {
    const role = roleOf(link, resource);
    if (!isThere(role)) return [];
    const need = { resource: link.resource, byPath: link.via.kind === "path" };
    return [role === link.resource ? need : { ...need, as: role }];
  });
}

import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { OperationKey } from "#openapi/api";

/** What an operation does to a resource, whatever its verb says. */
export type OperationSemantics = "CREATE" | "READ" | "READ_MULTI" | "UPDATE" | "DELETE" | "OTHER";

/** What only shows things. */
export function isRead(semantics: OperationSemantics | undefined): boolean {
  return semantics === "READ" || semantics === "READ_MULTI";
}

/** More about an operation than its label tells. `none`: nothing that can be seen comes of it. */
export type OperationKind = "login" | "logout" | "signup" | "action" | "search" | "none";

export interface OperationMeaning {
  readonly operation: OperationKey;
  readonly semantics: OperationSemantics;
  /** The name of the resource, or null where it concerns none. */
  readonly resource: string | null;
  /** Why it is taken for that, in words. */
  readonly reason: string;
  readonly kind?: OperationKind;
  /** Somebody has said so, and is believed. */
  readonly stated?: true;
  /** What came of trying it; undefined where nobody has. */
  readonly proof?: Proof;
}

/** How a conclusion came about. */
export interface Proof {
  /** Its effect was seen. */
  readonly confirmed: boolean;
  /** What it was taken for before anything was tried. */
  readonly hypothesis: OperationSemantics;
  /** What was seen, or why it is still open. */
  readonly because: string;
  /** What the user could provide, where it is open. */
  readonly hint?: string;
  /** The calls that show it, in order. */
  readonly evidence: readonly Evidence[];
  /** It was answered with success, and what should follow did not: what was seen instead. */
  readonly deviates?: string;
  /** What it changes in a thing, as it was seen. */
  readonly changes?: readonly Change[];
}

export interface Evidence {
  readonly operation: OperationKey;
  /** Null where there was no answer. */
  readonly status: number | null;
  /** The id of the call in its trace. */
  readonly call: string;
}

/** A part of a thing that was another after a call. */
export interface Change {
  readonly field: JsonPointer;
  readonly before: Json;
  readonly after: Json;
}

/** A kind of thing that the API keeps. */
export interface Resource {
  readonly name: string;
  /** The path of the collection, for example `/tournaments/{tid}/players`. */
  readonly collection: string;
  /** The path of one of its things, for example `/tournaments/{tid}/players/{pid}`. */
  readonly itemPath?: string;
  /** The path parameter that holds the id of one of its things; undefined where there is no item path. */
  readonly idParameter?: string;
  /** The names that the id may have in a body, most likely first. */
  readonly idFields: readonly string[];
  /** Who chooses the id, as far as the document tells. */
  readonly idSource: "client" | "server";
  /** Whatever is made has the same id, from a few that the document names: there is only ever one of them. */
  readonly single?: true;
  readonly create: readonly OperationKey[];
  readonly read: readonly OperationKey[];
  readonly list: readonly OperationKey[];
  readonly update: readonly OperationKey[];
  readonly delete: readonly OperationKey[];
  readonly parents: readonly ParentLink[];
  /** Actions on such things that stand elsewhere, and what their bodies name: the first of this kind is the thing itself. */
  readonly named?: Readonly<Record<OperationKey, readonly ParentLink[]>>;
  /** The list elsewhere that was seen to show one, where it has neither a read nor a list of its own. */
  readonly seenIn?: OperationKey;
  /** Things that it names, and that need not be made for it: of its own kind, or put there by the service. */
  readonly mentions?: readonly ParentLink[];
}

/** What an operation that concerns no resource is called with. */
export const NO_RESOURCE: Resource = {
  name: "",
  collection: "",
  idFields: [],
  idSource: "server",
  create: [],
  read: [],
  list: [],
  update: [],
  delete: [],
  parents: [],
};

/** A thing needs another: because its path runs through it, or because its body names it. */
export interface ParentLink {
  readonly resource: string;
  readonly via:
    | { readonly kind: "path"; readonly parameter: string }
    /** Its own id is the id of that thing. */
    | { readonly kind: "id" }
    | { readonly kind: "body"; readonly pointer: JsonPointer; readonly required: boolean };
  /** It must be another one than the first of that kind that is named. */
  readonly distinct?: true;
  /** One is made for it each time: those that are there for other purposes will not do. */
  readonly apart?: true;
}

export interface Semantics {
  readonly operations: Readonly<Record<OperationKey, OperationMeaning>>;
  readonly resources: readonly Resource[];
}

export function resourceNamed(semantics: Semantics, name: string | null): Resource | undefined {
  return semantics.resources.find((resource) => resource.name === name);
}

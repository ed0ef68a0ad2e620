import type { JsonPointer } from "#base/json-pointer";
import type { ParentLink } from "#semantics/semantics";
import type { Model } from "./model.js";

/** A model that came from an API's rules, with what is needed to walk a service through it. */
export interface DerivedModel {
  readonly model: Model;
  /** The resources whose things it holds, parents before children. */
  readonly resources: readonly string[];
  /** By the name of an action: what it does. */
  readonly deeds: ReadonlyMap<string, Deed>;
  /** By map: the member of its things that shows where in their life they stand, where the model knows. */
  readonly lives?: ReadonlyMap<string, string>;
  /** What it leaves out and why, in sentences. */
  readonly leftOut: readonly string[];
}

/** What an action means for the call that performs it. Parameters are those of the action, by name. */
export interface Deed {
  readonly kind: "create" | "create-many" | "update" | "delete" | "action";
  readonly resource: string;
  /** The map that holds the resource's things. */
  readonly map: string;
  /** The parameters that make the thing's key in the map: those of its path's parents, then its own. */
  readonly key: readonly string[];
  /** The parameters that say which parents it names, by path or in its body. */
  readonly parents: readonly {
    readonly resource: string;
    readonly via: ParentLink["via"];
    readonly parameter: string;
    /** The parameters that make the parent's key in its map; `parameter` is the last of them. */
    readonly key: readonly string[];
  }[];
  /** Parameters whose values stand in the body that is sent: numbers that the model chooses, or holds an update to. */
  readonly fields: readonly { readonly pointer: JsonPointer; readonly parameter: string }[];
  /** For an update, or a create of what is there: the values that are there already, or others. */
  readonly values?: "same" | "other";
  /** For a refusal as not unique: the thing, by its key's parameters, whose values at these places are sent again. */
  readonly repeats?: { readonly key: readonly string[]; readonly pointers: readonly JsonPointer[] };
  /** Why it is to be refused; undefined where it is to succeed. */
  readonly refusal?: Refusal;
}

export type Refusal =
  /** The thing is not there. */
  | "absent"
  /** The id is taken. */
  | "duplicate"
  /** A parent that it names is not there. */
  | "dangling"
  /** Children stand in the way. */
  | "restricted"
  /** Another thing has the same values where they must differ. */
  | "not-unique"
  /** The parent has no room for it. */
  | "full"
  /** It is in a status in which that is not done. */
  | "status"
  /** What it belongs to is in a status in which nothing may be added to it. */
  | "parent-status";

import type { Json } from "#base/json";
import type { Random } from "#base/random";
import type { Template } from "#calls/template";
import type { Api, OperationKey, Schema } from "#openapi/api";

/**
 * How daring a drafted input is. Services refuse what their document allows, so several drafts are tried: a
 * full body with a value of its own in every field says most, a bare one is most often accepted.
 */
export interface DraftStyle {
  readonly members: "all" | "required";
  /** Which plain values are drawn anew on every run: all of them, or only what tells things apart. */
  readonly fresh: "scalars" | "names";
  /** Names without spaces and capitals: many services want them so and do not say it. */
  readonly slugs?: true;
  /** Amounts as small as the document allows: what is taken from a thing must be in it. */
  readonly least?: true;
}

export const DRAFT_STYLES: readonly DraftStyle[] = [
  { members: "all", fresh: "scalars" },
  { members: "all", fresh: "names" },
  { members: "required", fresh: "scalars" },
  { members: "required", fresh: "names" },
  { members: "all", fresh: "scalars", slugs: true },
  { members: "required", fresh: "names", slugs: true },
  { members: "required", fresh: "names", least: true },
];

/** A plausible value for a schema, or undefined where none can be made. */
export type Draft = (
  schema: Schema,
  name: string,
  random: Random,
  operation: OperationKey,
) => Json | undefined;

/** The input of this name where it is an id that is known. */
export type Bound = (
  /** `within`: in an object that is a member of the body, where only what is known to be a reference is one. */
  place: "path" | "body" | "within",
  name: string,
  schema: Schema,
  /** What stands beside it in the body, and the members around that. */
  members: readonly string[],
  around?: readonly string[],
) => Template | undefined;

export interface DraftOptions {
  readonly api: Api;
  readonly random: Random;
  readonly style: DraftStyle;
  readonly draft: Draft;
  /** What is known of an input, by place and name: a reference to a parent, the thing's own id. */
  readonly bound: Bound;
  /** Members of the body that a refusal objected to; `changes.owner` is one within another. */
  readonly leaveOut: ReadonlySet<string>;
  /** Members of the body that a refusal missed. */
  readonly demanded: ReadonlySet<string>;
  /** Query parameters that are not demanded are sent as well. */
  readonly optionalQuery?: boolean;
}

/** The options, and for what. */
export interface Drafting extends DraftOptions {
  readonly operation: OperationKey;
}

import type { Bound, Formula, Term } from "./formula.js";

/**
 * A finite state machine as data: what an API keeps, and what its operations do to that. JSON, so that it can be
 * stored, printed and compared; `checkModel` says whether it means something.
 *
 * In the initial state every map is empty: Piolet starts with nothing of its own in the service.
 */
export interface Model {
  readonly name: string;
  readonly sorts: readonly Sort[];
  readonly maps: readonly ResourceMap[];
  readonly actions: readonly Action[];
  readonly invariants: readonly Invariant[];
}

/** Identities of one kind. A slot stands for a resource with a fresh identity in each run. */
export interface Sort {
  readonly name: string;
  readonly slots: number;
}

/** For each key an entry that is absent or holds a record. Several keys: one entry per combination of slots. */
export interface ResourceMap {
  readonly name: string;
  /** Names of sorts. */
  readonly keys: readonly string[];
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
}

export type FieldType = SlotType | IntegerType | FlagType | ChoiceType;

/** A reference to a slot. Nothing says that the slot is in use: that is for guards and invariants. */
export interface SlotType {
  readonly kind: "slot";
  readonly sort: string;
  readonly optional?: boolean;
}

/** Both ends belong to the range. */
export interface IntegerType {
  readonly kind: "integer";
  readonly from: number;
  readonly to: number;
}

export interface FlagType {
  readonly kind: "flag";
}

/** A lifecycle status, for example. */
export interface ChoiceType {
  readonly kind: "choice";
  readonly options: readonly string[];
}

export interface Action {
  /** Unique in the model. */
  readonly name: string;
  /** The operation that is called, as `METHOD /path`. */
  readonly operation: string;
  readonly outcome: Outcome;
  readonly parameters: readonly Parameter[];
  readonly guard: Formula;
  /**
   * Everything is read in the state before the call; writes happen in order. An action that would store a value
   * outside its field's type is not enabled.
   */
  readonly effects: readonly Effect[];
}

export type Outcome =
  | { readonly kind: "effect" }
  /** Accepted, but nothing that the model knows changes. */
  | { readonly kind: "update" }
  /** Answered with a 4xx, and nothing changes. */
  | { readonly kind: "refusal"; readonly reason: string };

export interface Parameter {
  readonly name: string;
  readonly type: FieldType | SubsetType;
}

/** Any set of slots of a sort, the empty one too. */
export interface SubsetType {
  readonly kind: "subset";
  readonly sort: string;
}

export type Effect =
  /** Creates the entry or replaces all of it. */
  | {
      readonly kind: "put";
      readonly map: string;
      readonly key: readonly string[];
      readonly record: Readonly<Record<string, Term>>;
    }
  | { readonly kind: "remove"; readonly map: string; readonly key: readonly string[] }
  /** Nothing happens where the entry is absent. */
  | {
      readonly kind: "set";
      readonly map: string;
      readonly key: readonly string[];
      readonly field: string;
      readonly value: Term;
    }
  /**
   * For all slots that satisfy the formula: a cascade, or a list of things created at once. Each effect happens
   * for all of them before the next one, and its key names every variable bound here: so no two rounds write one
   * entry, and the order of slots does not matter.
   */
  | {
      readonly kind: "each";
      readonly variables: readonly Bound[];
      readonly where: Formula;
      readonly effects: readonly Effect[];
    };

export interface Invariant {
  readonly text: string;
  readonly formula: Formula;
}

import type { Json } from "#base/json";
import type { Outcome, ResolvedInputs } from "#calls/exchange";
import type { ReadRequest } from "./read-request.js";
import { type Known, known } from "./value.js";

/** The judged call. The response is missing before the request is sent. */
export interface ThisCall {
  readonly inputs: ResolvedInputs;
  readonly response?: Outcome;
}

export type Moment = "now" | "before";

/**
 * Whether truth or falsehood of a node makes the formula true. A quantifier that looked at a sample only must
 * not make a formula false: in a positive place a sampled `for` may hold, in a negative one it may not.
 */
export type Polarity = "positive" | "negative" | "mixed";

/** What an expression can see. `undefined` call: an invariant, which belongs to no call. */
export interface Scope {
  readonly pass: Pass;
  readonly call: ThisCall | undefined;
  readonly moment: Moment;
  readonly bindings: Binding | undefined;
}

/** A quantified variable with its element; a linked list, because scopes are made by the thousand. */
export interface Binding {
  readonly name: string;
  readonly value: Known;
  readonly outer: Binding | undefined;
}

/**
 * One evaluation of a formula with the observations made so far. It does no I/O: what is missing is noted,
 * and the formula is evaluated again when it is there. So all reads that do not depend on each other are made
 * together, and the result does not depend on which of them came first.
 */
export interface Pass {
  /** The outcome, or that it was asked for, or why it will never be there. */
  observe(moment: Moment, request: ReadRequest): Outcome | "pending" | { readonly unavailable: string };
  /** Counts one step; false when the limit is reached. */
  step(): boolean;
  /** How many elements of a collection are looked at, where a quantifier has so many variables. */
  sampleSize(variables: number): number;
  noteSample(collection: string, taken: number, total: number): void;
  /** Whether an element is worth reads of its own. */
  concerns(element: Json): boolean;
  /** Whether the service leaves this value out by habit, so that nobody misses it. */
  mayLack(value: Json): boolean;
  /** Whether lists are sets to `is part of`. */
  readonly anyOrder: boolean;
}

/** Names that are bound from outside, such as the variables of a protocol. */
export type Variables = ReadonlyMap<string, Json>;

export function bindAll(variables: Variables | undefined): Binding | undefined {
  let bindings: Binding | undefined;
  for (const [name, json] of variables ?? []) bindings = { name, value: known(json), outer: bindings };
  return bindings;
}

export function bind(scope: Scope, name: string, value: Known): Scope {
  return { ...scope, bindings: { name, value, outer: scope.bindings } };
}

export function findBinding(scope: Scope, name: string): Known | undefined {
  for (let binding = scope.bindings; binding; binding = binding.outer) {
    if (binding.name === name) return binding.value;
  }
  return undefined;
}

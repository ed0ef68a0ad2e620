import type { OperationKey } from "#openapi/api";
import type { PlacedOperation } from "./placed-operation.js";

/** A place where things of one kind are kept. */
export interface Collection {
  readonly path: string;
  readonly name: string;
  readonly onCollection: readonly PlacedOperation[];
  readonly onItem: readonly PlacedOperation[];
  /** The kinds of things that it keeps, by their schemas. */
  readonly things: ReadonlySet<string>;
}

export interface Collections {
  readonly all: readonly Collection[];
  /** Operations on paths of their own that show things of a collection elsewhere. */
  readonly views: ReadonlyMap<OperationKey, Collection>;
}

export type Unnamed = Omit<Collection, "name">;

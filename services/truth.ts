import { readFileSync } from "node:fs";
import { truthPath } from "./service-files.js";

/** What a bundled service really does, written by hand: what learning is measured against. */
export interface Truth {
  readonly operations: Readonly<Record<string, OperationTruth>>;
  readonly resources: Readonly<Record<string, ResourceTruth>>;
  readonly relations: readonly RelationTruth[];
  readonly unique: readonly { readonly resource: string; readonly fields: readonly string[] }[];
  readonly capacities: readonly CapacityTruth[];
  /** Fields that follow from other resources and that a client cannot set. */
  readonly derived: readonly { readonly resource: string; readonly field: string; readonly from: string }[];
  /** Operations that answer some requests with a 500, fault or no fault. */
  readonly serverErrors: readonly string[];

  // What follows is left out where there is none of it.

  /** Deletes that keep the thing readable, in another state. */
  readonly softDeletes?: readonly SoftDeleteTruth[];
  /** Statuses that a thing goes through, and by which operations. */
  readonly lifecycles?: readonly LifecycleTruth[];
  /** How a client becomes somebody, and which operations then ask who it is. */
  readonly login?: LoginTruth;
  /** Things that only the user in this field may read or change. */
  readonly ownership?: readonly { readonly resource: string; readonly field: string }[];
  /** Operations whose effect can be seen only some time after the answer. */
  readonly asynchronous?: readonly string[];
  /** Lists that come in pages. */
  readonly paging?: readonly PagingTruth[];
  /** Operations that do a thing once, however often the same key is sent in this header. */
  readonly idempotencyKeys?: readonly { readonly operation: string; readonly header: string }[];
  /** Numbers whose sum over all things no operation but those named changes. */
  readonly conserved?: readonly ConservedTruth[];
  /** Operations that say with a 2xx that they refused, and the member of the body that tells. */
  readonly errorsInSuccess?: { readonly operations: readonly string[]; readonly field: string };
}

export interface SoftDeleteTruth {
  readonly resource: string;
  readonly operation: string;
  readonly field: string;
  /** The operations that undo it, and that make it final. */
  readonly restore: readonly string[];
  readonly purge: readonly string[];
}

export interface LifecycleTruth {
  readonly resource: string;
  readonly field: string;
  readonly initial: string;
  readonly transitions: readonly {
    readonly operation: string;
    readonly from: readonly string[];
    readonly to: string;
  }[];
}

export interface LoginTruth {
  readonly register: string | null;
  readonly operation: string;
  /** Where the token stands in the answer, as a JSON pointer. */
  readonly token: string;
  readonly secured: readonly string[];
}

export interface PagingTruth {
  readonly operation: string;
  readonly page: string;
  readonly size: string;
  readonly defaultSize: number;
}

export interface ConservedTruth {
  readonly resource: string;
  readonly field: string;
  readonly changedBy: readonly string[];
}

export interface OperationTruth extends Label {
  /** Labels that are as defensible, where what an operation does is a matter of view. */
  readonly orElse?: readonly Label[];
}

interface Label {
  readonly semantics: "CREATE" | "READ" | "READ_MULTI" | "UPDATE" | "DELETE" | "OTHER";
  readonly resource: string;
}

export interface ResourceTruth {
  readonly idField: string;
  readonly idSource: "client" | "server";
  readonly create: readonly string[];
  readonly read: readonly string[];
  readonly list: readonly string[];
  readonly update: readonly string[];
  readonly delete: readonly string[];
  readonly parents: readonly string[];
  /** The service gives an id where the client leaves it out. */
  readonly assignedWhenAbsent?: boolean;
  /** Creating what exists replaces it. */
  readonly upsert?: boolean;
  /** The member of a body that one thing comes in. */
  readonly envelope?: string;
}

export interface RelationTruth {
  readonly child: string;
  readonly parent: string;
  readonly via: string;
  readonly onParentDelete: "restrict" | "cascade" | "orphan" | null;
}

export interface CapacityTruth {
  readonly resource: string;
  readonly field: string;
  readonly limits: string;
  readonly via: string;
  readonly status: number;
}

export function readTruth(service: string): Truth {
  return JSON.parse(readFileSync(truthPath(service), "utf8"));
}

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

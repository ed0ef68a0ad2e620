import type { Api } from "#openapi/api";
import type { Rule } from "#semantics/rule";
import type { Resource } from "#semantics/semantics";

/** What the things of a model are laid out from. */
export interface PlanInput {
  readonly api: Api;
  readonly rules: readonly Rule[];
  /** Parents before children. */
  readonly resources: readonly Resource[];
  readonly slotsOf: (resource: string) => number;
}

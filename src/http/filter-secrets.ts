import type { Filtered } from "#base/filtered";
import type { Json } from "#base/json";
import type { Redactor } from "./redactor.js";

/**
 * What leaves a run, without secrets: the one way there. Records, exchanges and faults are JSON by construction; an
 * interface is just not assignable to an index type.
 */
export function filterSecrets<T extends object>(
  data: T,
  { redactJson }: Pick<Redactor, "redactJson">,
): Filtered<T> {
  return redactJson(data as unknown as Json) as unknown as Filtered<T>;
}

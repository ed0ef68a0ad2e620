import type { Json } from "#base/json";
import type { Step } from "./client.js";

/** Calls, and what the correct service answers to the last of them: there, and not before, the fault shows. */
export interface Scenario {
  readonly calls: readonly Step[];
  readonly answer: { readonly status: number; readonly body?: Json; readonly location?: string };
}

/** One walk through a correct service: the status that is due, the request line, the body. */
export type Tour = readonly (readonly [status: number, request: string, body?: Json])[];

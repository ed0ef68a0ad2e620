import type { Json } from "#base/json";
import type { Answer, Circumstances, Step } from "./client.js";

/** Calls, and what the correct service answers to the last of them: there, and not before, the fault shows. */
export interface Scenario {
  readonly calls: readonly Step[];
  readonly answer: Partial<Answer> & Pick<Answer, "status">;
}

/** One walk through a correct service: the status that is due, and then the step. */
export type Tour = readonly (readonly [
  status: number,
  request: string,
  body?: Json | undefined,
  circumstances?: Circumstances,
])[];

/** The step of a place in a tour, without its status. */
export function stepOf([, ...step]: Tour[number]): Step {
  return step as unknown as Step;
}

/** For services that want a token with each call. */
export function bearer(token: string): Circumstances {
  return { headers: { authorization: `Bearer ${token}` } };
}

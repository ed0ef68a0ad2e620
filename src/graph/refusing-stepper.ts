import type { LowModel } from "./lower-model.js";
import type { Stepper } from "./stepper.js";

/**
 * Turns a call whose result would break an invariant into a refusal: it stays where it is, under a label of its
 * own. Done while exploring and not by rewriting guards, because the weakest precondition of an invariant over a
 * cascade is a formula that nobody wants to read.
 */
export function refusingStepper(stepper: Stepper, low: LowModel): Stepper {
  const width = low.layout.words.length;
  return {
    brokenInvariant: stepper.brokenInvariant,
    successors(states, at, out) {
      const count = stepper.successors(states, at, out);
      for (let index = 0; index < count; index++) {
        const start = index * (width + 1);
        if (stepper.brokenInvariant(out, start + 1) < 0) continue;
        out[start] = (out[start] ?? 0) + low.calls;
        for (let word = 0; word < width; word++) out[start + 1 + word] = states[at + word] ?? 0;
      }
      return count;
    },
  };
}

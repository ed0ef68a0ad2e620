import type { Model } from "#model/model";
import { compileModel } from "./compile-model.js";
import type { Bounds, Exploration } from "./exploration.js";
import { exploreDense, fitsBitmap } from "./explore-dense.js";
import { exploreHashed } from "./explore-hashed.js";
import { interpretModel } from "./interpret-model.js";
import { lowerModel } from "./lower-model.js";
import { orbitStepper } from "./orbit-stepper.js";
import { refusingStepper } from "./refusing-stepper.js";

export interface ExploreOptions {
  /** One state for all that differ only in which slots are used. Default: yes. */
  readonly symmetry?: boolean;
  /** An action whose result would break an invariant becomes an expected refusal. Default: no. */
  readonly refuseOnInvariant?: boolean;
  readonly maxStates?: number;
  readonly maxTransitions?: number;
  /** Generated code, or closures: slower, but without `new Function`. */
  readonly engine?: "code" | "closures";
}

export const DEFAULT_BOUNDS: Bounds = { maxStates: 1_000_000, maxTransitions: 20_000_000 };

/** All states that a checked model can reach, and all transitions between them. */
export function explore(model: Model, options: ExploreOptions = {}): Exploration {
  const bounds: Bounds = {
    maxStates: options.maxStates ?? DEFAULT_BOUNDS.maxStates,
    maxTransitions: options.maxTransitions ?? DEFAULT_BOUNDS.maxTransitions,
  };
  const symmetric = options.symmetry ?? true;
  const refusing = options.refuseOnInvariant ?? false;
  const low = lowerModel(model);
  const plain = options.engine === "closures" ? interpretModel(low) : compileModel(low);
  const concrete = refusing ? refusingStepper(plain, low) : plain;
  const stepper = symmetric ? orbitStepper(concrete, low) : concrete;
  const subject = { model, low, stepper, symmetric, labelLimit: low.calls * (refusing ? 2 : 1) };
  const dense = !symmetric && fitsBitmap(low.layout, bounds);
  try {
    return dense ? exploreDense(subject, bounds) : exploreHashed(subject, bounds);
  } catch (error) {
    // What V8 throws where no memory is left for a typed array.
    if (error instanceof RangeError) return { kind: "bounded", bound: "memory", states: 0, transitions: 0 };
    throw error;
  }
}

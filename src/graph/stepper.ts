/**
 * One way of running a model. There are two, and they are tested against each other: generated code, and
 * closures where code generation is not allowed.
 */
export interface Stepper {
  /**
   * Writes for each enabled call its number and then the words of the state that it leads to, in the order of
   * the calls' numbers within each action; returns how many there are. `out` has room for every call.
   */
  successors(states: Int32Array, at: number, out: Int32Array): number;
  /** The number of the first invariant that does not hold; −1 where all do. */
  brokenInvariant(states: Int32Array, at: number): number;
}

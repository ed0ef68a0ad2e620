import { CanonicalForm } from "./canonical-form.js";
import { setArguments } from "./interpret-model.js";
import type { LowAction, LowModel } from "./lower-model.js";
import type { Stepper } from "./stepper.js";

/**
 * Steps from canonical state to canonical state. Of the calls that a symmetry of the state turns into one another
 * only the first is kept: trying the second would send the service the same request about another fresh thing.
 */
export function orbitStepper(stepper: Stepper, low: LowModel): Stepper {
  const width = low.layout.words.length;
  const form = new CanonicalForm(low.layout);
  const marks = new Int32Array(form.slotCount);
  const values = new Int32Array(Math.max(1, ...low.actions.map(({ parameters }) => parameters.length)));
  const actionOf = new Int32Array(low.calls);
  for (const [index, { firstCall, callCount }] of low.actions.entries()) {
    actionOf.fill(index, firstCall, firstCall + callCount);
  }

  return {
    brokenInvariant: stepper.brokenInvariant,
    successors(states, at, out) {
      const found = stepper.successors(states, at, out);
      const classes = form.exchangeable(states, at)?.slice();
      const rigid = classes?.every((colour, slot) => classes.indexOf(colour) === slot) ?? false;
      const seen = new Set<string>();
      let kept = 0;
      for (let index = 0; index < found; index++) {
        const start = index * (width + 1);
        const label = out[start] ?? 0;
        if (!rigid) {
          const key = `${label >= low.calls} ${orbitKey(label % low.calls, classes, states, at)}`;
          if (seen.has(key)) continue;
          seen.add(key);
        }
        form.compute(out, start + 1);
        out[kept * (width + 1)] = label;
        out.set(form.words, kept * (width + 1) + 1);
        kept++;
      }
      return kept;
    },
  };

  /** Equal for two calls exactly if a symmetry of the state turns one into the other. */
  function orbitKey(call: number, classes: Int32Array | undefined, states: Int32Array, at: number): string {
    const number = actionOf[call] ?? 0;
    const action = low.actions[number];
    if (action === undefined) throw new Error(`no action ${number}: the call is of another model`);
    setArguments(action, call - action.firstCall, values);
    const plain = markSlots(action);
    if (classes !== undefined) {
      // Within a class slots can be exchanged at will: only how many have which mark counts.
      const marked = [...marks.keys()].filter((slot) => marks[slot] !== 0);
      return `${number} ${plain} ${marked
        .map((slot) => `${classes[slot]}:${marks[slot]}`)
        .sort()
        .join(" ")}`;
    }
    form.compute(states, at, marks);
    const placed = [...marks.keys()].filter((slot) => marks[slot] !== 0);
    const places = placed.map((slot) => `${form.images[slot]}:${marks[slot]}`).sort();
    return `${number} ${plain} ${form.words.join(",")} ${places.join(" ")}`;
  }

  /** Marks each slot with the parameters that it stands for; returns the arguments that are no slots. */
  function markSlots(action: LowAction): string {
    marks.fill(0);
    let plain = "";
    for (let index = 0; index < action.parameters.length; index++) {
      const parameter = action.parameters[index];
      const value = values[index] ?? 0;
      if (parameter === undefined || parameter.sort < 0) {
        plain += `${value},`;
        continue;
      }
      const first = form.firstSlot[parameter.sort] ?? 0;
      if (!parameter.subset) {
        if (value >= 0) marks[first + value] = (marks[first + value] ?? 0) | (1 << index);
        continue;
      }
      for (let slot = 0; slot < (low.layout.sorts[parameter.sort] ?? 0); slot++) {
        if ((value >> slot) & 1) marks[first + slot] = (marks[first + slot] ?? 0) | (1 << index);
      }
    }
    return plain;
  }
}

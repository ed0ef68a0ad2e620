import type { CallInputs } from "#calls/call";
import type { OperationKey } from "#openapi/api";

/**
 * A call that moves a thing on, so that others accept it: an action (`publish`), an update of its status, or the create
 * of something below it (an order has an item before it can be paid). In its inputs `SELF` is that thing, and a create
 * knows it by the name of its resource, like every parent.
 */
export interface Step {
  readonly resource: string;
  readonly operation: OperationKey;
  readonly inputs: CallInputs;
}

/** What tells one step from another: of two with the same, the second adds nothing. */
export function stepName({ operation, inputs }: Step): string {
  return JSON.stringify([operation, inputs.body?.content ?? null, inputs.query]);
}

/** Which steps each thing has taken. Two recipes may ask for the same step of a thing that they share. */
export class StepsTaken<Thing> {
  readonly #taken = new Map<Thing, Set<string>>();

  /** Those that the thing has not taken yet. */
  left(thing: Thing, steps: readonly Step[]): readonly Step[] {
    return steps.filter((step) => this.#taken.get(thing)?.has(stepName(step)) !== true);
  }

  note(thing: Thing, step: Step): void {
    const names = this.#taken.get(thing) ?? new Set();
    this.#taken.set(thing, names.add(stepName(step)));
  }

  /** Whether it has taken none but these: what was moved on further will not do in their place. */
  onlyThese(thing: Thing, steps: readonly Step[]): boolean {
    const names = new Set(steps.map(stepName));
    return [...(this.#taken.get(thing) ?? [])].every((name) => names.has(name));
  }
}

import { sizeOf } from "./candidate.js";
import type { MetaProperty, Shown } from "./meta-property.js";
import type { Observation } from "./observation.js";

/** An observation that shows a property. */
export interface Find {
  readonly key: string;
  readonly property: MetaProperty;
  readonly shown: Shown;
  readonly observation: Observation;
}

/**
 * What was found so far, each behaviour once: two examples are the same where property, operations and answers are. Of
 * those the smaller is kept.
 */
export class Trove {
  readonly #finds = new Map<string, Find>();

  get finds(): readonly Find[] {
    return [...this.#finds.values()];
  }

  /** Without those that only have more steps than another one that says the same of the same operation. */
  get smallest(): readonly Find[] {
    const { finds } = this;
    return finds.filter((find) => !finds.some((other) => other !== find && isWithin(other, find)));
  }

  add(find: Find): void {
    const known = this.#finds.get(find.key);
    const isSmaller =
      known === undefined || sizeOf(find.observation.candidate) < sizeOf(known.observation.candidate);
    if (isSmaller) this.#finds.set(find.key, find);
  }

  /** Whether some find of a property passes. */
  has(id: string, matches: (find: Find) => boolean): boolean {
    return this.finds.some((find) => find.property.id === id && matches(find));
  }
}

function isWithin(small: Find, large: Find): boolean {
  const isAlike =
    small.property === large.property &&
    small.shown.operation === large.shown.operation &&
    small.shown.about === large.shown.about;
  const [few, many] = [stepsOf(small.observation), stepsOf(large.observation)];
  return isAlike && few.length < many.length && isSubsequence(few, many);
}

export function isSubsequence(few: readonly string[], many: readonly string[]): boolean {
  let from = 0;
  return few.every((step) => {
    from = many.indexOf(step, from) + 1;
    return from > 0;
  });
}

/** Everything that an observation shows, of the properties that are asked. */
export function findsIn(observation: Observation, properties: readonly MetaProperty[]): readonly Find[] {
  return properties.flatMap((property): Find[] => {
    const shown = property.shows(observation);
    return shown === undefined
      ? []
      : [{ key: keyOf(property, shown, observation), property, shown, observation }];
  });
}

/** `MP-R-2 GET /persons: GET /persons 200, POST /persons 201, GET /persons 200`. */
function keyOf(property: MetaProperty, shown: Shown, observation: Observation): string {
  const about = shown.about === undefined ? "" : ` (${shown.about})`;
  return `${property.id} ${shown.operation}: ${stepsOf(observation).join(", ")}${about}`;
}

/** The acts and how they were answered. */
export function stepsOf({ acts }: Observation): readonly string[] {
  return acts.map(({ call, outcome }) =>
    outcome.kind === "response"
      ? `${call.operation} ${outcome.status}${outcome.says === undefined ? "" : ` ${outcome.says}`}`
      : call.operation,
  );
}

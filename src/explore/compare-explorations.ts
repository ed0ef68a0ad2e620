import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";

/** How behaviour has changed. */
export interface ExplorationDiff {
  readonly held: readonly Example[];
  readonly gone: readonly Example[];
  readonly new: readonly Example[];
  /** Known examples that could not be played: something that is not ours stands in the way, or the service was busy. */
  readonly unclear: readonly Example[];
}

/** Two sets of examples: behaviour is the same where the keys are, with whatever values it was shown. */
export function compareExamples(before: readonly Example[], after: readonly Example[]): ExplorationDiff {
  const keys = (examples: readonly Example[]) => new Set(examples.map(({ key }) => key));
  const [old, now] = [keys(before), keys(after)];
  return {
    held: before.filter(({ key }) => now.has(key)),
    gone: before.filter(({ key }) => !now.has(key)),
    new: after.filter(({ key }) => !old.has(key)),
    unclear: [],
  };
}

/** Known examples against a service: what the search did not find again was played again before it counts as gone. */
export function compareWithService(
  { replayed, examples }: Pick<Exploration, "replayed" | "examples">,
  known: readonly Example[],
): ExplorationDiff {
  const outcomes = new Map(replayed.map(({ example, outcome }) => [example.key, outcome]));
  const compared = compareExamples(known, examples);
  const having = (outcome: string) => compared.gone.filter(({ key }) => outcomes.get(key) === outcome);
  const [held, unclear] = [having("held"), having("unclear")];
  return {
    held: [...compared.held, ...held],
    gone: compared.gone.filter((example) => !held.includes(example) && !unclear.includes(example)),
    new: compared.new,
    unclear,
  };
}

import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";

/** How behaviour has changed. */
export interface ExplorationDiff {
  readonly held: readonly Example[];
  readonly gone: readonly Example[];
  readonly new: readonly Example[];
  /** New, by operations that the search did not get to before: luck, perhaps, and not a change. */
  readonly reached: readonly Example[];
  /** Known examples that could not be played: something that is not ours stands in the way, or the service was busy. */
  readonly unclear: readonly Example[];
}

/** Examples, and the operations of the same document that no example could be found of. */
export interface KnownExamples {
  readonly examples: readonly Example[];
  readonly unseen: readonly string[];
  /** What the state could be seen by. */
  readonly queryOperations: readonly string[];
}

/** Two sets of examples: behaviour is the same where the keys are, with whatever values it was shown. */
export function compareExamples(
  before: KnownExamples,
  { examples: after }: Pick<KnownExamples, "examples">,
): ExplorationDiff {
  const keys = (examples: readonly Example[]) => new Set(examples.map(({ key }) => key));
  const [old, now] = [keys(before.examples), keys(after)];
  const came = after.filter(({ key }) => !old.has(key));
  const isReached = ({ calls, state }: Example) =>
    calls.some(({ operation }) => before.unseen.includes(operation)) ||
    state.some((operation) => !before.queryOperations.includes(operation));
  return {
    held: before.examples.filter(({ key }) => now.has(key)),
    gone: before.examples.filter(({ key }) => !now.has(key)),
    new: came.filter((example) => !isReached(example)),
    reached: came.filter(isReached),
    unclear: [],
  };
}

/** Known examples against a service: what the search did not find again was played again before it counts as gone. */
export function compareWithService(
  { replayed, examples }: Pick<Exploration, "replayed" | "examples">,
  known: KnownExamples,
): ExplorationDiff {
  const outcomes = new Map(replayed.map(({ example, outcome }) => [example.key, outcome]));
  const compared = compareExamples(known, { examples });
  const having = (outcome: string) => compared.gone.filter(({ key }) => outcomes.get(key) === outcome);
  const [held, unclear] = [having("held"), having("unclear")];
  return {
    ...compared,
    held: [...compared.held, ...held],
    gone: compared.gone.filter((example) => !held.includes(example) && !unclear.includes(example)),
    unclear,
  };
}

import type { Example } from "./example.js";
import type { Neighbourhood } from "./explore-neighbourhood.js";
import { cardFor } from "./ground.js";
import type { MetaProperty } from "./meta-property.js";
import { playFor } from "./play-for.js";
import { findsIn } from "./trove.js";

/** What became of an example that was known: it shows again, it does not, or it could not be played. */
export interface Replayed {
  readonly example: Example;
  readonly outcome: "held" | "gone" | "unclear";
}

/** Once may be bad luck. */
const TRIES = 2;

/** Plays known examples on the service as it is now. */
export async function replayExamples(
  examples: readonly Example[],
  { ground, state, stage }: Pick<Neighbourhood, "ground" | "state" | "stage">,
  properties: readonly MetaProperty[],
): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = [];
  for (const example of examples) {
    const property = properties.find(({ id }) => id === example.metaProperty);
    const named = example.state.length > 0 ? example.state : state;
    stage.watch(named.flatMap((key) => cardFor(ground, key) ?? []));
    let result: Replayed = { example, outcome: "unclear" };
    for (let turn = 0; turn < TRIES && result.outcome !== "held" && property !== undefined; turn++) {
      const observation = await playFor(property, example.sequence, stage);
      if (observation === undefined && stage.failure !== "refused") continue;
      const finds = observation === undefined ? [] : findsIn(observation, [property]);
      const find = finds.find(({ key }) => key === example.key);
      result = find === undefined ? { example, outcome: "gone" } : { example, outcome: "held" };
    }
    replayed.push(result);
  }
  return replayed;
}

import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { RefusalSign } from "#calls/refusal-sign";
import { isSuccess } from "#calls/succeeded";
import { draftInputs } from "#semantics/draft-inputs";
import { callFromRecipe } from "#semantics/recipe";
import { signsIn } from "#semantics/refusal-sign";
import type { World } from "./world.js";

const ASK_FOR_NOTHING = "ask for nothing ";

/** Whether the call asks for an id that was never given. */
export function asksForNothing({ id }: Pick<Call, "id">): boolean {
  return id.startsWith(ASK_FOR_NOTHING);
}

/** So many reads are asked for what is not there: one habit serves a whole service. */
const MOST_READS = 3;

/**
 * How the service says that there is no such thing, where it answers even that with a success: reads are asked for ids
 * that were never given. What they say is the sign by which refusals are known from then on.
 */
export async function learnRefusals(
  world: World,
  onExchange: (exchange: Exchange) => void,
): Promise<readonly RefusalSign[]> {
  const run = world.startCase("refusals");
  const reads = world.semantics.resources.flatMap(({ read }) =>
    read.slice(0, 1).filter((key) => key.startsWith("GET ")),
  );
  const signs = new Map<string, RefusalSign>();
  for (const key of reads.slice(0, MOST_READS)) {
    const operation = world.api.operations.find((candidate) => candidate.key === key);
    if (operation === undefined) continue;
    const inputs = draftInputs(operation, {
      api: world.api,
      random: world.random.derive(`absent ${key}`),
      style: { members: "required", fresh: "names" },
      draft: world.draft,
      bound: (place, name, schema) =>
        place === "path" ? { kind: "fresh", name, sample: null, schema } : undefined,
      leaveOut: new Set(),
      demanded: new Set(),
    });
    const call = callFromRecipe(ASK_FOR_NOTHING + key, { operation: key, inputs }, new Map());
    const exchange = await world.send(call, [], run);
    onExchange(exchange);
    const { outcome } = exchange;
    if (outcome.kind !== "response" || !isSuccess(outcome) || outcome.body.kind !== "json") continue;
    for (const sign of signsIn(outcome.body.value)) signs.set(JSON.stringify(sign), sign);
  }
  return [...signs.values()];
}

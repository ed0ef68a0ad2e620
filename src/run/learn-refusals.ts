import type { Exchange } from "#calls/exchange";
import type { RefusalSign, Signs } from "#calls/refusal-sign";
import { draftInputs } from "#semantics/draft-inputs";
import { callFromRecipe } from "#semantics/recipe";
import { signsDeclared } from "#semantics/refusal-sign";
import type { World } from "./world.js";

/** So many reads are asked for what is not there: one habit serves a whole service. */
const MOST_READS = 3;

/**
 * How the service says no, where its status does not tell. The document may say it; and reads are asked for ids that were
 * never given, so that what they answer is known for what is said of things that are not there.
 */
export async function learnRefusals(
  world: World,
  onExchange: (exchange: Exchange) => void,
  known: readonly RefusalSign[] = [],
): Promise<void> {
  const run = world.startCase("refusals");
  const { signs } = world;
  signs.open(withDeclared(world, known));
  const reads = world.semantics.resources.flatMap(({ read }) =>
    read.slice(0, 1).filter((key) => key.startsWith("GET ")),
  );
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
    const call = callFromRecipe(`ask for nothing ${key}`, { operation: key, inputs }, new Map());
    const exchange = await world.send(call, [], run);
    onExchange(exchange);
    signs.hearAbsence(exchange);
  }
}

function withDeclared({ api }: World, known: readonly RefusalSign[]): Signs {
  return { refusals: [...signsDeclared(api), ...known], absences: [] };
}

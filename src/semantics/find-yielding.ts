import { succeeded } from "#calls/succeeded";
import { type CreateTrial, type FoundCreate, recipeFrom } from "./find-create.js";
import { wantsLess } from "./modest-recipe.js";
import { madeForLess, otherwiseMade } from "./otherwise-made.js";
import type { Probe } from "./probe.js";
import { whyRefused } from "./read-refusal.js";
import { type CreateRecipe, callFromRecipe, type Made } from "./recipe.js";
import { type Refused, refusedForState, sayingOf } from "./refused-call.js";

export interface Yielding {
  readonly found?: FoundCreate & { readonly parents: Made };
  /** What is said at last, where it is another thing than at first. */
  readonly refused?: Refused;
}

/** Everything is made anew for each try. */
const MOST_TRIES = 14;

/**
 * What a call names may itself be in the way, as it happened to be made: nobody has the tier that a reward is for, and
 * there is none of it. It is made otherwise in what the refusal speaks of, one member after the other, for as long as the
 * refusal then speaks of something else; and from then on it is made so. Of what there is too little for, it asks the least.
 */
export async function findYielding(
  probe: Probe,
  { remake, ...trial }: CreateTrial,
  creates: Map<string, CreateRecipe>,
  first: Refused,
): Promise<Yielding> {
  const heard = new Set([sayingOf(first.exchange)]);
  let refused = first;
  let tries = 0;
  const ask = async (): Promise<Yielding["found"] | "better" | undefined> => {
    const made = await remake();
    if (made === undefined) return undefined;
    const call = callFromRecipe(
      `${trial.key} otherwise ${++tries}`,
      { operation: trial.key, inputs: first.inputs },
      made,
    );
    const exchange = await probe.send(call, trial.exchanges);
    trial.exchanges.push(exchange);
    if (succeeded(exchange)) {
      const accepted = { call, inputs: first.inputs, exchange };
      const found = await recipeFrom(probe, { ...trial, made, remake }, accepted);
      return "reason" in found ? undefined : { ...found, parents: made };
    }
    const isOther = !heard.has(sayingOf(exchange));
    const state = isOther ? refusedForState([{ inputs: first.inputs, exchange }]) : undefined;
    if (state === undefined) return undefined;
    heard.add(sayingOf(exchange));
    refused = state;
    return "better";
  };
  const goOn = async (): Promise<Yielding["found"] | "better" | undefined> => {
    for (const { resource } of trial.resource.parents) {
      const usual = creates.get(resource);
      if (usual === undefined) continue;
      for (const other of otherwiseMade(usual, saidBy(refused), probe.api)) {
        if (tries >= MOST_TRIES) return undefined;
        creates.set(resource, other);
        const came = await ask();
        if (came !== undefined) return came;
        creates.set(resource, usual);
      }
    }
    return undefined;
  };
  let came = await goOn();
  while (came === "better") came = await goOn();
  if (came !== undefined) return { found: came };
  if (wantsLess(refused.exchange))
    for (const { resource } of trial.resource.parents) {
      const usual = creates.get(resource);
      if (usual !== undefined) creates.set(resource, madeForLess(usual, saidBy(refused), probe.api));
    }
  return refused === first ? {} : { refused };
}

/** Without what is said of every refusal. */
function saidBy({ exchange }: Refused): string {
  return whyRefused(exchange).replace(/^it answers \d+(: )?/, "");
}

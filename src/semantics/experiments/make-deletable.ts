import { lifecycleOf } from "../lifecycles.js";
import { callFromRecipe } from "../recipe.js";
import { settleRules } from "../rule.js";
import { waysThrough } from "../way-to.js";
import { answerOf } from "./answer.js";
import type { Lab } from "./lab.js";
import { statusIn } from "./status-field.js";
import type { Thing } from "./thing.js";

/**
 * Brings a thing that was moved on into a status in which it can be deleted, as far as the rules of its life tell: a poll
 * that runs is ended first. False where they do not: then a refusal may be about where it stands.
 */
export async function makeDeletable(lab: Lab, thing: Thing): Promise<boolean> {
  const { resource } = thing.subject;
  const [remove] = resource.delete;
  const life = lifecycleOf(settleRules(lab.turn.rules()), resource.name);
  if (life === undefined || remove === undefined) return false;
  const sight = await lab.look(thing);
  const initial = sight.kind === "there" ? statusIn(sight.content, life.field) : undefined;
  if (initial === undefined) return false;
  const isFree = life.allowed.get(remove);
  const ways = waysThrough({ ...life, initial });
  const way = [...ways].find(([status]) => isFree === undefined || isFree.includes(status))?.[1];
  for (const operation of way ?? []) {
    const recipe = lab.action(operation);
    if (recipe === undefined) return false;
    const exchange = await lab.perform(operation, (id) => callFromRecipe(id, recipe, thing.made));
    if (answerOf(exchange).kind !== "accepted") return false;
  }
  return way !== undefined;
}

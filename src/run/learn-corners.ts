import type { Exchange } from "#calls/exchange";
import type { AccountRecipe } from "#semantics/access/account-recipe";
import type { RecipeBook } from "#semantics/find-recipes";
import { type ProvenCorners, proveCorners } from "#semantics/proof/prove-corners";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";

/** What somebody changes of what is theirs alone: tried as one who was registered, where anybody can be. */
export async function learnCorners(
  world: World,
  book: RecipeBook,
  account: AccountRecipe | undefined,
  onExchange: (exchange: Exchange) => void,
): Promise<ProvenCorners> {
  if (account === undefined) return { tried: [], corners: new Map() };
  const turn = { number: 1, knows: () => false, rules: () => [] } as const;
  const lab = openLab(world, book, "own corners", turn, onExchange);
  const proven = await proveCorners(
    lab,
    account,
    ({ proof, stated }) => proof?.confirmed !== true && stated !== true,
  );
  await world.cleanUp();
  return proven;
}

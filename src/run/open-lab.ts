import type { Exchange } from "#calls/exchange";
import { type Bench, Lab, type Turn } from "#semantics/experiments/lab";
import type { RecipeBook } from "#semantics/find-recipes";
import { noteCreated, noteGone } from "./own-things.js";
import type { World } from "./world.js";

/** A lab in this world: what it makes goes into the books, and everything it sends is told. */
export function openLab(
  world: World,
  book: RecipeBook,
  name: string,
  turn: Turn,
  onExchange: (exchange: Exchange, earlier: readonly Exchange[]) => void,
): Lab {
  const run = world.startCase(name);
  const bench: Bench = {
    ...world,
    send: async (call, earlier, vouched) => {
      const exchange = await world.send(call, earlier, run, vouched);
      onExchange(exchange, earlier);
      return exchange;
    },
    fresh: run.fresh,
    onSlow: () => world.ledger.bePatient(),
    onCreated: (resource, made, exchanges) => noteCreated(world, resource, made, exchanges),
    onGone: (resource, made, exchanges) => noteGone(world, resource, made, exchanges),
    hasMade: (resource, holds) => world.ledger.hasMade(resource, holds),
  };
  return new Lab(bench, book, turn);
}

import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import type { Fault } from "#calls/run-record";
import { type Foreknown, findRecipes, type RecipeBook } from "#semantics/find-recipes";
import type { Probe } from "#semantics/probe";
import { seenAgain } from "./fault-book.js";
import { judgeExchange } from "./judge-exchange.js";
import { neverSeen } from "./never-seen.js";
import { noteCreated } from "./own-things.js";
import type { World } from "./world.js";

export interface Learned {
  readonly book: RecipeBook;
  readonly exchanges: readonly Exchange[];
  /** What was noticed in passing: probing sends what the document allows, so its answers count. */
  readonly faults: readonly Fault[];
}

/** Probes the service for inputs that work, keeping books of what that creates. */
export async function learnRecipes(
  world: World,
  onProgress: (operation: string) => void,
  readOnly = false,
  known?: Foreknown,
): Promise<Learned> {
  const all: Exchange[] = [];
  const faults = new Map<string, Fault>();
  const run = world.startCase("learn");
  const probe: Probe = {
    ...world,
    send: async (call, earlier) => {
      onProgress(call.operation);
      const exchange = await world.send(call, earlier, run);
      all.push(exchange);
      for (const finding of judgeExchange(exchange, earlier, world)) {
        const known = faults.get(finding.key);
        const seen = [...earlier, exchange];
        faults.set(
          finding.key,
          known === undefined ? seenInPassing(finding, seen) : seenAgain(known, finding.operation),
        );
      }
      return exchange;
    },
    onSlow: () => world.ledger.bePatient(),
    onLost: (resource, create, exchanges) => {
      world.ledger.lose(resource.name);
      const finding = neverSeen(resource, create, exchanges, world.api);
      if (finding !== undefined && !faults.has(finding.key))
        faults.set(finding.key, seenInPassing(finding, exchanges));
    },
    onCreated: (resource, made, exchanges) => noteCreated(world, resource, made, exchanges),
    readOnly,
  };
  const book = await findRecipes(probe, known);
  return { book, exchanges: all, faults: [...faults.values()] };
}

function seenInPassing(finding: Finding, exchanges: readonly Exchange[]): Fault {
  const calls = exchanges.map((exchange) => exchange.call);
  return {
    ...finding,
    id: "",
    sequence: { id: `probe ${finding.operation}`, purpose: "find inputs that work", calls },
    exchanges,
    reproduced: 1,
    tried: 1,
    count: 1,
    operations: [finding.operation],
  };
}

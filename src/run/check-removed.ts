import { groupBy } from "#base/group-by";
import { isObject, type Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { hasId } from "#semantics/list-items";
import { resourceNamed } from "#semantics/semantics";
import type { RemovedThing } from "./ledger.js";
import type { Again } from "./list-again.js";
import { readOf } from "./read-own.js";
import type { World } from "./world.js";

/** Of each kind so many are read that no list shows; all of them, up to so many, where one of those is still there. */
const [FEWEST_READ, MOST_READ] = [3, 200];

/**
 * Looks for what clean-up takes for gone. What a list still shows, or a read, was not deleted, whatever was answered. A
 * service that keeps what is deleted in another state does what it says, and so does one that is asked for by an id that
 * has been given again.
 */
export async function checkRemoved(world: World, lists: readonly Again[]): Promise<void> {
  const run = world.startCase("what is gone");
  for (const [name, things] of groupBy(world.ledger.removed(), ({ resource }) => resource)) {
    if (isKept(name, world)) continue;
    const list = lists.find(({ resource }) => resource.name === name);
    if (list !== undefined) for (const thing of things) contradictByList(world, thing, list);
    if (list?.after.isWhole === true) continue;
    let most = FEWEST_READ;
    for (const [index, thing] of things.toReversed().entries()) {
      if (index >= most) break;
      const call = readOf(world, thing, index + 1);
      const exchange = call && (await world.send(call, [], run));
      if (exchange === undefined || exchange.outcome.kind === "none") break;
      if (!means(exchange, "done") || !shows(exchange, thing, world)) continue;
      most = MOST_READ;
      world.ledger.contradict(thing, `${answerTo(thing)}, and ${exchange.call.operation} still shows it`);
    }
  }
}

function contradictByList(
  { ledger }: World,
  thing: RemovedThing,
  { resource, operation, after }: Again,
): void {
  if (after.items.some((item) => hasId(item, thing.id, resource.idFields)))
    ledger.contradict(thing, `${answerTo(thing)}, and ${operation} still shows it`);
}

function answerTo({ undo, said }: RemovedThing): string {
  const call = undo?.operation ?? "its deletion";
  return said === "" ? `${call} succeeds` : `${call}: ${said}`;
}

/** An answer with nothing in it shows nothing. */
function shows({ outcome }: Exchange, { id, resource: name }: RemovedThing, { semantics }: World): boolean {
  const body: Json | undefined =
    outcome.kind === "response" && outcome.body.kind === "json" ? outcome.body.value : undefined;
  const { idFields = [] } = resourceNamed(semantics, name) ?? {};
  return isObject(body) && hasId(body, id, idFields);
}

/** Its deletion was seen to leave the thing there, in another state. */
function isKept(name: string, { semantics }: World): boolean {
  const keys = resourceNamed(semantics, name)?.delete ?? [];
  return keys.some((key) => (semantics.operations[key]?.proof?.changes?.length ?? 0) > 0);
}

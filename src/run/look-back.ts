import type { BystanderRecord } from "#calls/run-record";
import { SLOW } from "#semantics/patience";
import { resourceNamed } from "#semantics/semantics";
import type { Before } from "./bystanders.js";
import { checkRemoved } from "./check-removed.js";
import { compareBystanders } from "./compare-bystanders.js";
import type { Again } from "./list-again.js";
import { listsToLookAt, listWhole } from "./list-whole.js";
import { settleAppeared } from "./settle-appeared.js";
import type { World } from "./world.js";

/**
 * Looks at the lists once more when all is deleted: what has appeared in them without being in the books, what is said to be
 * deleted and still there, and what others have there and is not as it was. What of that is shown to be of the run's making is
 * deleted, and the rest is told.
 */
export async function lookBack(world: World): Promise<BystanderRecord> {
  return world.meter.aside(async () => {
    let lists = await readAgain(world);
    const isDeleted = await settleAppeared(world, lists);
    const isSlow = world.ledger.isPatient || world.ledger.deletesLater;
    if (isSlow) await world.patience.waitToTheEnd(SLOW);
    if (isDeleted || isSlow) lists = await readAgain(world);
    await checkRemoved(world, lists);
    return compareBystanders(world, lists);
  });
}

async function readAgain(world: World): Promise<readonly Again[]> {
  const run = world.startCase("what is there at the end");
  const known = new Map(world.bystanders.before.map((one) => [one.operation, one]));
  const lists: Again[] = [];
  const all = [...known.values(), ...listsToLookAt(world).filter(({ operation }) => !known.has(operation))];
  for (const { resource, operation } of all) {
    const current = resourceNamed(world.semantics, resource.name) ?? resource;
    const after = await listWhole(world, current, operation, run);
    if (after === "over") break;
    if (after !== undefined)
      lists.push({ resource: current, operation, after, ...beforeOf(known.get(operation)) });
  }
  return lists;
}

function beforeOf(known: Before | undefined): Pick<Again, "before"> {
  return known === undefined ? {} : { before: known.listed };
}

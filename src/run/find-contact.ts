import type { Call } from "#calls/call";
import { mayMissTheService } from "#calls/comparable";
import { means } from "#calls/meaning";
import type { Fault } from "#calls/run-record";
import type { Operation } from "#openapi/api";
import { looksSafe } from "#semantics/placed-operation";
import type { World } from "./world.js";

/** So many reads are asked: where none of them needs anything, all are likely to want the same that is not known. */
const MOST_READS = 3;

/**
 * Gives faults a read that is made first, where they could not be told from mended ones at a wrong address: at each of their
 * calls it is an answer that there is no such thing. The read is one that this service answers with success.
 */
export function contacts(world: World): (fault: Fault) => Promise<Fault> {
  let found: Promise<Call | undefined> | undefined;
  return async (fault) => {
    if (fault.replay === undefined || !mayMissTheService(fault)) return fault;
    found ??= findContact(world);
    const contact = await found;
    return contact === undefined ? fault : { ...fault, contact };
  };
}

async function findContact(world: World): Promise<Call | undefined> {
  const run = world.startCase("contact");
  for (const { key } of world.api.operations.filter(needsNothing).slice(0, MOST_READS)) {
    const call = { id: "contact", operation: key, path: {}, query: {}, header: {}, cookie: {} };
    if (means(await world.send(call, [], run), "done")) return call;
  }
  return undefined;
}

function needsNothing(operation: Operation): boolean {
  const { method, path, parameters } = operation;
  return (
    method === "GET" &&
    !path.includes("{") &&
    looksSafe(operation) &&
    !parameters.some(({ required }) => required)
  );
}

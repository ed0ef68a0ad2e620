import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import type { Operation, OperationKey } from "#openapi/api";
import { sameId } from "#semantics/list-items";
import { looksSafe } from "#semantics/placed-operation";
import type { Resource } from "#semantics/semantics";
import { idOfItem, type Listed, listsToLookAt, listWhole } from "./list-whole.js";
import type { World } from "./world.js";

/** A list as it was before the run made anything. */
export interface Before {
  readonly resource: Resource;
  readonly operation: OperationKey;
  readonly listed: Listed;
}

/**
 * What was there before the run: a sample of what lists show. It is never written to, and it is looked at once more at the end.
 */
export class Bystanders {
  readonly #before = new Map<OperationKey, Before>();
  /** The operations that were called with success and may have written, most recent last. */
  readonly #wrote = new Set<OperationKey>();

  get before(): readonly Before[] {
    return [...this.#before.values()];
  }

  get wrote(): readonly OperationKey[] {
    return [...this.#wrote];
  }

  /** Reads the lists that can be read as they are. What is refused is read again by the next look: somebody may log in first. */
  async look(world: World): Promise<void> {
    const run = world.startCase("what was there before");
    await world.meter.aside(async () => {
      for (const { resource, operation } of listsToLookAt(world)) {
        if (this.#before.has(operation)) continue;
        const listed = await listWhole(world, resource, operation, run);
        if (listed === "over") return;
        if (listed !== undefined) this.#before.set(operation, { resource, operation, listed });
      }
    });
  }

  hear(exchange: Exchange, operation: Operation): void {
    if (means(exchange, "done") && !looksSafe(operation)) this.#wrote.add(operation.key);
  }

  /** The kind of which a parameter of a path names one that was there before; undefined where it names none. */
  kindOf({ path }: Operation, parameter: string, id: Json): string | undefined {
    const collection = path.slice(0, path.indexOf(`/{${parameter}}`));
    if (collection.includes("{")) return undefined;
    return this.before.find(
      ({ resource, operation, listed }) =>
        (resource.collection === collection || operation === `GET ${collection}`) &&
        listed.items.some((item) => sameId(idOfItem(item, resource), id)),
    )?.resource.name;
  }
}

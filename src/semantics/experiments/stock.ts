import type { Sight } from "./sight.js";
import type { Parents, Thing } from "./thing.js";

/** The things of a turn, and in which state each was last seen. */
export class Stock {
  readonly #things: Thing[] = [];
  readonly #gone = new Set<Thing>();
  readonly #sights = new Map<Thing, Sight>();

  add(thing: Thing, state: "alive" | "gone" = "alive"): void {
    this.#things.push(thing);
    if (state === "gone") this.#gone.add(thing);
  }

  /** Whether there ever was a thing of this resource. */
  knows(resource: string): boolean {
    return this.#of(resource).length > 0;
  }

  has(thing: Thing): boolean {
    return this.#things.includes(thing);
  }

  isAlive(thing: Thing): boolean {
    return this.has(thing) && !this.#gone.has(thing);
  }

  lastSight(thing: Thing): Sight | undefined {
    return this.#sights.get(thing);
  }

  /** Notes what a look showed, and says what that changes. */
  see(thing: Thing, sight: Sight): "came" | "went" | "nothing" {
    this.#sights.set(thing, sight);
    const wasGone = this.#gone.has(thing);
    if (sight.kind === "there" && wasGone) {
      this.#gone.delete(thing);
      return "came";
    }
    if (sight.kind === "absent" && !wasGone) {
      this.#gone.add(thing);
      return "went";
    }
    return "nothing";
  }

  /** Another thing has its id now: what was seen of this one says nothing any more. */
  forget(thing: Thing): void {
    this.#gone.add(thing);
    this.#sights.delete(thing);
  }

  bury(thing: Thing): void {
    this.#gone.add(thing);
  }

  alive(resource: string): readonly Thing[] {
    return this.#of(resource).filter((thing) => this.isAlive(thing));
  }

  /** The youngest living thing of a resource that was seen. */
  living(resource: string): Thing | undefined {
    return this.#of(resource).findLast(
      (thing) => this.isAlive(thing) && this.#sights.get(thing)?.kind === "there",
    );
  }

  /** The youngest thing of a resource that lived once and was seen to be gone, while what it stood in is there. */
  dead(resource: string, holds: (thing: Thing) => boolean): Thing | undefined {
    return this.#of(resource).findLast(
      (thing) =>
        holds(thing) &&
        thing.created !== undefined &&
        this.#sights.get(thing)?.kind === "absent" &&
        [...thing.parents.values()].every((parent) => this.isAlive(parent)),
    );
  }

  /** A living thing of a resource, beside and among the given ones, that has no children: all, or of one kind. */
  idle(
    resource: string,
    among: Parents,
    children?: string,
    holds: (thing: Thing) => boolean = () => true,
  ): Thing | undefined {
    const chosen = new Set(among.values());
    return this.#of(resource).find(
      (thing) =>
        this.isAlive(thing) &&
        holds(thing) &&
        !chosen.has(thing) &&
        this.childrenOf(thing, children).length === 0 &&
        [...thing.parents].every(([name, ancestor]) => (among.get(name) ?? ancestor) === ancestor),
    );
  }

  /** A living thing of a resource among the given ancestors, whatever children it has. */
  any(resource: string, among: Parents, holds: (thing: Thing) => boolean = () => true): Thing | undefined {
    return this.#of(resource).find(
      (thing) =>
        this.isAlive(thing) &&
        holds(thing) &&
        [...thing.parents].every(([name, ancestor]) => (among.get(name) ?? ancestor) === ancestor),
    );
  }

  /** The living things that stand under this one, or refer to it. */
  childrenOf(parent: Thing, resource?: string): readonly Thing[] {
    return this.#things.filter(
      (thing) =>
        this.isAlive(thing) &&
        (resource === undefined || thing.subject.resource.name === resource) &&
        [...thing.parents.values()].includes(parent),
    );
  }

  #of(resource: string): readonly Thing[] {
    return this.#things.filter((thing) => thing.subject.resource.name === resource);
  }
}

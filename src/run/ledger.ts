import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import type { LedgerEvent } from "#calls/run-event";
import type { Cleanup } from "#calls/run-record";
import { sameId } from "#semantics/list-items";
import { SLOW } from "#semantics/patience";
import { keyOf, keyOfCall, valuesOf } from "./deletion-key.js";
import { type Removal, removeThing } from "./remove-thing.js";
import { Sightings } from "./sightings.js";
import type { WaysOut } from "./ways-out.js";

/** A thing that this run created, with the concrete call that deletes it again. */
export interface OwnThing {
  readonly resource: string;
  readonly id: Json;
  readonly undo?: Call;
}

/** A thing that was to be deleted, and what the service said to that. */
export interface RemovedThing extends OwnThing {
  /** It is counted as deleted. */
  readonly isCounted: boolean;
  /** What was answered. */
  readonly said: string;
}

interface LeftThing extends OwnThing {
  readonly reason: string;
  /** All that is known was tried. */
  readonly isStuck?: true;
}

/**
 * Everything that the run created and has not yet deleted. Nothing else is ever deleted at the end: what is
 * not in the ledger is not ours.
 */
export class Ledger {
  #things: OwnThing[] = [];
  #deleted = 0;
  /** What was deleted by clean-up, or was not there to delete: whether it is gone is still to be seen. */
  #removed: RemovedThing[] = [];
  #slow = false;
  #later = false;
  #left: LeftThing[] = [];
  /** Something that was left has gone since. */
  #freed = false;
  #deletedBefore: number | undefined;
  readonly #branches: Ledger[] = [];
  readonly #trunk: Ledger | undefined;
  /** The ids of all that was ever made, by resource: what is deleted may still be shown somewhere. */
  readonly #made: Map<string, Json[]>;
  /** The deletions that the service has confirmed: what it says to the same call after that is no news of the thing. */
  readonly #confirmed: Set<string>;

  readonly #sightings: Sightings;

  /** How often each way out was tried and none of the deletions after it was accepted; one that helped is not counted any more. */
  readonly #inVain: Map<string, number>;

  /** `tell` hears of each thing that is made, and of each that is gone, as far as is known. */
  constructor(
    private readonly tell: (event: LedgerEvent) => void = () => {},
    trunk?: Ledger,
  ) {
    this.#trunk = trunk;
    this.#inVain = trunk === undefined ? new Map() : trunk.#inVain;
    this.#made = trunk === undefined ? new Map() : trunk.#made;
    this.#confirmed = trunk === undefined ? new Set() : trunk.#confirmed;
    this.#sightings = trunk === undefined ? new Sightings() : trunk.#sightings;
  }

  /** Books of their own for a sequence that runs beside others: it cleans up what is its own, and nothing else. */
  branch(): Ledger {
    const branch = new Ledger(this.tell, this);
    this.#branches.push(branch);
    return branch;
  }

  add(thing: OwnThing): void {
    const { undo } = thing;
    // A thing of the same name is there again.
    if (undo !== undefined) this.#confirmed.delete(keyOf(undo.operation, valuesOf(undo.path)));
    if (this.#things.some((known) => isSame(known, thing))) return;
    this.#things.push(thing);
    this.#noteMade(thing.resource, thing.id);
  }

  #noteMade(resource: string, id: Json): void {
    this.tell({ event: "thing-made", resource, id });
    if (id === null) return;
    const ids = this.#made.get(resource);
    if (ids === undefined) this.#made.set(resource, [id]);
    else ids.push(id);
  }

  /** Whether this run made something of that resource of which this holds, be it deleted since or not. */
  hasMade(resource: string, holds: (id: Json) => boolean): boolean {
    return this.#made.get(resource)?.some(holds) === true;
  }

  /** Whether this run made anything with this id. */
  hasMadeAny(id: Json): boolean {
    return [...this.#made.keys()].some((resource) => this.hasMade(resource, (made) => sameId(made, id)));
  }

  /** The service is slow to show what it has: that a thing is not there may only mean not yet. */
  bePatient(): void {
    if (this.#trunk === undefined) this.#slow = true;
    else this.#trunk.bePatient();
  }

  get isPatient(): boolean {
    return this.#trunk?.isPatient ?? this.#slow;
  }

  /** What was answered to a call of the run. */
  hear(exchange: Exchange): void {
    this.#sightings.hear(exchange, this.#things);
    if (exchange.request.method !== "DELETE" || !means(exchange, "done")) return;
    this.#confirmed.add(keyOfCall(exchange));
    if (exchange.outcome.kind === "response" && exchange.outcome.status === 202) this.#deleteLater();
  }

  #deleteLater(): void {
    if (this.#trunk === undefined) this.#later = true;
    else this.#trunk.#deleteLater();
  }

  /** The service has only promised to delete things: they may still be there, and go at any moment. */
  get deletesLater(): boolean {
    return this.#trunk?.deletesLater ?? this.#later;
  }

  /** Something was created that cannot be named, and so not deleted. */
  lose(resource: string, reason = "the answer to its creation does not show its id", id: Json = null): void {
    this.#left.push({ resource, id, reason });
    this.#noteMade(resource, id);
  }

  /** One of the things of this kind that could not be named has been found; false where there was none. */
  find(resource: string): boolean {
    const at = this.#left.findIndex((left) => left.resource === resource && left.id === null);
    if (at >= 0) {
      this.#left.splice(at, 1);
      this.#noteGone({ resource, id: null });
    }
    return at >= 0 || this.#branches.some((branch) => branch.find(resource));
  }

  /** The thing is known to be gone already, or said to be. */
  settle(resource: string, id: Json): void {
    const gone = this.#things.filter((thing) => isSame(thing, { resource, id }));
    this.#things = this.#things.filter((thing) => !gone.includes(thing));
    for (const thing of gone) this.#takeForGone(thing);
  }

  #noteGone({ resource, id }: Pick<OwnThing, "resource" | "id">): void {
    this.tell({ event: "thing-gone", resource, id });
  }

  /** What was never seen, and never said to be deleted, was perhaps never there: it is not counted. */
  #takeForGone(thing: OwnThing, removal?: Removal): void {
    const { undo } = thing;
    const isConfirmed = undo !== undefined && this.#confirmed.has(keyOf(undo.operation, valuesOf(undo.path)));
    const isCounted = removal?.kind === "deleted" || isConfirmed || this.#sightings.has(thing);
    this.#noteGone(thing);
    this.#removed.push({ ...thing, isCounted, said: removal?.kind === "absent" ? removal.said : "" });
    if (isCounted) this.#deleted += 1;
  }

  /**
   * Deletes what is left, youngest first. A refusal may only mean that something else must go first, so the
   * rest is tried again where something has gone since. What was left before is tried again when a way out is known.
   */
  async cleanUp(
    send: (call: Call) => Promise<Exchange>,
    wait: (milliseconds: number) => Promise<void>,
    allWaysOut: WaysOut = () => [],
  ): Promise<void> {
    const waysOut = (undo: Call) =>
      allWaysOut(undo).filter((way) => (this.#inVain.get(keyOfWay(undo, way)) ?? 0) < MOST_IN_VAIN);
    const onTried = (undo: Call, way: Call, helped: boolean) => {
      const key = keyOfWay(undo, way);
      const before = this.#inVain.get(key) ?? 0;
      this.#inVain.set(key, helped ? Number.NEGATIVE_INFINITY : before + 1);
    };
    if (this.isPatient && this.#things.length > 0) await wait(SLOW);
    const hasWay = ({ undo, isStuck }: LeftThing) =>
      isStuck !== true && undo !== undefined && waysOut(undo).length > 0;
    // What stood in the way of others may go by it, so that those can go as well.
    const isWayKnown = this.#left.some(hasWay);
    const again = this.#left.filter(
      ({ undo, isStuck }) => isWayKnown && undo !== undefined && isStuck !== true,
    );
    this.#left = this.#left.filter((thing) => !again.includes(thing));
    const heard = async (call: Call) => {
      const exchange = await send(call);
      this.hear(exchange);
      return exchange;
    };
    let open: readonly OwnThing[] = [...this.#things.reverse(), ...again];
    this.#things = [];
    while (open.length > 0) {
      const refused: LeftThing[] = [];
      // What was refused after the last that went, or was brought on its way, would be refused again.
      let since = 0;
      for (const thing of open) {
        const wasDone = (refused: Exchange) => this.#confirmed.has(keyOfCall(refused));
        const removal = await removeThing(thing.undo, heard, { waysOut, onTried, wasDone });
        const left = removal.kind === "left" ? { ...thing, reason: removal.reason } : undefined;
        if (removal.kind !== "left") this.#takeForGone(thing, removal);
        const isBroughtOn = left !== undefined && hasWay(left);
        if (left === undefined || isBroughtOn) since = refused.length;
        if (left !== undefined) refused.push({ ...left, ...(isBroughtOn ? { isStuck: true } : {}) });
      }
      const isSlow = this.isPatient || this.deletesLater;
      const helped = refused.length === open.length ? 0 : isSlow ? refused.length : since;
      open = refused.slice(0, helped);
      this.#left.push(...refused.slice(helped));
    }
    if (again.some((thing) => !this.#left.some((left) => isSame(left, thing)))) this.#noteFreed();
  }

  #noteFreed(): void {
    if (this.#trunk === undefined) this.#freed = true;
    else this.#trunk.#noteFreed();
  }

  /**
   * Puts what is left, here and in all branches, back among what is to be deleted. What was in its way may be gone: where
   * the service deletes later than it says, and where something was left until a way out was known. False where neither
   * speaks for another attempt, or the last one has helped nothing.
   */
  reopen(): boolean {
    const { deleted } = this.summary();
    const mayHelp =
      this.#deletedBefore === undefined ? this.deletesLater || this.#freed : deleted > this.#deletedBefore;
    this.#deletedBefore = deleted;
    const open = mayHelp ? this.#takeDeletable() : [];
    this.#things.unshift(...open.reverse());
    return open.length > 0;
  }

  #takeDeletable(): OwnThing[] {
    const taken = this.#left
      .filter(({ undo }) => undo !== undefined)
      .map(({ reason: _reason, isStuck: _isStuck, ...thing }) => thing);
    this.#left = this.#left.filter(({ undo }) => undo === undefined);
    return [...taken, ...this.#branches.flatMap((branch) => branch.#takeDeletable())];
  }

  /** What could not be deleted, as far as is known. */
  left(): readonly OwnThing[] {
    return [...this.#left, ...this.#branches.flatMap((branch) => branch.left())];
  }

  /** What clean-up takes for gone, here and in all branches. */
  removed(): readonly RemovedThing[] {
    return [...this.#removed, ...this.#branches.flatMap((branch) => branch.removed())];
  }

  /** What clean-up took for gone is still there. */
  contradict(thing: RemovedThing, reason: string): void {
    for (const branch of this.#branches) branch.contradict(thing, reason);
    if (!this.#removed.includes(thing)) return;
    this.#removed = this.#removed.filter((other) => other !== thing);
    if (thing.isCounted) this.#deleted -= 1;
    if (this.#left.some((left) => isSame(left, thing))) return;
    this.#left.push({ ...thing, reason });
    this.tell({ event: "thing-made", resource: thing.resource, id: thing.id });
  }

  /** What seemed to be left is not there: it went with something else. */
  forget(thing: OwnThing): void {
    const gone = this.#left.filter((other) => isSame(other, thing));
    this.#left = this.#left.filter((other) => !gone.includes(other));
    this.#deleted += gone.length;
    for (const one of gone) this.#noteGone(one);
    for (const branch of this.#branches) branch.forget(thing);
  }

  summary(): Cleanup {
    const branches = this.#branches.map((branch) => branch.summary());
    return {
      deleted: branches.reduce((sum, { deleted }) => sum + deleted, this.#deleted),
      left: [
        ...this.#left.map(({ resource, id, reason }) => ({ resource, id, reason })),
        ...branches.flatMap(({ left }) => left),
      ],
    };
  }
}

/** What did not help so many things of a kind, and no other, is not tried on each of those that follow. */
const MOST_IN_VAIN = 4;

function keyOfWay(undo: Call, way: Call): string {
  return JSON.stringify([undo.operation, way.operation, way.body?.content ?? null]);
}

function isSame(a: Pick<OwnThing, "resource" | "id">, b: Pick<OwnThing, "resource" | "id">): boolean {
  return a.resource === b.resource && String(a.id) === String(b.id);
}

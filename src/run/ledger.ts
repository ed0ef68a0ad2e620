import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Cleanup } from "#calls/run-record";
import { isSuccess, succeeded } from "#calls/succeeded";
import { whyRefused } from "#semantics/read-refusal";
import type { WaysOut } from "./ways-out.js";

/** A thing that this run created, with the concrete call that deletes it again. */
export interface OwnThing {
  readonly resource: string;
  readonly id: Json;
  readonly undo?: Call;
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

  /** How often each way out was tried and none of the deletions after it was accepted; one that helped is not counted any more. */
  readonly #inVain: Map<string, number>;

  constructor(trunk?: Ledger) {
    this.#trunk = trunk;
    this.#inVain = trunk === undefined ? new Map() : trunk.#inVain;
    this.#made = trunk === undefined ? new Map() : trunk.#made;
    this.#confirmed = trunk === undefined ? new Set() : trunk.#confirmed;
  }

  /** Books of their own for a sequence that runs beside others: it cleans up what is its own, and nothing else. */
  branch(): Ledger {
    const branch = new Ledger(this);
    this.#branches.push(branch);
    return branch;
  }

  add(thing: OwnThing): void {
    const { undo } = thing;
    // A thing of the same name is there again.
    if (undo !== undefined) this.#confirmed.delete(keyOf(undo.operation, valuesOf(undo.path)));
    if (this.#things.some((known) => isSame(known, thing))) return;
    this.#things.push(thing);
    const { resource, id } = thing;
    const ids = this.#made.get(resource);
    if (ids === undefined) this.#made.set(resource, [id]);
    else ids.push(id);
  }

  /** Whether this run made something of that resource of which this holds, be it deleted since or not. */
  hasMade(resource: string, holds: (id: Json) => boolean): boolean {
    return this.#made.get(resource)?.some(holds) === true;
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
    if (exchange.request.method !== "DELETE" || !succeeded(exchange)) return;
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
  }

  /** The thing is known to be gone already. */
  settle(resource: string, id: Json): void {
    const before = this.#things.length;
    this.#things = this.#things.filter((thing) => !isSame(thing, { resource, id }));
    this.#deleted += before - this.#things.length;
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
        const reason = await removeThing(thing, heard, { waysOut, onTried, wasDone });
        const left = reason === undefined ? undefined : { ...thing, reason };
        const isBroughtOn = left !== undefined && hasWay(left);
        if (left === undefined || isBroughtOn) since = refused.length;
        if (left === undefined) this.#deleted += 1;
        else refused.push({ ...left, ...(isBroughtOn ? { isStuck: true } : {}) });
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

  /** What seemed to be left is not there: it went with something else. */
  forget(thing: OwnThing): void {
    const before = this.#left.length;
    this.#left = this.#left.filter((other) => !isSame(other, thing));
    this.#deleted += before - this.#left.length;
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

/** Milliseconds that a slow service is given before its things are deleted, or to be done with deleting them. */
export const SLOW = 500;

/** What did not help so many things of a kind, and no other, is not tried on each of those that follow. */
const MOST_IN_VAIN = 4;

function keyOfWay(undo: Call, way: Call): string {
  return JSON.stringify([undo.operation, way.operation, way.body?.content ?? null]);
}

interface RemovalOptions {
  readonly waysOut: WaysOut;
  readonly onTried: (undo: Call, way: Call, helped: boolean) => void;
  readonly wasDone: (refused: Exchange) => boolean;
}

/** Undefined when the thing is gone, else why it is not. */
async function removeThing(
  { undo }: OwnThing,
  send: (call: Call) => Promise<Exchange>,
  { waysOut, onTried, wasDone }: RemovalOptions,
): Promise<string | undefined> {
  if (undo === undefined) return "the API has no operation that deletes it";
  const remove = async () => whyLeft(await send(undo), wasDone);
  let reason = await remove();
  for (const way of reason === undefined ? [] : waysOut(undo)) {
    if (succeeded(await send(way))) reason = await remove();
    onTried(undo, way, reason === undefined);
    if (reason === undefined) break;
  }
  return reason;
}

/** Undefined where the answer to a deletion says that the thing is gone. */
function whyLeft(exchange: Exchange, wasDone: (refused: Exchange) => boolean): string | undefined {
  if (exchange.outcome.kind === "none") return exchange.outcome.message;
  // A refusal without a status of its own says in words that there is nothing to delete.
  if (exchange.outcome.says === "absent") return undefined;
  if (exchange.outcome.says !== undefined && SAYS_GONE.test(whyRefused(exchange))) return undefined;
  const { status } = exchange.outcome;
  if (isSuccess(exchange.outcome) || status === 404 || status === 410) return undefined;
  const reason = whyRefused(exchange);
  const isGone = SAYS_NOT_THERE.test(reason) || (status < 500 && wasDone(exchange));
  return isGone ? undefined : reason;
}

function keyOfCall(exchange: Exchange): string {
  const { path } = exchange.request.inputs;
  return keyOf(exchange.call.operation, path);
}

function keyOf(operation: string, path: Readonly<Record<string, Json>>): string {
  const ids = Object.entries(path).map(([name, id]) => [name, String(id)]);
  return JSON.stringify([operation, ids.sort()]);
}

function valuesOf(path: Call["path"]): Readonly<Record<string, Json>> {
  const values = Object.entries(path).map(([name, template]): [string, Json] => [
    name,
    template.kind === "value" ? template.value : null,
  ]);
  return Object.fromEntries(values);
}

/** With any status: `500: record not found`. Less loose than where the status says success: `unknown error` is no answer. */
const SAYS_NOT_THERE = /\b(not (be )?found|does ?n[o']t exist|no such [a-z]+)\b/i;

const SAYS_GONE = /\b(not (be )?found|does ?n[o']t exist|unknown|no (such )?[a-z]+)\b/i;

function isSame(a: Pick<OwnThing, "resource" | "id">, b: Pick<OwnThing, "resource" | "id">): boolean {
  return a.resource === b.resource && String(a.id) === String(b.id);
}

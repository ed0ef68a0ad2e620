import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Cleanup } from "#calls/run-record";
import { isSuccess } from "#calls/succeeded";
import { whyRefused } from "#semantics/read-refusal";

/** A thing that this run created, with the concrete call that deletes it again. */
export interface OwnThing {
  readonly resource: string;
  readonly id: Json;
  readonly undo?: Call;
}

/**
 * Everything that the run created and has not yet deleted. Nothing else is ever deleted at the end: what is
 * not in the ledger is not ours.
 */
export class Ledger {
  #things: OwnThing[] = [];
  #deleted = 0;
  #slow = false;
  readonly #left: { resource: string; id: Json; reason: string }[] = [];
  readonly #branches: Ledger[] = [];
  readonly #trunk: Ledger | undefined;

  constructor(trunk?: Ledger) {
    this.#trunk = trunk;
  }

  /** Books of their own for a sequence that runs beside others: it cleans up what is its own, and nothing else. */
  branch(): Ledger {
    const branch = new Ledger(this);
    this.#branches.push(branch);
    return branch;
  }

  add(thing: OwnThing): void {
    if (!this.#things.some((known) => isSame(known, thing))) this.#things.push(thing);
  }

  /** The service is slow to show what it has: that a thing is not there may only mean not yet. */
  bePatient(): void {
    if (this.#trunk === undefined) this.#slow = true;
    else this.#trunk.bePatient();
  }

  get isPatient(): boolean {
    return this.#trunk?.isPatient ?? this.#slow;
  }

  /** Something was created that cannot be named, and so not deleted. */
  lose(resource: string, reason = "the answer to its creation does not show its id"): void {
    this.#left.push({ resource, id: null, reason });
  }

  /** The thing is known to be gone already. */
  settle(resource: string, id: Json): void {
    const before = this.#things.length;
    this.#things = this.#things.filter((thing) => !isSame(thing, { resource, id }));
    this.#deleted += before - this.#things.length;
  }

  /**
   * Deletes what is left, youngest first. A refusal may only mean that something else must go first, so the
   * rest is tried again as long as that helps.
   */
  async cleanUp(
    send: (call: Call) => Promise<Exchange>,
    wait: (milliseconds: number) => Promise<void>,
  ): Promise<void> {
    if (this.isPatient && this.#things.length > 0) await wait(SLOW);
    let open = this.#things.reverse();
    this.#things = [];
    for (let helped = true; helped && open.length > 0; ) {
      const refused: { thing: OwnThing; reason: string }[] = [];
      for (const thing of open) {
        const reason =
          thing.undo === undefined
            ? "the API has no operation that deletes it"
            : await remove(thing.undo, send);
        if (reason === undefined) this.#deleted += 1;
        else refused.push({ thing, reason });
      }
      helped = refused.length < open.length && refused.some(({ thing }) => thing.undo !== undefined);
      open = refused.map(({ thing }) => thing);
      if (!helped)
        for (const { thing, reason } of refused)
          this.#left.push({ resource: thing.resource, id: thing.id, reason });
    }
  }

  summary(): Cleanup {
    const branches = this.#branches.map((branch) => branch.summary());
    return {
      deleted: branches.reduce((sum, { deleted }) => sum + deleted, this.#deleted),
      left: [...this.#left, ...branches.flatMap(({ left }) => left)],
    };
  }
}

/** Milliseconds that a slow service is given before its things are deleted. */
const SLOW = 500;

/** Undefined when the thing is gone, else why it is not. */
async function remove(undo: Call, send: (call: Call) => Promise<Exchange>): Promise<string | undefined> {
  const exchange = await send(undo);
  if (exchange.outcome.kind === "none") return exchange.outcome.message;
  // A refusal without a status of its own says in words that there is nothing to delete.
  if (exchange.outcome.refused === true && SAYS_GONE.test(whyRefused(exchange))) return undefined;
  const { status } = exchange.outcome;
  return isSuccess(exchange.outcome) || status === 404 || status === 410 ? undefined : whyRefused(exchange);
}

const SAYS_GONE = /\b(not (be )?found|does ?n[o']t exist|unknown|no (such )?[a-z]+)\b/i;

function isSame(a: Pick<OwnThing, "resource" | "id">, b: Pick<OwnThing, "resource" | "id">): boolean {
  return a.resource === b.resource && String(a.id) === String(b.id);
}

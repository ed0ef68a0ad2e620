import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import type { CaseRun } from "#run/world";
import type { Candidate } from "./candidate.js";
import { compareStates } from "./compare-states.js";
import { type Card, cardFor, type Ground, mayWrite } from "./ground.js";
import { lookAround } from "./look-around.js";
import type { Observation, State } from "./observation.js";
import { type Failure, Performance } from "./performance.js";
import { Volatile } from "./volatile.js";
import { waysOutBy } from "./ways-out-by.js";

/** Milliseconds between looks at a state that may be slow to change, or to come back. */
const PAUSES = [20, 50, 150, 500];

/** So often an operation that seems to do nothing is waited for; after that it is known to do nothing. */
const FRUITLESS_WAITS = 2;

/** Things of a kind that cannot be deleted are made no more often than this: they stay. */
const MOST_LASTING = 30;

/** Pauses after the service went silent, before it is given up: it may be starting again. */
const COMEBACK = [500, 1_500, 4_000];

/** Milliseconds for a service of which only is known that it is slow. */
const GENEROUS = 600;

export interface StageOptions {
  /** Requests sent so far in the whole run. */
  readonly requests: () => number;
  /** No candidate begins once so many were sent. */
  readonly maxRequests: number;
  readonly name: string;
}

/**
 * Plays candidates on the service, one after the other, each from the state that the one before it left behind after
 * everything it made was deleted again. Nothing here knows what a candidate is for.
 */
export class Stage {
  readonly volatile: Volatile;
  readonly #ground: Ground;
  readonly #options: StageOptions;
  #queries: readonly Card[] = [];
  #before: State | undefined;
  /** By operation and status: how often it was waited for in vain, or that it is slow. Who is prompt is not waited for. */
  readonly #waits = new Map<string, number | "slow">();
  /** Milliseconds that what is slow is given where nobody looks. */
  #slowness = 0;
  /** How often waiting did not bring the service back to what it was, since it last did: what stays, stays. */
  #vainResets = 0;
  #played = 0;
  #lasting = 0;
  /** Operations after which something could not be deleted again, as candidates have them. */
  readonly #lastingDeeds = new Set<string>();
  #isGenerous = false;
  #isOver = false;
  /** Why the last candidate came to nothing, where it did. */
  failure: Failure | undefined;

  constructor(ground: Ground, options: StageOptions, volatile = new Volatile()) {
    this.volatile = volatile;
    this.#ground = ground;
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#isOver || this.#options.requests() >= this.#options.maxRequests;
  }

  get queries(): readonly Card[] {
    return this.#queries;
  }

  /** Whether an operation takes effect only after a while. */
  isSlow(operation: string): boolean {
    return [...this.#waits].some(([key, waited]) => waited === "slow" && key.startsWith(`${operation} `));
  }

  /** Whether such a candidate leaves something behind: it is played no more often than needed. */
  leavesThings(candidate: Candidate): boolean {
    return this.#lastingDeeds.has(deedsOf(candidate));
  }

  /** From here on every write gets time to take effect, also where nobody has seen yet that it needs it. */
  beGenerous(): void {
    this.#isGenerous = true;
    this.#slowness = Math.max(this.#slowness, GENEROUS);
  }

  /** From here on the state is what these show. */
  watch(queries: readonly Card[]): void {
    this.#queries = queries;
    this.#before = undefined;
  }

  /** How a candidate goes, with pauses between its acts where some are given; undefined where it cannot be made, may do harm, or the service was not up to it. */
  async play(
    candidate: Candidate,
    looks: boolean,
    pauses: readonly number[] = [],
  ): Promise<Observation | undefined> {
    if (this.isOver || this.#isTooMuch(candidate)) return undefined;
    this.#played += 1;
    const run = this.#ground.world.startCase(`${this.#options.name} ${this.#played}`);
    const before = this.#before ?? (await this.#look(run));
    if (before === undefined) {
      this.failure = "trouble";
      await this.#comeBack(run);
      return undefined;
    }
    const performance = new Performance(this.#ground, run, before);
    const observation = await this.#perform(candidate, looks, performance, pauses);
    this.failure = observation === undefined ? (performance.failure ?? "refused") : undefined;
    if (performance.isCancelled) this.#isOver = true;
    if (performance.isSilent) await this.#comeBack(run);
    const left = this.#ground.world.ledger.summary().left.length;
    await this.#reset(run, before, performance);
    const isLeft = this.#ground.world.ledger.summary().left.length > left;
    if (isLeft) this.#lastingDeeds.add(deedsOf(candidate));
    return observation;
  }

  /** Two acts in either order, and in the first order once more: what differs there does not come from the order. */
  async playBothWays(candidate: Candidate): Promise<Observation | undefined> {
    const observation = await this.play(candidate, true);
    if (observation === undefined) return undefined;
    const swapped = await this.play({ ...candidate, acts: candidate.acts.toReversed() }, true);
    if (swapped === undefined) return observation;
    const again = await this.play(candidate, true);
    return again === undefined ? observation : { ...observation, bothWays: { again, swapped } };
  }

  async #perform(
    candidate: Candidate,
    looks: boolean,
    performance: Performance,
    pauses: readonly number[],
  ): Promise<Observation | undefined> {
    const given: Exchange[] = [];
    for (const call of candidate.given) {
      const exchange = await performance.make(call);
      if (exchange === undefined || !succeeded(exchange)) return undefined;
      given.push(exchange);
    }
    const states: State[] = [];
    const early = new Map<number, State>();
    const waits = new Set<number>();
    const look = () => performance.look(this.#queries);
    if (looks) {
      const first = await look();
      if (first === undefined) return undefined;
      states.push(first);
    }
    const acts: Exchange[] = [];
    for (const [index, call] of candidate.acts.entries()) {
      const pause = pauses[index - 1] ?? 0;
      if (pause > 0) await this.#ground.world.wait(pause);
      const exchange = await performance.make(call);
      if (exchange === undefined) return undefined;
      acts.push(exchange);
      const last = states.at(-1);
      if (!looks || last === undefined) {
        if (index < candidate.acts.length - 1 && (await this.#giveTime(exchange))) waits.add(index);
        continue;
      }
      const now = await look();
      if (now === undefined) return undefined;
      const later = await this.#lookLater(exchange, last, now, look);
      if (later !== undefined) {
        early.set(index, now);
        waits.add(index);
      }
      states.push(later ?? now);
    }
    const { before, ids } = performance;
    return { candidate, before, given, acts, states, early, waits, ids, volatile: this.volatile };
  }

  /** The state once a slow operation has done its work; undefined where waiting makes no difference. */
  async #lookLater(
    exchange: Exchange,
    before: State,
    now: State,
    look: () => Promise<State | undefined>,
  ): Promise<State | undefined> {
    const card = cardFor(this.#ground, exchange.call.operation);
    if (card === undefined || !mayWrite(card) || !succeeded(exchange)) return undefined;
    const key = waitKey(exchange);
    if (!compareStates(before, now, this.volatile).isEqual) {
      if (this.#waits.get(key) !== "slow") this.#waits.set(key, FRUITLESS_WAITS);
      return undefined;
    }
    const waited = this.#waits.get(key) ?? 0;
    if (typeof waited === "number" && waited >= FRUITLESS_WAITS) return undefined;
    let total = 0;
    for (const pause of PAUSES) {
      await this.#ground.world.wait(pause);
      total += pause;
      const later = await look();
      if (later === undefined) return undefined;
      if (compareStates(before, later, this.volatile).isEqual) continue;
      this.#waits.set(key, "slow");
      this.#slowness = Math.max(this.#slowness, total * 2);
      return later;
    }
    if (typeof waited === "number") this.#waits.set(key, waited + 1);
    return undefined;
  }

  /** Where nobody looks in between, what is slow still gets the time it needs. */
  async #giveTime(exchange: Exchange): Promise<boolean> {
    const card = cardFor(this.#ground, exchange.call.operation);
    const mayBeSlow = this.#isGenerous && card !== undefined && mayWrite(card) && succeeded(exchange);
    if (this.#waits.get(waitKey(exchange)) !== "slow" && !mayBeSlow) return false;
    await this.#ground.world.wait(this.#slowness);
    return true;
  }

  /** The state as it is seen by somebody who has made nothing. */
  #look(run: CaseRun): Promise<State | undefined> {
    return lookAround(this.#queries, new Map(), (call) => this.#ground.world.send(call, [], run));
  }

  /** Deletes what the candidate made, and waits until the service looks as it did before, as long as that helps. */
  async #reset(run: CaseRun, before: State, performance: Performance): Promise<void> {
    const { world } = this.#ground;
    if (performance.made.size > 0 && this.#ground.resource.delete.length === 0) this.#lasting += 1;
    if (this.isOver) {
      await world.cleanUp();
      return;
    }
    await world.ledger.cleanUp(
      (call) => world.send(call, [], run),
      async () => {},
      waysOutBy(this.#ground.cards),
    );
    if (!performance.hasWritten) return;
    const isHopeless = this.#vainResets >= FRUITLESS_WAITS;
    for (const pause of isHopeless ? [0] : [0, ...PAUSES]) {
      if (pause > 0) await world.wait(pause);
      const now = await this.#look(run);
      this.#before = now;
      if (now !== undefined && !compareStates(before, now, this.volatile).isEqual) continue;
      if (pause > 0) this.#vainResets = 0;
      return;
    }
    this.#vainResets += 1;
  }

  #isTooMuch({ given, acts }: Candidate): boolean {
    const creates = [...given, ...acts].some(
      ({ operation }) => cardFor(this.#ground, operation)?.semantics === "CREATE",
    );
    return creates && this.#lasting >= MOST_LASTING;
  }

  /** Waits for a service that has gone silent; over where it does not come back. */
  async #comeBack(run: CaseRun): Promise<void> {
    this.#before = undefined;
    for (const pause of COMEBACK) {
      await this.#ground.world.wait(pause);
      if ((await this.#look(run)) !== undefined) return;
    }
    this.#isOver = true;
  }
}

function deedsOf({ given, acts }: Candidate): string {
  return [...given, ...acts].map(({ operation }) => operation).join(", ");
}

function waitKey({ call, outcome }: Exchange): string {
  return `${call.operation} ${outcome.kind === "response" ? outcome.status : ""}`;
}

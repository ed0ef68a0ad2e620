import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import type { Probe, Vouched } from "../probe.js";

/** What a look should show once the call before it has taken effect. */
export interface Hope<T> {
  readonly name: string;
  readonly holds: (seen: T) => boolean;
}

/** Sends the calls of a turn and keeps what came of them, in order and by name. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #names = new Map<string, number>();
  readonly #bench: Pick<Probe, "send" | "patience">;

  constructor(bench: Pick<Probe, "send" | "patience">) {
    this.#bench = bench;
  }

  /** Nothing more can be sent: the budget is spent, or nobody answers. */
  get isOver(): boolean {
    const last = this.exchanges.at(-1)?.outcome;
    return last?.kind === "none" && ["cancelled", "unreachable", "unauthenticated"].includes(last.reason);
  }

  /** `create player`, `create player 2`: ids that read well in a report. */
  name(words: string): string {
    const count = (this.#names.get(words) ?? 0) + 1;
    this.#names.set(words, count);
    return count === 1 ? words : `${words} ${count}`;
  }

  async send(call: Call, vouched?: Vouched): Promise<Exchange> {
    const exchange = await this.#bench.send(call, this.exchanges, vouched);
    this.exchanges.push(exchange);
    return exchange;
  }

  /** The same for a call that may be made more than once: each time it has a name of its own. */
  sendAgain(call: Call): Promise<Exchange> {
    return this.send({ ...call, id: this.name(call.id) });
  }

  /** Looks, and looks again while what is hoped for does not show; only the last look is kept. */
  async watch<T>(
    call: Call,
    read: (exchange: Exchange) => T | Promise<T>,
    hope: Hope<T> | undefined,
    about: string,
  ): Promise<T> {
    let exchange = await this.#bench.send(call, this.exchanges);
    let seen = await read(exchange);
    const lookAgain = async () => {
      exchange = await this.#bench.send(call, this.exchanges);
      seen = await read(exchange);
    };
    const missing = () => (hope === undefined || hope.holds(seen) ? [] : [`${about}: ${hope.name}`]);
    // What is broken is looked at once more, at once: it does not come for being waited for.
    if (missing().length > 0 && means(exchange, "broken")) await lookAgain();
    const pauses = this.#bench.patience.pauses(missing);
    while (!means(exchange, "broken", "silent") && (await pauses.next()).done !== true) await lookAgain();
    this.exchanges.push(exchange);
    return seen;
  }
}

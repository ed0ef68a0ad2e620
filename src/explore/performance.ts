import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { resolveCall } from "#calls/resolve-call";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import type { ReferenceSource } from "#calls/template";
import { noteCreated } from "#run/own-things";
import type { CaseRun } from "#run/world";
import { sameId } from "#semantics/list-items";
import { type MadeThing, SELF } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { type Card, cardFor, type Ground, mayWrite } from "./ground.js";
import { isHarmless } from "./guard.js";
import { isTrouble } from "./is-trouble.js";
import { lookAround } from "./look-around.js";
import type { State } from "./observation.js";
import { isAboutOne } from "./script.js";

/** Why a candidate is not played to its end: it might do harm, it cannot be made any more, or the service was not up to it. */
export type Failure = "harm" | "refused" | "trouble";

/** One candidate while it is played: what was sent, and what came into being by it. */
export class Performance {
  readonly #exchanges: Exchange[] = [];
  readonly made = new Map<string, MadeThing>();
  readonly #own: { call: string; resource: string; id: Json }[] = [];
  failure: Failure | undefined;
  isCancelled = false;
  isSilent = false;
  hasWritten = false;

  constructor(
    private readonly ground: Ground,
    readonly run: CaseRun,
    readonly before: State,
  ) {}

  /** By call: the id of what it made. */
  get ids(): ReadonlyMap<string, Json> {
    return new Map(this.#own.map(({ call, id }) => [call, id]));
  }

  look(queries: readonly Card[]): Promise<State | undefined> {
    return lookAround(queries, this.made, (call) => this.#send(call));
  }

  /** Makes a call; undefined where it cannot or must not be made, or nothing came of it. */
  async make(call: Call): Promise<Exchange | undefined> {
    const card = cardFor(this.ground, call.operation);
    const inputs = resolveCall(call, { exchanges: this.#exchanges, fresh: this.run.fresh });
    if (card === undefined || !inputs.ok) return undefined;
    const situation = {
      made: this.made,
      own: this.#own,
      before: this.before,
      ask: (look: Call) => this.#send(look),
    };
    if (!(await isHarmless(card, inputs.value, this.ground, situation))) return this.#fail("harm");
    const exchange = await this.#send(call);
    this.#exchanges.push(exchange);
    if (mayWrite(card)) this.hasWritten = true;
    if (exchange.outcome.kind === "none") {
      this.isCancelled ||= exchange.outcome.reason === "cancelled";
      this.isSilent ||= ["unreachable", "timeout", "reset"].includes(exchange.outcome.reason);
    }
    if (isTrouble(exchange)) return this.#fail("trouble");
    if (succeeded(exchange)) this.#note(card, exchange);
    return exchange;
  }

  #fail(failure: Failure): undefined {
    this.failure = failure;
  }

  #send(call: Call): Promise<Exchange> {
    return this.ground.world.send(call, this.#exchanges, this.run);
  }

  /** Enters what a call created: what was not there before and can be named. */
  #note(card: Card, exchange: Exchange): void {
    const { world } = this.ground;
    const { resource } = card;
    const identity = this.#identityIn(card);
    if (identity === undefined) return;
    const reference = { kind: "reference", call: exchange.call.id, source: identity } as const;
    const id = resolveReference(reference, this.#exchanges);
    if (!id.ok) {
      if (card.semantics === "CREATE") world.ledger.lose(resource.name);
      return;
    }
    if (this.#own.some((own) => own.resource === resource.name && sameId(own.id, id.value))) return;
    const thing = { call: exchange.call.id, identity };
    this.made.set(resource.name, thing);
    this.#own.push({ call: exchange.call.id, resource: resource.name, id: id.value });
    noteCreated(
      world,
      resource,
      new Map([...parentsIn(resource.parents, exchange), [SELF, thing]]),
      this.#exchanges,
    );
  }

  /** Where the id of what a call made stands. An update of what is not there makes it, on some services. */
  #identityIn(card: Card): ReferenceSource | undefined {
    const { resource } = card;
    if (card.semantics === "CREATE") return this.ground.book.creates.get(resource.name)?.identity;
    if (!mayWrite(card) || card.semantics === "DELETE" || !isAboutOne(card)) return undefined;
    const name = resource.idParameter;
    return name === undefined ? undefined : { in: "request parameter", place: "path", name };
  }
}

function parentsIn(parents: Resource["parents"], { call }: Exchange): readonly [string, MadeThing][] {
  return parents.flatMap(({ resource, via }): [string, MadeThing][] =>
    via.kind === "path" && Object.hasOwn(call.path, via.parameter)
      ? [
          [
            resource,
            { call: call.id, identity: { in: "request parameter", place: "path", name: via.parameter } },
          ],
        ]
      : [],
  );
}

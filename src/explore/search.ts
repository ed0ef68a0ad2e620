import type { CallInputs } from "#calls/call";
import { succeeded } from "#calls/succeeded";
import { again, type Candidate } from "./candidate.js";
import { type Card, type Ground, mayWrite } from "./ground.js";
import { bodyOf } from "./look-around.js";
import type { MetaProperty, Shape } from "./meta-property.js";
import type { Observation } from "./observation.js";
import { responseInequality } from "./properties/response-inequality.js";
import { stateMutation } from "./properties/state-mutation.js";
import { Script } from "./script.js";
import type { Stage } from "./stage.js";
import { findsIn, Trove } from "./trove.js";
import { variantsOf, workingInputs } from "./variants.js";

/** One search in one neighbourhood: plays candidates of a shape, and keeps what they show. */
export class Search {
  readonly trove = new Trove();
  readonly #ground: Ground;
  readonly #stage: Stage;
  readonly #properties: readonly MetaProperty[];

  constructor(ground: Ground, stage: Stage, properties: readonly MetaProperty[]) {
    this.#ground = ground;
    this.#stage = stage;
    this.#properties = properties;
  }

  /** Plays a candidate and keeps what it shows of the properties that ask for this shape. */
  async try(candidate: Candidate, shape: Shape, looks: boolean): Promise<Observation | undefined> {
    const observation = await this.#stage.play(candidate, looks);
    if (observation === undefined) return undefined;
    const asked = this.#properties.filter((property) => property.shapes.includes(shape));
    for (const find of findsIn(observation, asked)) this.trove.add(find);
    return observation;
  }

  /** A call and the same again. What differs in answers of one shape changes by itself, and is learned first. */
  async twice(card: Card, inputs: CallInputs, looks: boolean): Promise<void> {
    const candidate = this.#prepared(card, inputs, (call, name) => [call, again(call, name)]);
    if (candidate === undefined) return;
    const observation = await this.#stage.play(candidate, looks);
    const [first, second] = observation?.acts ?? [];
    if (observation === undefined || first === undefined || second === undefined) return;
    const isSame =
      first.outcome.kind === "response" &&
      second.outcome.kind === "response" &&
      first.outcome.status === second.outcome.status;
    if (isSame) this.#stage.volatile.learn(card.operation.key, bodyOf(first), bodyOf(second));
    const asked = this.#properties.filter(({ shapes }) => shapes.includes("twice"));
    for (const find of findsIn(observation, asked)) this.trove.add(find);
  }

  /** A call, another one with all that it needs, and the first again. Made before is only what the first one needs. */
  async around(query: Card, between: Card): Promise<void> {
    const inputs = workingInputs(between, this.#ground);
    const script = new Script(this.#ground);
    const given = script.prepare(query);
    if (given === undefined) return;
    const first = script.call(query);
    const more = script.prepare({ ...between, inputs });
    if (more === undefined) return;
    const acts = [first, ...more, script.call(between, inputs), again(first, "last")];
    await this.try({ given, acts }, "around", false);
  }

  /** One call, with the state before and after it. */
  async once(card: Card, inputs: CallInputs): Promise<"changed" | "unchanged"> {
    const candidate = this.#prepared(card, inputs, (call) => [call]);
    const observation = candidate && (await this.try(candidate, "once", true));
    return observation !== undefined && stateMutation.shows(observation) !== undefined ? "changed" : "unchanged";
  }

  /** Something is made, and a call is made with it: the state all along. */
  async sequence(card: Card, inputs: CallInputs): Promise<void> {
    const candidate = this.#prepared(card, inputs, (call) => [call]);
    if (candidate === undefined || candidate.given.length === 0) return;
    const { name } = this.#ground.resource;
    const at = candidate.given.findLastIndex(
      ({ operation }) => operation === this.#ground.book.creates.get(name)?.operation,
    );
    const [given, acts] = [candidate.given.slice(0, at), candidate.given.slice(at)];
    if (at >= 0) await this.try({ given, acts: [...acts, ...candidate.acts] }, "sequence", true);
  }

  /** What the properties plan themselves. */
  async plans(): Promise<void> {
    for (const property of this.#properties) {
      const plan = property.plan?.(this.#ground);
      if (plan === undefined) continue;
      for (let step = plan.next(); step.done !== true && !this.#stage.isOver; ) {
        const observation = await this.#stage.play(step.value, false);
        for (const find of observation === undefined ? [] : findsIn(observation, [property]))
          this.trove.add(find);
        step = plan.next(observation);
      }
    }
  }

  /** Operations that behave as queries: answered alike twice in a row, otherwise once something was changed. */
  async queries(): Promise<readonly Card[]> {
    const { cards } = this.#ground;
    const steady = cards.filter((card) =>
      this.trove.has(
        "MP-R-1",
        ({ shown, observation }) => shown.operation === card.operation.key && succeeded(observation.acts[0]),
      ),
    );
    for (const query of steady) {
      for (const between of cards) {
        if (between !== query) await this.around(query, between);
      }
    }
    const isChanged = (card: Card) =>
      this.trove.has("MP-R-2", ({ shown, observation }) => {
        const [first] = observation.acts;
        return shown.operation === card.operation.key && observation.acts.length > 2 && succeeded(first);
      });
    const candidates = steady.filter(isChanged);
    const queries: Card[] = [];
    for (const card of candidates) {
      const others = candidates.filter((other) => other !== card);
      let changes = false;
      for (const other of others) changes ||= await this.#changes(card, other);
      if (!changes) queries.push(card);
    }
    return queries;
  }

  /** Whoever changes what another one answers is not a query, whatever its own answers look like. */
  async #changes(card: Card, other: Card): Promise<boolean> {
    const script = new Script(this.#ground);
    const given = [...(script.prepare(other) ?? []), ...(script.prepare(card) ?? [])];
    const first = script.call(other);
    const acts = [first, script.call(card), again(first, "last")];
    const observation = await this.#stage.play({ given, acts }, false);
    return observation !== undefined && responseInequality.shows(observation) !== undefined;
  }

  #prepared(
    card: Card,
    inputs: CallInputs,
    acts: (call: Candidate["acts"][number], name: string) => Candidate["acts"],
  ): Candidate | undefined {
    const script = new Script(this.#ground);
    const given = script.prepare({ ...card, inputs });
    return given && { given, acts: acts(script.call(card, inputs), "again") };
  }
}

/** Everything that is worth a try in a neighbourhood, from the simplest question to the longest. */
export async function searchNeighbourhood(
  search: Search,
  ground: Ground,
  stage: Stage,
  queries: readonly Card[],
  state: readonly Card[],
): Promise<void> {
  stage.watch(state);
  const own = ground.cards.filter(({ resource }) => resource === ground.resource);
  for (const card of own) {
    for (const inputs of variantsOf(card, ground)) {
      const outcome = await search.once(card, inputs);
      if (!mayWrite(card) || outcome === "unchanged") continue;
      await search.twice(card, inputs, true);
      await search.sequence(card, inputs);
    }
  }
  // What turned out to be slow was asked about too early before.
  for (const query of queries) {
    for (const card of own.filter(({ operation }) => stage.isSlow(operation.key)))
      await search.around(query, card);
  }
  await search.plans();
}

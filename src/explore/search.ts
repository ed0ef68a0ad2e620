import fc from "fast-check";
import type { Call, CallInputs } from "#calls/call";
import { succeeded } from "#calls/succeeded";
import type { Template } from "#calls/template";
import { again, type Candidate } from "./candidate.js";
import { candidateArbitrary } from "./draw-candidate.js";
import { type Card, type Ground, mayWrite } from "./ground.js";
import { bodyOf } from "./look-around.js";
import type { MetaProperty, Shape } from "./meta-property.js";
import type { Observation } from "./observation.js";
import { haveBothEffect } from "./properties/either-order.js";
import { responseInequality } from "./properties/response-inequality.js";
import { stateMutation } from "./properties/state-mutation.js";
import { Script } from "./script.js";
import type { Stage } from "./stage.js";
import { findsIn, Trove } from "./trove.js";
import { withFreshIds, workingInputs } from "./variants.js";

/** Calls of a sequence that nobody planned. */
const LONGEST = 6;

/** A call that changes something: the operation, its inputs, and the situation in which it does. */
export interface Deed {
  readonly card: Card;
  readonly inputs: CallInputs;
  readonly setting: Setting;
}

/** What a call finds: the smallest thing that can be made or a usual one, and what was done to it already. */
export interface Setting {
  readonly things: "smallest" | "usual";
  readonly deeds: readonly Deed[];
}

export const NEW_THING: Setting = { things: "smallest", deeds: [] };

/** Milliseconds between looks at what may change by itself: many, since a draw may come out alike, and some long. */
const LOOKS = [0, 0, 0, 0, 20, 50, 150, 500];

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
    this.#keep(observation, shape);
    return observation;
  }

  /** A call and the same again. What differs in answers of one shape changes by itself, and is learned first. */
  async twice(card: Card, inputs: CallInputs, looks: boolean, setting = NEW_THING): Promise<void> {
    const acts = (call: Call) => [call, again(call, "again")];
    const observation = await this.#play({ card, inputs, setting }, acts, looks);
    const [first, second] = observation?.acts ?? [];
    if (observation === undefined || first === undefined || second === undefined) return;
    const isSame =
      first.outcome.kind === "response" &&
      second.outcome.kind === "response" &&
      first.outcome.status === second.outcome.status;
    // What a call changes is not volatile: a balance grows by the deposit, and not of its own accord. A refusal changes nothing.
    const isTelling =
      !mayWrite(card) || card.semantics === "CREATE" || !(succeeded(first) || succeeded(second));
    if (isSame && isTelling) this.#stage.volatile.learn(card.operation.key, bodyOf(first), bodyOf(second));
    this.#keep(observation, "twice");
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
  async once(card: Card, inputs: CallInputs, setting = NEW_THING): Promise<"changed" | "unchanged"> {
    const observation = await this.#play({ card, inputs, setting }, (call) => [call], true);
    if (observation !== undefined) this.#keep(observation, "once");
    return observation !== undefined && stateMutation.shows(observation) !== undefined
      ? "changed"
      : "unchanged";
  }

  /** Something is made, and a call is made with it: the state all along. */
  async sequence(card: Card, inputs: CallInputs): Promise<void> {
    const candidate = this.#prepared({ card, inputs, setting: NEW_THING }, (call) => [call]);
    if (candidate === undefined || candidate.given.length === 0) return;
    const { name } = this.#ground.resource;
    const at = candidate.given.findLastIndex(
      ({ operation }) => operation === this.#ground.book.creates.get(name)?.operation,
    );
    const [given, acts] = [candidate.given.slice(0, at), candidate.given.slice(at)];
    if (at >= 0) await this.try({ given, acts: [...acts, ...candidate.acts] }, "sequence", true);
  }

  /** Two calls about one thing, in either order: the second may take back what the first did, or see it. */
  async pair(one: Deed, other: Deed): Promise<void> {
    const { setting } = one.setting.deeds.length < other.setting.deeds.length ? other : one;
    const script = new Script(this.#ground, setting.things);
    const given = this.#situation(script, [one, other], setting);
    if (given === undefined) return;
    const acts = [script.call(one.card, one.inputs), script.call(other.card, other.inputs)];
    const observation = await this.#stage.playBothWays({ given, acts });
    if (observation === undefined) return;
    this.#keep(observation, "sequence");
    this.#keep(observation, "swapped");
    const swapped = observation.bothWays?.swapped;
    if (swapped === undefined) return;
    this.#keep(swapped, "sequence");
    if (haveBothEffect(observation) || !haveBothEffect(swapped)) return;
    const swappedFirst = await this.#stage.playBothWays(swapped.candidate);
    if (swappedFirst !== undefined) this.#keep(swappedFirst, "swapped");
  }

  /** A thing is to become like another one, which may not be allowed. */
  async taken(card: Card): Promise<void> {
    const script = new Script(this.#ground);
    const { name } = this.#ground.resource;
    const [one, other] = [script.make(name), script.make(name)];
    const body = one?.at(-1)?.body;
    if (one === undefined || other === undefined || body === undefined || card.inputs.body === undefined)
      return;
    const content: Template = {
      kind: "reference",
      call: one.at(-1)?.id ?? "",
      source: { in: "request body", pointer: "" },
    };
    const inputs = { ...card.inputs, body: { ...card.inputs.body, content } };
    await this.try({ given: [...one, ...other], acts: [script.call(card, inputs)] }, "once", true);
  }

  /** Sequences that nobody planned. What they show beyond what was asked for is what nobody thought of. */
  async surprises(count: number): Promise<void> {
    const { cards, world, random } = this.#ground;
    const operations = cards.map(({ operation }) => operation);
    const arbitrary = candidateArbitrary({
      api: world.api,
      operations,
      references: true,
      longest: LONGEST,
      lists: false,
    });
    for (const acts of fc.sample(arbitrary, { seed: random.seed, numRuns: count })) {
      if (this.#stage.isOver) return;
      const observation = await this.#stage.play({ given: [], acts }, true);
      for (const beginning of observation === undefined ? [] : beginningsOf(observation))
        this.#keep(beginning, "sequence");
    }
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

  /** Operations that seem to be queries: answered alike twice in a row, otherwise once something was changed. */
  async queries(): Promise<readonly Card[]> {
    const { cards } = this.#ground;
    // The state is looked at all the time: nothing that was seen to write may be taken for a look.
    const steady = cards.filter(
      (card) =>
        !mayWrite(card) &&
        this.trove.has(
          "MP-R-1",
          ({ shown, observation }) =>
            shown.operation === card.operation.key && succeeded(observation.acts[0]),
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
    return steady.filter(isChanged);
  }

  /** Of those that show the state, the ones that leave what the others show as it is. */
  async withoutWriters(candidates: readonly Card[]): Promise<readonly Card[]> {
    const queries: Card[] = [];
    for (const card of candidates) {
      const others = candidates.filter((other) => other !== card);
      let changes = false;
      for (const other of others) changes ||= await this.#changes(card, other);
      if (!changes) queries.push(card);
    }
    return queries;
  }

  /** What changes while nothing is done but waiting changes by itself, and says nothing about the calls in between. */
  async idle(card: Card): Promise<void> {
    const candidate = this.#prepared({ card, inputs: card.inputs, setting: NEW_THING }, (call) => [call]);
    const [call] = candidate?.acts ?? [];
    if (candidate === undefined || call === undefined) return;
    const acts = [call, ...LOOKS.map((_, index) => again(call, `again ${index + 1}`))];
    const observation = await this.#stage.play({ ...candidate, acts }, false, LOOKS);
    const [first, ...more] = observation?.acts ?? [];
    if (first === undefined) return;
    for (const one of more) this.#stage.volatile.learn(card.operation.key, bodyOf(first), bodyOf(one));
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

  #keep(observation: Observation, shape: Shape): void {
    const asked = this.#properties.filter(({ shapes }) => shapes.includes(shape));
    for (const find of findsIn(observation, asked)) this.trove.add(find);
  }

  #prepared({ card, inputs, setting }: Deed, acts: (call: Call) => readonly Call[]): Candidate | undefined {
    const script = new Script(this.#ground, setting.things);
    const given = this.#situation(script, [{ card, inputs }], setting);
    return given && { given, acts: acts(script.call(card, inputs)) };
  }

  /** The calls that bring about what some others find; undefined where it is not known how. */
  #situation(
    script: Script,
    upcoming: readonly Pick<Deed, "card" | "inputs">[],
    { deeds }: Setting,
  ): readonly Call[] | undefined {
    const calls: Call[] = [];
    for (const { card, inputs } of [...deeds, ...upcoming]) {
      const needed = script.prepare({ ...card, inputs });
      if (needed === undefined) return undefined;
      calls.push(...needed);
    }
    return [...calls, ...deeds.map(({ card, inputs }) => script.call(card, inputs))];
  }

  /** With the ids that the inputs name, or with others where those are somebody's. */
  async #play(
    deed: Deed,
    acts: (call: Call) => readonly Call[],
    looks: boolean,
  ): Promise<Observation | undefined> {
    const { card } = deed;
    for (const inputs of [deed.inputs, withFreshIds(card, deed.inputs)]) {
      const candidate = this.#prepared({ ...deed, inputs }, acts);
      const observation = candidate && (await this.#stage.play(candidate, looks));
      const isSomebodys = observation !== undefined && !mayWrite(card) && succeeded(observation.acts[0]);
      const isTaken = isSomebodys && Object.values(inputs.path).some(({ kind }) => kind === "value");
      if (!isTaken && (observation !== undefined || this.#stage.failure !== "harm")) return observation;
    }
    return undefined;
  }
}

/** What was seen of a sequence up to each of its calls: what comes after it may be noise. */
function beginningsOf(observation: Observation): readonly Observation[] {
  const { candidate, acts, states } = observation;
  return acts.map((_, index) => ({
    ...observation,
    candidate: { ...candidate, acts: candidate.acts.slice(0, index + 1) },
    acts: acts.slice(0, index + 1),
    states: states.slice(0, index + 2),
  }));
}

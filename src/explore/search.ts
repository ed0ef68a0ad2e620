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
import { responseInequality } from "./properties/response-inequality.js";
import { stateMutation } from "./properties/state-mutation.js";
import { Script } from "./script.js";
import type { Stage } from "./stage.js";
import { findsIn, Trove } from "./trove.js";
import { variantsOf, withFreshIds, workingInputs } from "./variants.js";

/** Calls of a sequence that nobody planned. */
const LONGEST = 6;

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
  async twice(card: Card, inputs: CallInputs, looks: boolean): Promise<void> {
    const observation = await this.#play(card, inputs, (call) => [call, again(call, "again")], looks);
    const [first, second] = observation?.acts ?? [];
    if (observation === undefined || first === undefined || second === undefined) return;
    const isSame =
      first.outcome.kind === "response" &&
      second.outcome.kind === "response" &&
      first.outcome.status === second.outcome.status;
    // What a call changes is not volatile: a balance grows by the deposit, and not of its own accord.
    const isTelling = !mayWrite(card) || card.semantics === "CREATE";
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
  async once(card: Card, inputs: CallInputs): Promise<"changed" | "unchanged"> {
    const observation = await this.#play(card, inputs, (call) => [call], true);
    if (observation !== undefined) this.#keep(observation, "once");
    return observation !== undefined && stateMutation.shows(observation) !== undefined
      ? "changed"
      : "unchanged";
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

  /** Two calls about one thing: the second may take back what the first did. */
  async pair(first: Card, second: Card): Promise<void> {
    const script = new Script(this.#ground);
    const given = [...(script.prepare(first) ?? []), ...(script.prepare(second) ?? [])];
    const acts = [script.call(first), script.call(second)];
    await this.try({ given, acts }, "sequence", true);
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

  /** Operations that behave as queries: answered alike twice in a row, otherwise once something was changed. */
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

  #keep(observation: Observation, shape: Shape): void {
    const asked = this.#properties.filter(({ shapes }) => shapes.includes(shape));
    for (const find of findsIn(observation, asked)) this.trove.add(find);
  }

  #prepared(card: Card, inputs: CallInputs, acts: (call: Call) => readonly Call[]): Candidate | undefined {
    const script = new Script(this.#ground);
    const given = script.prepare({ ...card, inputs });
    return given && { given, acts: acts(script.call(card, inputs)) };
  }

  /** With the ids that the inputs name, or with others where those are somebody's. */
  async #play(
    card: Card,
    inputs: CallInputs,
    acts: (call: Call) => readonly Call[],
    looks: boolean,
  ): Promise<Observation | undefined> {
    for (const own of [inputs, withFreshIds(card, inputs)]) {
      const candidate = this.#prepared(card, own, acts);
      const observation = candidate && (await this.#stage.play(candidate, looks));
      const isSomebodys = observation !== undefined && !mayWrite(card) && succeeded(observation.acts[0]);
      const isTaken = isSomebodys && Object.values(own.path).some(({ kind }) => kind === "value");
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

/** Everything that is worth a try in a neighbourhood, from the simplest question to the longest. */
export async function searchNeighbourhood(
  search: Search,
  ground: Ground,
  stage: Stage,
  queries: readonly Card[],
  state: readonly Card[],
): Promise<void> {
  stage.watch(state);
  if (state.length > 0) await searchByState(search, ground, stage, queries);
  await search.plans();
  if (state.length > 0) await search.surprises(SURPRISES);
}

/** What changes the state, and how. */
async function searchByState(
  search: Search,
  ground: Ground,
  stage: Stage,
  queries: readonly Card[],
): Promise<void> {
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
  const changing = own.filter(
    (card) => mayWrite(card) && card.semantics !== "CREATE" && card.semantics !== "DELETE",
  );
  for (const card of changing.slice(0, MOST_PAIRED)) {
    if (card.semantics === "UPDATE") await search.taken(card);
    for (const other of changing.slice(0, MOST_PAIRED)) if (other !== card) await search.pair(card, other);
  }
  for (const query of queries) {
    for (const card of own.filter(({ operation }) => stage.isSlow(operation.key)))
      await search.around(query, card);
  }
}

/** Pairs grow with the square of this. */
const MOST_PAIRED = 5;

const SURPRISES = 10;

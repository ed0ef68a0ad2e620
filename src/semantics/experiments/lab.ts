import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { resolveReference } from "#calls/resolve-template";
import { succeeded } from "#calls/succeeded";
import type { Fresh } from "#calls/template";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { type Birth, birthsOf, isBirth } from "../born-below.js";
import { type IdPlace, placeOfChosenId } from "../chosen-id.js";
import type { RecipeBook } from "../find-recipes.js";
import { wholeList } from "../guess-rules.js";
import { type ChangesBy, knownMoves, type Move } from "../known-moves.js";
import { sameId } from "../list-items.js";
import { plainRecipe } from "../plain-recipe.js";
import type { Probe, Vouched } from "../probe.js";
import { type CallRecipe, callFromRecipe, type Made, SELF } from "../recipe.js";
import type { Rule } from "../rule.js";
import type { Resource } from "../semantics.js";
import { StepsTaken } from "../step.js";
import { type Answer, answerOf } from "./answer.js";
import { freedomOf } from "./free-id.js";
import { lookInPages } from "./look-in-pages.js";
import { type Hope, type Pauses, Recorder } from "./recorder.js";
import { type Listing, listingIn, type Sight, sightInRead, type Wanted } from "./sight.js";
import { Stock } from "./stock.js";
import { type Subject, subjectNamed, wayToSee } from "./subject.js";
import { madeOf, type Parents, requested, type Thing, withIdOf, withPartsOf, withSelf } from "./thing.js";

/** What a lab needs of the world around it. */
export interface Bench extends Omit<Probe, "cleanUp" | "onLost">, Pauses {
  /** The value that a fresh template stands for in this turn. */
  readonly fresh: (fresh: Fresh) => Json;
  /** The thing was seen to be gone: nobody need delete it any more. */
  readonly onGone: Probe["onCreated"];
  /** Whether the run made something of this resource of which this holds, be it deleted since or not. */
  readonly hasMade: (resource: string, holds: (id: Json) => boolean) => boolean;
}

export interface Turn {
  readonly number: 1 | 2;
  /** Whether something is known already: of other resources, from the first turn, or from this one so far. */
  readonly knows: (holds: (rule: Rule) => boolean) => boolean;
  /** All that is known in that way. */
  readonly rules: () => readonly Rule[];
  /** What was waited for in vain in an earlier turn. */
  readonly inVain: Set<string>;
}

export interface Attempt {
  readonly answer: Answer;
  /** What was created, where the answer is a success and shows an id. */
  readonly thing?: Thing;
  /** What would be there, were it not refused: known where the client chose the id. */
  readonly asked?: Thing;
  /** The id was seen to be free before: whatever has it now is of our making. */
  readonly isOurs?: boolean;
}

/** Special wishes for a create. */
export interface Wish {
  /** It is to have the id of this thing. */
  readonly idOf?: Thing;
  /** These members of its body are to be as this thing was sent. */
  readonly like?: { readonly thing: Thing; readonly parts: ReadonlySet<JsonPointer> };
}

/**
 * The place where one turn of experiments is made: it keeps the things that they share, so that an experiment can
 * ask for "a living player" and gets the one that the experiment before it left. Everything that is sent is
 * recorded with symbolic references, so that any part of it can be run again as a sequence.
 */
export class Lab {
  readonly turn: Turn;
  readonly bench: Bench;
  readonly #book: RecipeBook;
  readonly stock = new Stock();
  readonly steps = new StepsTaken<Thing>();
  readonly #removals = new Map<Thing, string>();
  readonly #hopeless = new Set<string>();
  readonly #recorder: Recorder;

  constructor(bench: Bench, book: RecipeBook, turn: Turn) {
    this.bench = bench;
    this.#book = book;
    this.turn = turn;
    this.#recorder = new Recorder(bench, turn.inVain);
  }

  get exchanges(): readonly Exchange[] {
    return this.#recorder.exchanges;
  }

  /** Nothing more can be sent: the budget is spent, or nobody answers. */
  get isOver(): boolean {
    return this.#recorder.isOver;
  }

  /** Creating one was tried in vain, and never worked here: it will not the next time either. */
  giveUp({ resource }: Subject): void {
    if (!this.stock.knows(resource.name)) this.#hopeless.add(resource.name);
  }

  isHopeless({ resource }: Subject): boolean {
    return this.#hopeless.has(resource.name);
  }

  subject(name: string): Subject | undefined {
    return subjectNamed(this.bench, this.#book, name);
  }

  /** How an action on a thing is called, where that was seen to work. */
  action(operation: OperationKey): CallRecipe | undefined {
    return this.#book.actions?.get(operation);
  }

  /** The creates that are actions on things of this kind. */
  birthsOf(kind: string): readonly Birth[] {
    return birthsOf(this.bench.semantics, this.#book.creates, kind);
  }

  /** What moves things of a kind on, with these actions beside those that are known. */
  movesOf(
    kind: string,
    actions: ReadonlyMap<OperationKey, CallRecipe> = new Map(),
    changesBy: ChangesBy = () => undefined,
  ): readonly Move[] {
    const all = new Map([...(this.#book.actions ?? []), ...actions]);
    return knownMoves(
      this.bench,
      { ...this.#book, actions: all },
      kind,
      (operation) => changesBy(operation) ?? this.bench.semantics.operations[operation]?.proof?.changes,
    );
  }

  idPlace({ resource, recipe }: Subject): IdPlace | undefined {
    return placeOfChosenId(resource, operationOf(this.bench.api, recipe.operation), recipe.inputs);
  }

  idOf({ made }: Thing): Json | undefined {
    const self = made.get(SELF);
    if (self === undefined) return undefined;
    const reference = { kind: "reference", call: self.call, source: self.identity } as const;
    const id = resolveReference(reference, this.exchanges);
    return id.ok ? id.value : undefined;
  }

  isAlive(thing: Thing): boolean {
    return this.stock.isAlive(thing);
  }

  lastSight(thing: Thing): Sight | undefined {
    return this.stock.lastSight(thing);
  }

  /** Sends one create, whatever comes of it; undefined where it must not be sent, because the id is taken. */
  async attempt(subject: Subject, parents: Parents, wish: Wish = {}): Promise<Attempt | undefined> {
    const { resource, recipe } = subject;
    const made = madeOf(parents);
    const verb = recipe.found === true ? "find" : "create";
    let call = callFromRecipe(this.#recorder.name(`${verb} ${resource.name}`), recipe, made);
    const place = this.idPlace(subject);
    const original = wish.like?.thing.created?.call;
    if (wish.like !== undefined && original !== undefined)
      call = withPartsOf(call, wish.like.parts, original);
    if (wish.idOf?.created !== undefined && place !== undefined)
      call = withIdOf(call, place, wish.idOf.created.call);
    const free = wish.idOf === undefined ? await freedomOf(this, subject, call, made) : "seen";
    if (free === "taken") return undefined;
    const exchange = await this.#recorder.send(call);
    const answer = answerOf(exchange);
    const known = { subject, parents, created: exchange };
    const thing: Thing = { ...known, made: withSelf(made, call.id, recipe.identity) };
    const id = this.idOf(thing);
    if (succeeded(exchange) && id !== undefined) {
      const isSame = wish.idOf !== undefined && sameId(this.idOf(wish.idOf), id);
      if (isSame && !this.isAlive(wish.idOf)) this.stock.forget(wish.idOf);
      if (!isSame || !this.isAlive(wish.idOf)) this.adopt(thing);
      return { answer, thing };
    }
    if (place === undefined) return { answer };
    const asked = { ...known, made: withSelf(made, call.id, requested(place)) };
    return { answer, asked, isOurs: free === "seen" };
  }

  /**
   * Looks at what an attempt was to create. What is there although it was refused is ours, and is kept to be deleted;
   * where the service gives the ids, there is nothing to look at.
   */
  async lookAfter({ thing, asked, isOurs }: Attempt): Promise<Sight | undefined> {
    if (thing !== undefined) return this.look(thing, THERE);
    if (asked === undefined) return undefined;
    const sight = await this.look(asked);
    if (sight.kind === "there" && isOurs === true) this.adopt(asked);
    return sight;
  }

  /** From now on the one thing stands for both: a create with the same id has taken its place. */
  replace(old: Thing, by: Thing | undefined): void {
    this.stock.forget(old);
    if (by !== undefined) this.adopt(by);
  }

  /** Keeps a thing that a call has made. */
  adopt(thing: Thing): void {
    this.stock.add(thing);
    this.#noteBirth(thing);
    if (thing.subject.recipe.found !== true)
      this.bench.onCreated(thing.subject.resource, thing.made, this.exchanges);
  }

  /** What it was made of by an action, and what that stands in, may be moved on by it: no longer as usual. */
  #noteBirth({ subject: { resource, recipe }, parents }: Thing): void {
    if (!isBirth(resource, recipe.operation)) return;
    const { operation, inputs } = recipe;
    for (const parent of parents.values())
      if (this.#hasActions(parent.subject.resource.name))
        this.steps.note(parent, { resource: resource.name, operation, inputs });
  }

  #hasActions(kind: string): boolean {
    return [...(this.#book.actions?.values() ?? [])].some(({ resource }) => resource === kind);
  }

  async look(thing: Thing, hope?: Hope<Sight>): Promise<Sight> {
    const { resource, recipe } = thing.subject;
    const way = wayToSee(thing.subject);
    const id = this.idOf(thing);
    if (way === undefined || id === undefined)
      return { kind: "unknown", said: "it cannot be read", call: "" };
    const name = this.#recorder.name(`look at ${resource.name}`);
    const call = callFromRecipe(name, this.plain(way.operation, resource), thing.made);
    const last = this.stock.lastSight(thing);
    const sent = thing.created?.request.inputs.body;
    const wanted = {
      id,
      idFields: resource.idFields,
      ...(last?.kind === "there" ? { known: last.content } : {}),
      ...(sent === undefined ? {} : { sent: sent.content }),
    };
    const read = (exchange: Exchange) =>
      way.kind === "read"
        ? sightInRead(exchange, wanted)
        : lookInPages(exchange, wanted, this.bench.api, (page) => this.#recorder.sendAgain(page));
    const seen = await this.#recorder.watch(call, read, hope, recipe.resource);
    const isTold = seen.kind !== "unknown" || !means(this.exchanges.at(-1), "broken");
    const sight = isTold ? seen : ((await this.#lookInList(thing, wanted)) ?? seen);
    this.#note(thing, sight);
    return sight;
  }

  /** Where the read of a thing fails, the list of its kind may still tell. */
  async #lookInList({ subject: { resource }, made }: Thing, wanted: Wanted): Promise<Sight | undefined> {
    const list = wholeList(resource);
    if (list === undefined) return undefined;
    const call = callFromRecipe(this.#recorder.name(list), this.plain(list, resource), made);
    const exchange = await this.#recorder.send(call);
    return lookInPages(exchange, wanted, this.bench.api, (page) => this.#recorder.sendAgain(page));
  }

  #note(thing: Thing, sight: Sight): void {
    const change = this.stock.see(thing, sight);
    if (!this.stock.has(thing) || thing.subject.recipe.found === true) return;
    const { resource } = thing.subject;
    if (change === "came") this.bench.onCreated(resource, thing.made, this.exchanges);
    if (change === "went") this.bench.onGone(resource, thing.made, this.exchanges);
  }

  #bury(thing: Thing): void {
    this.stock.bury(thing);
    this.bench.onGone(thing.subject.resource, thing.made, this.exchanges);
  }

  /** What else stood under a thing may have gone with it: nobody should go on with it, or try to delete it. */
  async lookUnder(parent: Thing): Promise<void> {
    for (const child of this.stock.childrenOf(parent)) await this.look(child);
  }

  /** The collection's list under the same parents. */
  list(
    operation: OperationKey,
    subject: Subject,
    made: Made,
    hope?: Hope<Listing>,
  ): Promise<Listing & { readonly call: string }> {
    const name = this.#recorder.name(operation);
    const call = callFromRecipe(name, this.plain(operation, subject.resource), made);
    return this.#recorder.watch(
      call,
      (exchange) => ({ ...listingIn(exchange), call: name }),
      hope,
      `${operation} ${subject.resource.name}`,
    );
  }

  /** Deletes a thing of ours; undefined where the API has no way to, or it is not ours. */
  async remove(thing: Thing): Promise<Answer | undefined> {
    const { resource, recipe } = thing.subject;
    const key = resource.delete[0];
    if (key === undefined || recipe.found === true) return undefined;
    const name = this.#recorder.name(`delete ${resource.name}`);
    const answer = answerOf(
      await this.#recorder.send(callFromRecipe(name, this.plain(key, resource), thing.made)),
    );
    if (answer.kind === "accepted" && !this.#removals.has(thing)) this.#removals.set(thing, name);
    return answer;
  }

  /** The calls that made a thing and deleted it again: what evidence about it rests on. */
  storyOf(thing: Thing): readonly string[] {
    const removal = this.#removals.get(thing);
    return [...(thing.created ? [thing.created.call.id] : []), ...(removal ? [removal] : [])];
  }

  /** Deletes what is no longer needed. */
  async discard(thing: Thing): Promise<void> {
    const answer = await this.removeSurely(thing);
    if (answer?.kind === "accepted" && this.isAlive(thing)) this.#bury(thing);
  }

  /** What nobody has seen yet may only be slow to come: it is waited for, so that it does not come when all is over. */
  async removeSurely(thing: Thing): Promise<Answer | undefined> {
    const answer = await this.remove(thing);
    if (answer?.kind !== "refused" || this.stock.lastSight(thing) !== undefined) return answer;
    return (await this.look(thing, THERE)).kind === "there" ? this.remove(thing) : answer;
  }

  /** Whether things of this resource can be read after their removal: then none of them is ever surely gone. */
  outlivesRemoval(resource: string): boolean {
    return [...this.#removals.keys()].some(
      (thing) => thing.subject.resource.name === resource && this.lastSight(thing)?.kind === "there",
    );
  }

  /** Updates a thing with values of its own; undefined where no update is known to work. */
  async update(thing: Thing): Promise<{ answer: Answer; exchange: Exchange } | undefined> {
    const { update, resource } = thing.subject;
    if (update === undefined) return undefined;
    const exchange = await this.#recorder.send(
      callFromRecipe(this.#recorder.name(`update ${resource.name}`), update, thing.made),
    );
    return { answer: answerOf(exchange), exchange };
  }

  /** Sends a call that an experiment has put together itself. */
  async perform(verb: string, build: (id: string) => Call, vouched?: Vouched): Promise<Exchange> {
    return this.#recorder.send(build(this.#recorder.name(verb)), vouched);
  }

  plain(key: OperationKey, resource: Resource): CallRecipe {
    return plainRecipe(this.bench, operationOf(this.bench.api, key), resource);
  }
}

export const THERE: Hope<Sight> = { name: "it is there", holds: ({ kind }) => kind === "there" };
export const GONE: Hope<Sight> = { name: "it is gone", holds: ({ kind }) => kind === "absent" };

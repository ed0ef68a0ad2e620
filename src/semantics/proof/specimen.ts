import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { freedomOf } from "../experiments/free-id.js";
import { type Lab, THERE } from "../experiments/lab.js";
import type { Hope } from "../experiments/recorder.js";
import type { Sight } from "../experiments/sight.js";
import { listOf, type Subject } from "../experiments/subject.js";
import { createThing, parentsFor } from "../experiments/supply.js";
import { madeOf, type Thing, withSelf } from "../experiments/thing.js";
import { findAccepted, MOST_ATTEMPTS } from "../find-accepted.js";
import { type CreateRecipe, callFromRecipe, type Made, SELF } from "../recipe.js";
import type { OperationMeaning, Resource } from "../semantics.js";
import { bareRecipe } from "./bare-recipe.js";
import type { Observation } from "./effect.js";
import { namedByList } from "./name-by-list.js";
import { observe } from "./observe.js";

export type NamelessRecipe = Omit<CreateRecipe, "identity">;

/** The thing that operations are tried on: made for that, looked at around every call, and made anew when it is gone. */
export class Specimen {
  readonly lab: Lab;
  readonly resource: Resource;
  readonly #nameless: NamelessRecipe | undefined;
  #subject: Subject | undefined;
  #bare: CreateRecipe | undefined;
  #it: Thing | undefined;
  #born: readonly Exchange[] = [];
  #last: Observation | undefined;
  /** How many calls had been made when it was last looked at. */
  #seenAt = -1;
  #attempts = 0;

  constructor(lab: Lab, resource: Resource, nameless?: NamelessRecipe) {
    this.lab = lab;
    this.resource = resource;
    this.#subject = lab.subject(resource.name);
    if (this.#subject !== undefined || nameless === undefined) return;
    this.#nameless = nameless;
    // Where the id stands is known only when the list was read; nothing goes by this.
    const recipe = { ...nameless, identity: { in: "location" } } as const;
    const list = listOf(lab.bench, resource, recipe);
    this.#subject = { resource, recipe, ...(list === undefined ? {} : { list }) };
  }

  get subject(): Subject | undefined {
    return this.#subject;
  }

  get thing(): Thing | undefined {
    return this.#it;
  }

  /** The calls that made it and first showed it. */
  get born(): readonly Exchange[] {
    return this.#born;
  }

  get lastSeen(): Observation | undefined {
    return this.#last;
  }

  /** The way of making it that was gone over to, because what the known one makes cannot be deleted. */
  get bare(): CreateRecipe | undefined {
    return this.#bare;
  }

  /** It was made here; what was only looked up is somebody else's. */
  get isOurs(): boolean {
    return this.#subject !== undefined && this.#subject.recipe.found !== true;
  }

  get id() {
    return this.#it === undefined ? undefined : this.lab.idOf(this.#it);
  }

  async make(): Promise<void> {
    if (this.#subject === undefined || this.lab.isOver) return;
    const from = this.lab.exchanges.length;
    this.#it = await this.#create(this.#subject);
    this.#last = undefined;
    if (this.#it !== undefined) await this.observe(THERE);
    this.#born = this.lab.exchanges.slice(from);
  }

  /** Where a create does not tell what it made, the list does. */
  async #create(subject: Subject): Promise<Thing | undefined> {
    const { lab, resource } = this;
    if (this.#nameless === undefined) return createThing(lab, subject, undefined, "unseen");
    const parents = await parentsFor(lab, subject);
    const { list } = subject;
    if (parents === undefined || list === undefined) return undefined;
    const look = (words: string) =>
      lab.perform(words, (id) => callFromRecipe(id, lab.plain(list, resource), madeOf(parents)));
    const before = await look(`list before ${resource.name}`);
    const created = await lab.perform(`create ${resource.name}`, (id) =>
      callFromRecipe(id, subject.recipe, madeOf(parents)),
    );
    if (!succeeded(created)) return undefined;
    const after = await look(`list after ${resource.name}`);
    const self = namedByList(created, before, after, subject.resource.idFields);
    if (self === undefined) return undefined;
    const thing = { subject, parents, created, made: withSelf(madeOf(parents), self.call, self.identity) };
    lab.adopt(thing);
    return thing;
  }

  /** Goes on with one that has only what it must have; false where that is no difference. */
  async makeBare(): Promise<boolean> {
    const subject = this.#subject;
    const bare = subject && this.isOurs ? bareRecipe(subject.recipe, this.lab.bench.api) : undefined;
    if (subject === undefined || bare === undefined) return false;
    this.#bare = bare;
    this.#subject = { ...subject, recipe: bare };
    await this.make();
    return this.#it !== undefined;
  }

  /** Looks at it; what was seen last, where nothing was sent since. */
  async observe(hope?: Hope<Sight>): Promise<Observation | undefined> {
    const isFresh = this.lab.exchanges.length === this.#seenAt && this.#last !== undefined;
    if (this.#it === undefined || (isFresh && hope === undefined)) return this.#last;
    this.#last = await observe(this.lab, this.#it, hope);
    this.#seenAt = this.lab.exchanges.length;
    return this.#last;
  }

  /** The resources whose things a call of this operation names; `SELF` for this one. */
  needs(key: OperationKey): readonly string[] {
    return [...new Set(this.#references(key).map(({ reference }) => reference.call))];
  }

  /** What only the body names is where the thing is to go: another one than it stands in shows that. */
  elsewhere(key: OperationKey): ReadonlySet<string> {
    const inPath = new Set(
      this.#references(key)
        .filter(({ input }) => input.startsWith("/path"))
        .map(({ reference }) => reference.call),
    );
    return new Set(this.needs(key).filter((name) => name !== SELF && !inPath.has(name)));
  }

  /** Whether what a call writes to is ours: it names this thing, and its path ends in nothing of somebody else. */
  namesOurs(key: OperationKey): boolean {
    const last = this.#references(key).findLast(({ input }) => input.startsWith("/path"))?.reference.call;
    const isForeign = last !== undefined && last !== SELF && this.lab.subject(last)?.recipe.found === true;
    return this.isOurs && this.needs(key).includes(SELF) && !isForeign;
  }

  #references(key: OperationKey) {
    const { inputs } = this.lab.plain(key, this.resource);
    return referencesOf({ id: "", operation: key, ...inputs });
  }

  /** Calls an operation until it accepts, with the ids of these things. */
  accept(
    { operation: key, semantics }: OperationMeaning,
    made: Made,
    own: "fresh" | "reference",
  ): ReturnType<typeof findAccepted> {
    const { lab, resource } = this;
    const operation = operationOf(lab.bench.api, key);
    const subject = this.#subject;
    return findAccepted({
      known: lab.bench,
      operation,
      resource,
      made,
      own,
      attempts: operation.body === undefined ? 1 : MOST_ATTEMPTS / 2,
      // An update without a body has nothing else to say what is to become of the thing.
      optionalQuery: semantics === "UPDATE" && operation.body === undefined,
      send: (call) => lab.perform(call.id, (id) => ({ ...call, id })),
      nameOf: () => `try ${key} ${++this.#attempts}`,
      ...(own === "reference" || subject === undefined
        ? {}
        : { isTaken: async (call) => (await freedomOf(lab, subject, call, made)) === "taken" }),
    });
  }
}

import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { DRAFT_STYLES } from "../drafting.js";
import { freedomOf } from "../experiments/free-id.js";
import { type Lab, THERE } from "../experiments/lab.js";
import type { Hope } from "../experiments/recorder.js";
import type { Sight } from "../experiments/sight.js";
import type { Subject } from "../experiments/subject.js";
import { createThing } from "../experiments/supply.js";
import type { Thing } from "../experiments/thing.js";
import { findAccepted, MOST_ATTEMPTS } from "../find-accepted.js";
import { looksSafe } from "../placed-operation.js";
import { whyOutOfReach } from "../reach.js";
import { type CreateRecipe, type Made, makesOurs, SELF } from "../recipe.js";
import { kindOfRole } from "../role.js";
import type { OperationMeaning, Resource } from "../semantics.js";
import { bareRecipe } from "./bare-recipe.js";
import type { Observation } from "./effect.js";
import { observe } from "./observe.js";
import { OwnAccount } from "./own-account.js";

const LEAST_FIRST = [...DRAFT_STYLES].sort((a, b) => Number(b.least ?? false) - Number(a.least ?? false));

/** The thing that operations are tried on: made for that, looked at around every call, and made anew when it is gone. */
export class Specimen {
  readonly lab: Lab;
  readonly resource: Resource;
  #subject: Subject | undefined;
  #bare: CreateRecipe | undefined;
  #it: Thing | undefined;
  #born: readonly Exchange[] = [];
  #last: Observation | undefined;
  /** How many calls had been made when it was last looked at. */
  #seenAt = -1;
  #attempts = 0;
  /** How often a new one was made, or something was done to it. */
  #turns = 0;
  #bornAt = 0;
  #account: { readonly of: Thing; readonly account: OwnAccount } | undefined;

  constructor(lab: Lab, resource: Resource) {
    this.lab = lab;
    this.resource = resource;
    this.#subject = lab.subject(resource.name);
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
    return this.#subject !== undefined && makesOurs(this.#subject.recipe);
  }

  /** The account that it is, where it is one. */
  get account(): OwnAccount | undefined {
    if (this.#it !== undefined && this.#account?.of !== this.#it)
      this.#account = { of: this.#it, account: new OwnAccount(this.lab, this.#it) };
    return this.#it === undefined ? undefined : this.#account?.account;
  }

  get id() {
    return this.#it === undefined ? undefined : this.lab.idOf(this.#it);
  }

  /** Another number for whatever it has become: the same as long as no write was accepted. */
  get turns(): number {
    return this.#turns;
  }

  async make(): Promise<void> {
    if (this.#subject === undefined || this.lab.isOver) return;
    const from = this.lab.exchanges.length;
    this.#it = await createThing(this.lab, this.#subject, undefined, "unseen");
    this.#last = undefined;
    this.#bornAt = ++this.#turns;
    if (this.#it !== undefined) await this.observe(THERE);
    this.#born = this.lab.exchanges.slice(from);
  }

  /** Goes on with one that has only what it must have; false where that is no difference. */
  async makeBare(): Promise<boolean> {
    const subject = this.#subject;
    const bare = subject && this.isOurs ? bareRecipe(subject.recipe, this.lab.bench.api) : undefined;
    if (subject === undefined || bare === undefined) return false;
    this.#subject = { ...subject, recipe: bare };
    await this.make();
    if (this.#it === undefined) {
      // What is optional in the document may be needed all the same: then the known way stays the way.
      this.#subject = subject;
      await this.make();
      return false;
    }
    this.#bare = bare;
    return true;
  }

  /** Back to the known way: that it has only what it must have has changed nothing. The next one is made like that. */
  unbare(): void {
    if (this.#bare !== undefined) this.#subject = this.lab.subject(this.resource.name);
    this.#bare = undefined;
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

  /** Why the operation is not tried on it: what a call writes to must be this thing, or something in it. */
  whyNotOurs(key: OperationKey): string | undefined {
    const { api } = this.lab.bench;
    const why = whyOutOfReach(operationOf(api, key), api);
    if (why !== undefined) return why;
    return this.#namesOurs(key) ? undefined : "it writes, and names nothing that was made to try it on";
  }

  /** It names this thing, and its path ends in nothing of somebody else. */
  #namesOurs(key: OperationKey): boolean {
    const last = this.#references(key).findLast(({ input }) => input.startsWith("/path"))?.reference.call;
    const stood = last === undefined || last === SELF ? undefined : this.lab.subject(kindOfRole(last));
    const isForeign = stood !== undefined && !makesOurs(stood.recipe);
    return this.isOurs && this.needs(key).includes(SELF) && !isForeign;
  }

  #references(key: OperationKey) {
    const { inputs } = this.lab.plain(key, this.resource);
    return referencesOf({ id: "", operation: key, ...inputs });
  }

  /** Calls an operation until it accepts, with the ids of these things. */
  async accept(
    { operation: key, semantics }: OperationMeaning,
    made: Made,
    own: "fresh" | "reference",
    /** Who calls, where that is not who the run is. */
    credentials?: Call["header"],
  ): ReturnType<typeof findAccepted> {
    const { lab, resource } = this;
    const operation = operationOf(lab.bench.api, key);
    const subject = this.#subject;
    const accepted = await findAccepted({
      known: lab.bench,
      operation,
      resource,
      made,
      own,
      isMoved: own === "reference" && this.#turns > this.#bornAt,
      attempts: operation.body === undefined ? 1 : MOST_ATTEMPTS / 2,
      // What is taken from a thing must be in it.
      ...(resource.named?.[key] === undefined ? {} : { styles: LEAST_FIRST }),
      // An update without a body has nothing else to say what is to become of the thing.
      optionalQuery: semantics === "UPDATE" && operation.body === undefined,
      send: (call) => lab.perform(call.id, (id) => ({ ...call, id, ...as(call, credentials) })),
      nameOf: () => `try ${key} ${++this.#attempts}`,
      ...(own === "reference" || subject === undefined
        ? {}
        : { isTaken: async (call) => (await freedomOf(lab, subject, call, made)) === "taken" }),
    });
    if (own === "reference" && !looksSafe(operation) && !("reason" in accepted)) this.#turns += 1;
    return accepted;
  }
}

function as({ header }: Call, credentials: Call["header"] | undefined): Partial<Call> {
  return credentials === undefined ? {} : { actor: null, header: { ...header, ...credentials } };
}

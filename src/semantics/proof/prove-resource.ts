import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { succeeded } from "#calls/succeeded";
import { originalOf } from "#http/filter-exchange";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { GONE, type Lab } from "../experiments/lab.js";
import type { Hope } from "../experiments/recorder.js";
import { type Sight, showsTheSame } from "../experiments/sight.js";
import type { Subject } from "../experiments/subject.js";
import { createThing } from "../experiments/supply.js";
import { type Thing, withSelf } from "../experiments/thing.js";
import { findAccepted, MOST_ATTEMPTS } from "../find-accepted.js";
import { takesList } from "../guess-resources.js";
import { looksSafe } from "../placed-operation.js";
import { whyRefused } from "../read-refusal.js";
import { callFromRecipe, type Made, SELF } from "../recipe.js";
import type { OperationMeaning, Resource } from "../semantics.js";
import { conclude, type Verdict } from "./conclude.js";
import { type Effect, effectBetween, isWhatWasSent, type Observation } from "./effect.js";
import { gatherThings, thingsThatJoin } from "./gather-things.js";
import { observe, shownBy } from "./observe.js";
import { isUntouched } from "./patterns.js";

/** What came of trying one operation. */
export interface Tried {
  readonly meaning: OperationMeaning;
  readonly verdict: Verdict;
  /** The calls that it rests on. */
  readonly exchanges: readonly Exchange[];
  /** Why it was never answered with success. */
  readonly refused?: string;
}

const UNTOUCHED: Effect = { self: "unknown", changes: [], came: 0, went: 0 };

/**
 * Tries every operation on a resource on a thing that was made for it. Reads go first and together, because they should
 * change nothing; then updates and actions in their order; deletes last. What is refused is tried again when others have
 * changed the thing's state: an order can be shipped once it is paid. Whatever may write is only ever called on what is ours.
 */
export async function proveResource(
  lab: Lab,
  resource: Resource,
  meanings: readonly OperationMeaning[],
  readOnly: boolean,
): Promise<readonly Tried[]> {
  const prover = new Prover(lab, resource);
  const isSafe = ({ operation }: OperationMeaning) => looksSafe(operationOf(lab.bench.api, operation));
  const of = (...labels: readonly OperationMeaning["semantics"][]) =>
    meanings.filter((meaning) => labels.includes(meaning.semantics));
  await prover.begin(readOnly);
  if (!readOnly) for (const meaning of of("CREATE")) await prover.tryCreate(meaning);
  await prover.tryReads(of("READ", "READ_MULTI", "OTHER").filter(isSafe));
  if (readOnly) return prover.results;
  const writes = [
    ...of("READ", "READ_MULTI").filter((meaning) => !isSafe(meaning)),
    ...of("UPDATE"),
    ...of("OTHER").filter((meaning) => !isSafe(meaning)),
  ];
  await prover.tryWrites(writes);
  const open = () => writes.filter((meaning) => prover.isRefused(meaning));
  await prover.tryWrites(open());
  const [first, ...others] = of("DELETE");
  if (first !== undefined) {
    await prover.tryWrites([first]);
    // What is kept in another state may take what it refused before: a restore.
    await prover.tryWrites(open());
  }
  await prover.renew(open().length + others.length > 0);
  await prover.tryWrites([...open(), ...others]);
  return prover.results;
}

class Prover {
  readonly #lab: Lab;
  readonly #resource: Resource;
  readonly #subject: Subject | undefined;
  readonly #tried = new Map<string, Tried>();
  #it: Thing | undefined;
  #last: Observation | undefined;
  #born: readonly Exchange[] = [];
  /** How many calls had been made when it was last looked at. */
  #seenAt = -1;
  #attempts = 0;

  constructor(lab: Lab, resource: Resource) {
    this.#lab = lab;
    this.#resource = resource;
    this.#subject = lab.subject(resource.name);
  }

  get results(): readonly Tried[] {
    return [...this.#tried.values()];
  }

  isRefused({ operation }: OperationMeaning): boolean {
    return this.#tried.get(operation)?.refused !== undefined;
  }

  /** Makes the thing that everything is tried on. */
  async begin(readOnly = false): Promise<void> {
    const subject = this.#subject;
    if (subject === undefined || (readOnly && subject.recipe.found !== true)) return;
    const from = this.#lab.exchanges.length;
    this.#it = await createThing(this.#lab, subject, undefined, "unseen");
    this.#last = this.#it === undefined ? undefined : await observe(this.#lab, this.#it, THERE_HOPE);
    this.#seenAt = this.#lab.exchanges.length;
    this.#born = this.#lab.exchanges.slice(from);
  }

  /** Another one in its place, where the old one is no longer what it was. */
  async renew(isNeeded: boolean): Promise<void> {
    if (isNeeded && this.#isOurs && !this.#lab.isOver) await this.begin();
  }

  get #isOurs(): boolean {
    return this.#subject !== undefined && this.#subject.recipe.found !== true;
  }

  #note(meaning: OperationMeaning, verdict: Verdict, exchanges: readonly Exchange[], refused?: string): void {
    const known = this.#tried.get(meaning.operation);
    if (known?.verdict.confirmed === true) return;
    this.#tried.set(meaning.operation, {
      meaning,
      verdict,
      exchanges,
      ...(refused === undefined ? {} : { refused }),
    });
  }

  #open(meaning: OperationMeaning, because: string, exchanges: readonly Exchange[] = [], refused?: string): void {
    const { semantics, kind } = meaning;
    const same = { semantics, ...(kind === undefined ? {} : { kind }) };
    this.#note(meaning, { ...same, confirmed: false, because }, exchanges, refused);
  }

  /** The create that things are made with has shown itself already; another one makes one more. */
  async tryCreate(meaning: OperationMeaning): Promise<void> {
    const subject = this.#subject;
    const { operation: key } = meaning;
    if (takesList(this.#lab.bench.api, key)) return;
    if (subject === undefined || !this.#isOurs) return;
    if (subject.recipe.operation === key) {
      this.#concludeCreate(meaning, this.#last, this.#born);
      return;
    }
    const from = this.#lab.exchanges.length;
    const { resource, recipe } = subject;
    const parents = this.#it?.parents ?? new Map();
    const made = new Map([...(this.#it?.made ?? [])].filter(([name]) => name !== SELF));
    const accepted = await this.#accept(meaning, made, "fresh");
    if ("reason" in accepted) {
      this.#open(meaning, accepted.reason, this.#lab.exchanges.slice(from), accepted.reason);
      return;
    }
    const thing: Thing = {
      subject: { ...subject, recipe: { ...recipe, operation: key } },
      made: withSelf(made, accepted.call.id, recipe.identity),
      parents,
      created: accepted.exchange,
    };
    if (this.#lab.idOf(thing) === undefined) {
      this.#open(meaning, `it succeeds, but the id of the ${resource.name} it created was not found`);
      return;
    }
    this.#lab.adopt(thing);
    const seen = await observe(this.#lab, thing, THERE_HOPE);
    this.#concludeCreate(meaning, seen, this.#lab.exchanges.slice(from));
    await this.#lab.discard(thing);
  }

  #concludeCreate(meaning: OperationMeaning, seen: Observation | undefined, exchanges: readonly Exchange[]): void {
    const { kind } = meaning;
    const isThere = seen?.sight.kind === "there";
    const because = isThere
      ? "what was not there before can be seen after it"
      : "it is answered with success, and what it created cannot be seen";
    this.#note(
      meaning,
      { semantics: "CREATE", ...(kind === undefined ? {} : { kind }), confirmed: isThere, because },
      exchanges,
    );
  }

  /** On the thing itself; what is refused there may need two things that a third one joins. */
  async tryReads(meanings: readonly OperationMeaning[]): Promise<void> {
    await this.#readAll(meanings, (needs) => gatherThings(this.#lab, needs, this.#it));
    const open = meanings.filter((meaning) => this.isRefused(meaning));
    const joined = open.filter(({ operation }) => this.#needs(operation).length > 1);
    if (joined.length > 0) await this.#readAll(joined, (needs) => thingsThatJoin(this.#lab, needs, this.#resource.name));
  }

  /** All reads between two looks; where something has changed between them, one by one on things of their own. */
  async #readAll(
    meanings: readonly OperationMeaning[],
    gather: (needs: readonly string[]) => Promise<Made | undefined>,
  ): Promise<void> {
    const lab = this.#lab;
    const ready: { meaning: OperationMeaning; made: Made }[] = [];
    for (const meaning of meanings) {
      const needs = this.#needs(meaning.operation);
      const made = lab.isOver ? undefined : await gather(needs);
      if (made !== undefined) ready.push({ meaning, made });
      else if (!this.#tried.has(meaning.operation)) this.#open(meaning, whatIsMissing(needs, this.#resource.name));
    }
    const before = await this.#observeNow();
    const reads: { meaning: OperationMeaning; answers: readonly Exchange[] }[] = [];
    for (const { meaning, made } of ready) {
      if (lab.isOver) break;
      reads.push({ meaning, answers: await this.#callTwice(meaning, made) });
    }
    const it = this.#it;
    const after = await this.#observeNow();
    const effect = before && after && it ? effectBetween(before, after, this.#idText(it)) : UNTOUCHED;
    if (isUntouched(effect) || !this.#isOurs) {
      for (const { meaning, answers } of reads) this.#concludeRead(meaning, answers, UNTOUCHED);
      return;
    }
    for (const { meaning } of reads) {
      await this.renew(true);
      await this.tryWrites([meaning]);
    }
    await this.renew(true);
  }

  /** How the thing looks now; what was seen last, where nothing was sent since. */
  async #observeNow(): Promise<Observation | undefined> {
    if (this.#it !== undefined && this.#lab.exchanges.length !== this.#seenAt) {
      this.#last = await observe(this.#lab, this.#it);
      this.#seenAt = this.#lab.exchanges.length;
    }
    return this.#last;
  }

  #concludeRead(meaning: OperationMeaning, answers: readonly Exchange[], effect: Effect): void {
    const [first, second] = answers;
    if (first === undefined || !succeeded(first)) {
      const because = first === undefined ? "it could not be called" : whyRefused(first);
      this.#open(meaning, because, answers, because);
      return;
    }
    const seen = {
      effect,
      shows: this.#shownBy(meaning, first),
      ...(second === undefined ? {} : { repeats: isSameAnswer(first, second) }),
      asSent: false,
    };
    const verdict = conclude(this.#belief(meaning), seen);
    this.#note(meaning, verdict, [...this.#born.slice(0, 2), ...answers]);
  }

  async #callTwice(meaning: OperationMeaning, made: Made): Promise<readonly Exchange[]> {
    const operation = operationOf(this.#lab.bench.api, meaning.operation);
    const accepted = await this.#accept(meaning, made, "reference");
    if ("reason" in accepted)
      return this.#lab.exchanges.filter(({ call }) => call.operation === operation.key).slice(-1);
    const { inputs } = accepted;
    const again = await this.#lab.perform(`${operation.key} again`, (id) =>
      callFromRecipe(id, { operation: operation.key, inputs }, made),
    );
    return [accepted.exchange, again];
  }

  async tryWrites(meanings: readonly OperationMeaning[]): Promise<void> {
    for (const meaning of meanings) {
      if (this.#lab.isOver) return;
      await this.renew(this.#last?.sight.kind === "absent");
      await this.#tryWrite(meaning);
    }
  }

  async #tryWrite(meaning: OperationMeaning): Promise<void> {
    const lab = this.#lab;
    const it = this.#it;
    if (!this.#isOurs || it === undefined) {
      this.#open(meaning, `it writes, and no ${this.#resource.name} of our own could be made to try it on`);
      return;
    }
    if (!this.#needs(meaning.operation).includes(SELF)) {
      this.#open(meaning, "it writes, and names nothing that was made to try it on");
      return;
    }
    const made = (await gatherThings(lab, this.#needs(meaning.operation), it, this.#elsewhere(meaning))) ?? it.made;
    const before = (await this.#observeNow()) ?? (await observe(lab, it));
    const from = lab.exchanges.length;
    const accepted = await this.#accept(meaning, made, "reference");
    if ("reason" in accepted) {
      this.#open(meaning, accepted.reason, lab.exchanges.slice(from).slice(-3), accepted.reason);
      return;
    }
    const { exchange, inputs } = accepted;
    const after = await observe(lab, it, hopeAfter(meaning, before));
    this.#last = after;
    this.#seenAt = lab.exchanges.length;
    const effect = effectBetween(before, after, this.#idText(it));
    const { body, query } = originalOf(exchange).request.inputs;
    const sent = body?.content ?? query;
    const shows = this.#shownBy(meaning, exchange);
    const seen = { effect, shows, asSent: isWhatWasSent(effect.changes, sent) };
    const verdict = conclude(this.#belief(meaning), seen);
    if (verdict.semantics === "DELETE" && effect.self === "gone") {
      const build = (id: string) => callFromRecipe(id, { operation: meaning.operation, inputs }, made);
      await lab.perform(`${meaning.operation} again`, build);
    }
    this.#note(meaning, verdict, [...this.#born.slice(0, 1), ...lab.exchanges.slice(from)]);
  }

  #needs(key: OperationKey): readonly string[] {
    return [...new Set(this.#references(key).map(({ reference }) => reference.call))];
  }

  /** What only the body names is where the thing is to go: another one than it stands in shows that. */
  #elsewhere({ operation }: OperationMeaning): ReadonlySet<string> {
    const placed = this.#references(operation);
    const inPath = new Set(placed.filter(({ input }) => input.startsWith("/path")).map(({ reference }) => reference.call));
    return new Set(this.#needs(operation).filter((name) => name !== SELF && !inPath.has(name)));
  }

  #references(key: OperationKey) {
    const { inputs } = this.#lab.plain(key, this.#resource);
    return referencesOf({ id: "", operation: key, ...inputs });
  }

  #accept(
    { operation: key, semantics }: OperationMeaning,
    made: Made,
    own: "fresh" | "reference",
  ): ReturnType<typeof findAccepted> {
    const lab = this.#lab;
    const operation = operationOf(lab.bench.api, key);
    return findAccepted({
      known: lab.bench,
      operation,
      resource: this.#resource,
      made,
      own,
      attempts: operation.body === undefined ? 1 : MOST_ATTEMPTS / 2,
      // An update without a body has nothing else to say what is to become of the thing.
      optionalQuery: semantics === "UPDATE" && operation.body === undefined,
      send: (call) => lab.perform(call.id, (id) => ({ ...call, id })),
      nameOf: () => `try ${key} ${++this.#attempts}`,
    });
  }

  #shownBy({ semantics }: OperationMeaning, exchange: Exchange) {
    const id = this.#it === undefined ? undefined : this.#lab.idOf(this.#it);
    const idFields = this.#subject?.resource.idFields ?? this.#resource.idFields;
    return shownBy(exchange, semantics === "READ_MULTI" ? "list" : "thing", { id, idFields });
  }

  #belief({ operation: key, semantics, kind }: OperationMeaning) {
    const { method, path } = operationOf(this.#lab.bench.api, key);
    const isPlain = ["PUT", "PATCH", "DELETE"].includes(method) && path.endsWith("}");
    return { semantics, isPlain, ...(kind === undefined ? {} : { kind }) };
  }

  #idText(thing: Thing): string {
    return String(this.#lab.idOf(thing) ?? "");
  }
}

const THERE_HOPE: Hope<Sight> = { name: "it is there", holds: ({ kind }) => kind === "there" };

/** What is waited for after a write: what was accepted may be done only later. */
function hopeAfter({ semantics }: OperationMeaning, before: Observation): Hope<Sight> | undefined {
  const { sight } = before;
  if (sight.kind !== "there") return undefined;
  const changed: Hope<Sight> = {
    name: `it has changed by ${semantics}`,
    holds: (seen) => seen.kind !== "there" || !showsTheSame(sight.content, seen.content),
  };
  return semantics === "DELETE" ? { ...GONE, holds: changed.holds } : changed;
}

function isSameAnswer(a: Exchange, b: Exchange): boolean {
  const [one, two] = [bodyOf(a), bodyOf(b)];
  return one === undefined || two === undefined ? one === two : jsonEqual(one, two);
}

function bodyOf(exchange: Exchange): Json | undefined {
  const { outcome } = originalOf(exchange);
  if (outcome.kind === "none") return undefined;
  return outcome.body.kind === "json" ? outcome.body.value : outcome.body.kind === "text" ? outcome.body.text : null;
}

function whatIsMissing(needs: readonly string[], own: string): string {
  const [first = own] = needs.map((name) => (name === SELF ? own : name));
  return `it needs ${aNoun(first)}, and none could be created`;
}

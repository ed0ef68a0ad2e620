import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import type { CallInputs } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { succeeded } from "#calls/succeeded";
import { operationOf } from "#openapi/operation-of";
import { GONE, THERE } from "../experiments/lab.js";
import type { Hope } from "../experiments/recorder.js";
import { type Sight, showsTheSame } from "../experiments/sight.js";
import { type Thing, withSelf } from "../experiments/thing.js";
import { takesList } from "../guess-resources.js";
import { stayingLater } from "../later-dates.js";
import { looksSafe } from "../placed-operation.js";
import { whyRefused } from "../read-refusal.js";
import { callFromRecipe, type Made, type Preparation, SELF } from "../recipe.js";
import { areSameConflicts, type Refused } from "../refused-call.js";
import { isRead, type OperationMeaning } from "../semantics.js";
import { isSameAnswer, isStrayPage } from "./compare-answers.js";
import { conclude, type Verdict } from "./conclude.js";
import { type Effect, effectBetween, isWhatWasSent, movesStatus, type Observation } from "./effect.js";
import { gatherThings, thingsThatJoin } from "./gather-things.js";
import { lookAtParts, partThatChanged } from "./look-at-parts.js";
import { observe, shownBy } from "./observe.js";
import { isUntouched } from "./patterns.js";
import type { Specimen } from "./specimen.js";
import type { Tried } from "./tried.js";

const UNTOUCHED: Effect = { self: "unknown", changes: [], came: 0, went: 0 };

/** What a read answered, and the inputs with which it did. */
interface Reading {
  readonly answers: readonly Exchange[];
  readonly inputs?: CallInputs;
  readonly refusals?: readonly Refused[];
}

/** Tries operations on a specimen and notes what came of each; what is confirmed stays so. */
export class Prover {
  readonly #specimen: Specimen;
  readonly #tried = new Map<string, Tried>();
  /** The turn of the specimen at which nothing but how it stood was objected to. */
  readonly #refusedAt = new Map<string, number>();
  /** What the specimen was moved on by. */
  #after: readonly Preparation[] = [];

  constructor(specimen: Specimen) {
    this.#specimen = specimen;
  }

  get tried(): readonly Tried[] {
    return [...this.#tried.values()];
  }

  /** From now on the specimen is one that was moved on by these. */
  movedBy(after: readonly Preparation[]): void {
    this.#after = after;
  }

  refusalsOf({ operation }: OperationMeaning): readonly Refused[] {
    return this.#tried.get(operation)?.refusals ?? [];
  }

  isRefused({ operation }: OperationMeaning): boolean {
    return this.#tried.get(operation)?.refused !== undefined;
  }

  isConfirmed({ operation }: OperationMeaning): boolean {
    return this.#tried.get(operation)?.verdict.confirmed === true;
  }

  /** The create that the specimen is made with has shown itself already; another one makes one more. */
  async tryCreate(meaning: OperationMeaning): Promise<void> {
    const { lab, subject, isOurs, lastSeen, born, thing: it } = this.#specimen;
    const { operation: key } = meaning;
    if (subject === undefined || !isOurs || takesList(lab.bench.api, key)) return;
    if (subject.recipe.operation === key) return this.#concludeCreate(meaning, lastSeen, born);
    const from = lab.exchanges.length;
    const { resource, recipe } = subject;
    const made = new Map([...(it?.made ?? [])].filter(([name]) => name !== SELF));
    const accepted = await this.#specimen.accept(meaning, made, "fresh");
    if ("reason" in accepted) return this.#refuse(meaning, accepted.reason, lab.exchanges.slice(from));
    const thing: Thing = {
      subject: { ...subject, recipe: { ...recipe, operation: key } },
      made: withSelf(made, accepted.call.id, recipe.identity),
      parents: it?.parents ?? new Map(),
      created: accepted.exchange,
    };
    if (lab.idOf(thing) === undefined)
      return this.#open(meaning, `it succeeds, but the id of the ${resource.name} it created was not found`);
    lab.adopt(thing);
    const seen = await observe(lab, thing, THERE);
    this.#concludeCreate(meaning, seen, lab.exchanges.slice(from));
    await lab.discard(thing);
  }

  #concludeCreate(
    meaning: OperationMeaning,
    seen: Observation | undefined,
    exchanges: readonly Exchange[],
  ): void {
    const confirmed = seen?.sight.kind === "there";
    const because = confirmed
      ? "what was not there before can be seen after it"
      : "it is answered with success, and what it created cannot be seen";
    this.#note(meaning, { ...labelOf(meaning), confirmed, because }, exchanges);
  }

  /** On the thing itself; what is refused there may need two things that a third one joins. */
  async tryReads(meanings: readonly OperationMeaning[]): Promise<void> {
    const { lab, resource } = this.#specimen;
    await this.#readAll(meanings, (needs) => gatherThings(lab, needs, this.#specimen.thing));
    const joined = meanings.filter(
      (meaning) => this.isRefused(meaning) && this.#specimen.needs(meaning.operation).length > 1,
    );
    if (joined.length > 0) await this.#readAll(joined, (needs) => thingsThatJoin(lab, needs, resource.name));
  }

  /** All reads between two looks; where the thing has changed between them, one by one on things of their own. */
  async #readAll(
    meanings: readonly OperationMeaning[],
    gather: (needs: readonly string[]) => Promise<Made | undefined>,
  ): Promise<void> {
    const { lab, resource, isOurs } = this.#specimen;
    const ready: { meaning: OperationMeaning; made: Made }[] = [];
    for (const meaning of meanings) {
      const needs = this.#specimen.needs(meaning.operation);
      const made = lab.isOver ? undefined : await gather(needs);
      if (made !== undefined) ready.push({ meaning, made });
      else if (!this.#tried.has(meaning.operation)) this.#open(meaning, whatIsMissing(needs, resource.name));
    }
    const before = await this.#specimen.observe();
    const reads: (Reading & { meaning: OperationMeaning })[] = [];
    for (const { meaning, made } of ready)
      if (!lab.isOver) reads.push({ meaning, ...(await this.#callTwice(meaning, made)) });
    const effect = this.#effectOnSelf(before, await this.#specimen.observe());
    if (isUntouched(effect) || !isOurs) {
      for (const { meaning, ...reading } of reads) this.#concludeRead(meaning, reading);
      return;
    }
    for (const { meaning } of reads) {
      await this.#specimen.make();
      await this.#tryOne(meaning);
    }
    await this.#specimen.make();
  }

  /** Others may come and go on a service that is in use: a read is judged by what becomes of the thing alone. */
  #effectOnSelf(before: Observation | undefined, after: Observation | undefined): Effect {
    if (before === undefined || after === undefined) return UNTOUCHED;
    return { ...effectBetween(before, after, String(this.#specimen.id)), came: 0, went: 0 };
  }

  async #callTwice(meaning: OperationMeaning, made: Made): Promise<Reading> {
    const { lab } = this.#specimen;
    const { operation: key } = meaning;
    const accepted = await this.#specimen.accept(meaning, made, "reference");
    if ("reason" in accepted)
      return {
        answers: lab.exchanges.filter(({ call }) => call.operation === key).slice(-1),
        refusals: accepted.refused ?? [],
      };
    const { inputs } = accepted;
    const again = await lab.perform(`${key} again`, (id) =>
      callFromRecipe(id, { operation: key, inputs }, made),
    );
    return { answers: [accepted.exchange, again], inputs };
  }

  #concludeRead(meaning: OperationMeaning, { answers, inputs, refusals }: Reading): void {
    const [first, second] = answers;
    if (first === undefined || !succeeded(first)) {
      const why = first === undefined ? "it could not be called" : whyRefused(first);
      this.#refuse(meaning, why, answers, refusals);
      return;
    }
    const shows = this.#shownBy(meaning, first);
    // Others come and go in a list; that it shows the thing both times is what counts.
    const isSteady = (other: Exchange) =>
      isSameAnswer(first, other) || (shows === "a list with it" && this.#shownBy(meaning, other) === shows);
    const repeats = second === undefined ? {} : { repeats: isSteady(second) };
    const seen = { effect: UNTOUCHED, shows, asSent: false, ...repeats };
    const verdict = conclude(this.#belief(meaning), seen);
    const worked = inputs === undefined ? {} : { inputs };
    this.#note(meaning, verdict, [...this.#specimen.born.slice(0, 2), ...answers], worked);
  }

  async tryWrites(meanings: readonly OperationMeaning[]): Promise<void> {
    for (const meaning of meanings) {
      if (this.#specimen.lab.isOver) return;
      // Nothing has become of the thing since: it would be refused in the same words.
      if (this.#refusedAt.get(meaning.operation) === this.#specimen.turns) continue;
      if (this.#specimen.lastSeen?.sight.kind === "absent") await this.#specimen.make();
      await this.#tryOne(meaning);
    }
  }

  /** One call between two looks. */
  async #tryOne(meaning: OperationMeaning): Promise<void> {
    const { lab, resource, isOurs, thing: it, born } = this.#specimen;
    const { operation: key } = meaning;
    const isRead = looksSafe(operationOf(lab.bench.api, key));
    if (!isRead && (!isOurs || it === undefined))
      return this.#open(
        meaning,
        `it writes, and no ${resource.name || "thing"} of our own could be made to try it on`,
      );
    if (!isRead && !this.#specimen.namesOurs(key))
      return this.#open(meaning, "it writes, and names nothing that was made to try it on");
    const needs = this.#specimen.needs(key);
    const made = await gatherThings(lab, needs, it, this.#specimen.elsewhere(key));
    if (made === undefined) return this.#open(meaning, whatIsMissing(needs, resource.name));
    const before = await this.#specimen.observe();
    const isElsewhere = resource.named?.[key] !== undefined;
    const parts = isElsewhere ? await lookAtParts(this.#specimen) : undefined;
    const from = lab.exchanges.length;
    const accepted = await this.#acceptAnyhow(meaning, made, isRead);
    if ("reason" in accepted) {
      const isAlike = operationOf(lab.bench.api, key).body === undefined;
      if (isAlike || areSameConflicts(accepted.refused ?? [])) this.#refusedAt.set(key, this.#specimen.turns);
      return this.#refuse(meaning, accepted.reason, lab.exchanges.slice(from).slice(-3), accepted.refused);
    }
    const { exchange } = accepted;
    const shown = before?.sight.kind === "there" ? before.sight.content : null;
    const inputs =
      meaning.semantics === "OTHER" ? stayingLater(accepted.inputs, exchange, shown) : accepted.inputs;
    if (parts !== undefined) {
      const changed = partThatChanged(parts, await lookAtParts(this.#specimen));
      const because = `${changed} shows something else after it`;
      if (changed !== undefined)
        return this.#note(
          meaning,
          { ...labelOf(meaning), confirmed: true, because },
          [...born.slice(0, 1), ...lab.exchanges.slice(from)],
          { inputs },
        );
    }
    const sent = sentBy(exchange);
    const after = await this.#specimen.observe(hopeAfter(meaning, before, sent));
    if (before === undefined || after === undefined)
      return this.#open(meaning, "what it does cannot be seen");
    const effect = isRead
      ? this.#effectOnSelf(before, after)
      : effectBetween(before, after, String(this.#specimen.id), sent);
    const isMove = meaning.kind === "action" && movesStatus(effect.changes, sent);
    if (isElsewhere && effect.self !== "changed")
      return this.#open(meaning, "what it does cannot be seen in what it names");
    // What only its body names is no thing to update, whatever is sent: it stays an action.
    const asSent = isWhatWasSent(effect.changes, sent) && !isMove && !isElsewhere;
    const verdict = conclude(this.#belief(meaning), {
      effect,
      shows: this.#shownBy(meaning, exchange),
      asSent,
    });
    if (meaning.semantics === "UPDATE" && !verdict.confirmed && effect.self === "same") {
      const isSet = await this.#specimen.account?.hasNewPassword(sent);
      const because = "it logs in with the password that was sent, and no longer with the one before";
      if (isSet === true)
        return this.#note(
          meaning,
          { ...labelOf(meaning), confirmed: true, because },
          lab.exchanges.slice(from),
        );
    }
    if (verdict.semantics === "DELETE" && effect.self === "gone")
      await lab.perform(`${key} again`, (id) => callFromRecipe(id, { operation: key, inputs }, made));
    const told = isElsewhere ? { ...verdict, because: "the thing that its body names changes" } : verdict;
    this.#note(meaning, told, [...born.slice(0, 1), ...lab.exchanges.slice(from)], { inputs });
  }

  /** As who the run is; where that one has no right to it, as the account that the specimen is. */
  async #acceptAnyhow(meaning: OperationMeaning, made: Made, isRead: boolean) {
    const { lab } = this.#specimen;
    const accepted = await this.#specimen.accept(meaning, made, "reference");
    const isForbidden = means(lab.exchanges.at(-1), "denied");
    if (!("reason" in accepted) || isRead || !isForbidden) return accepted;
    const credentials = await this.#specimen.account?.credentials();
    return credentials === undefined
      ? accepted
      : this.#specimen.accept(meaning, made, "reference", credentials);
  }

  #shownBy({ semantics }: OperationMeaning, exchange: Exchange) {
    const { id, subject, resource } = this.#specimen;
    const idFields = subject?.resource.idFields ?? resource.idFields;
    if (isStrayPage(exchange, this.#specimen.lab.bench.api)) return "nothing";
    return shownBy(exchange, semantics === "READ_MULTI" ? "list" : "thing", { id, idFields });
  }

  #belief(meaning: OperationMeaning) {
    const { method, path } = operationOf(this.#specimen.lab.bench.api, meaning.operation);
    const isPlain = ["PUT", "PATCH", "DELETE"].includes(method) && path.endsWith("}");
    return { ...labelOf(meaning), isPlain };
  }

  #open(meaning: OperationMeaning, because: string): void {
    this.#note(meaning, { ...labelOf(meaning), confirmed: false, because }, []);
  }

  #refuse(
    meaning: OperationMeaning,
    refused: string,
    exchanges: readonly Exchange[],
    refusals: readonly Refused[] = [],
  ): void {
    const verdict = { ...labelOf(meaning), confirmed: false, because: refused };
    this.#note(meaning, verdict, exchanges, { refused, refusals });
  }

  #note(
    meaning: OperationMeaning,
    verdict: Verdict,
    exchanges: readonly Exchange[],
    more: Pick<Tried, "inputs" | "refused" | "refusals"> = {},
  ): void {
    if (this.#tried.get(meaning.operation)?.verdict.confirmed === true) return;
    const after = this.#after.length === 0 ? {} : { after: this.#after };
    this.#tried.set(meaning.operation, { meaning, verdict, exchanges, ...more, ...after });
  }
}

function labelOf({ semantics, kind }: OperationMeaning): Pick<Verdict, "semantics" | "kind"> {
  return kind === undefined ? { semantics } : { semantics, kind };
}

/** What is waited for after a write: what was accepted may be done only later. */
function hopeAfter(
  { semantics }: OperationMeaning,
  before: Observation | undefined,
  sent: Json,
): Hope<Sight> | undefined {
  if (before?.sight.kind !== "there" || isRead(semantics)) return undefined;
  const { content } = before.sight;
  const holds = (seen: Sight) => seen.kind !== "there" || !showsTheSame(content, seen.content, sent);
  return { name: semantics === "DELETE" ? GONE.name : `it has changed by ${semantics}`, holds };
}

/** What a call says that is to become of a thing: its body, else its query. */
function sentBy(exchange: Exchange): Json {
  const { body, query } = exchange.request.inputs;
  return body?.content ?? query;
}

function whatIsMissing(needs: readonly string[], own: string): string {
  const [first = own] = needs.map((name) => (name === SELF ? own : name));
  return `it needs ${aNoun(first)}, and none could be created`;
}

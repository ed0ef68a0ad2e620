import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { referencesOf } from "#calls/references";
import { replaceInBody } from "#calls/replace-in-body";
import type { PlannedSequence } from "#cover/planned-sequence";
import type { OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { AccountRecipe } from "#semantics/access/account-recipe";
import { placeOfChosenId } from "#semantics/chosen-id";
import { looksSafe } from "#semantics/placed-operation";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CallRecipe, callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { roleIn } from "#semantics/role";
import { resourceNamed } from "#semantics/semantics";
import { AS_NOBODY, AS_OTHER, as } from "./access-calls.js";
import { changeCall } from "./change-call.js";
import type { Ground } from "./oracle.js";
import { type Kind, Situation } from "./situation.js";

/** The calls of an intrusion, by id. What another user tries, nobody has tried just before. */
export const INTRUSION = {
  make: "make it",
  look: "look",
  list: "list",
  otherRead: `${AS_OTHER}read`,
  nobodyRead: `${AS_NOBODY}read`,
  otherList: `${AS_OTHER}list`,
  nobodyList: `${AS_NOBODY}list`,
  /** Followed by the operation. */
  otherView: `${AS_OTHER}view by `,
  nobodyView: `${AS_NOBODY}view by `,
  lookAgain: "look before another acts",
  otherAct: `${AS_OTHER}act`,
  nobodyAct: `${AS_NOBODY}act`,
  lookActed: "look after the action of another",
  ownAct: "act at last",
  otherUpdate: `${AS_OTHER}update`,
  nobodyUpdate: `${AS_NOBODY}update`,
  lookUpdated: "look after the update of another",
  otherSame: `${AS_OTHER}create with the same id`,
  lookSame: "look after the create of another",
  otherParent: `${AS_OTHER}read what it stands under`,
  otherBeside: `${AS_OTHER}create beside it`,
  otherDelete: `${AS_OTHER}delete`,
  nobodyDelete: `${AS_NOBODY}delete`,
  lookLast: "look at last",
} as const;

/**
 * The thing of one user, and another who tries everything with it; the owner looks after each step. The other one is of
 * the auth file, or somebody who is registered for this. Each action has a thing of its own, since it may be the last that is done to it.
 */
export function planIntrusion(
  oracle: string,
  ground: Ground,
  kind: Kind,
  other: string | AccountRecipe,
): readonly PlannedSequence[] {
  const { api } = ground.known;
  const operations = operationsOnThings(ground, kind).map((key) => operationOf(api, key));
  // A part of an API that asks nobody who they are keeps nobody out.
  const isOpen = operations.every(({ security }) => security.length === 0);
  const asksAnybody = api.operations.some(({ security }) => security.length > 0);
  const { read, list } = kind.resource;
  if ((read[0] ?? list[0]) === undefined || (isOpen && asksAnybody)) return [];
  const name = typeof other === "string" ? other : "somebody else";
  const whole = new Intrusion(ground, kind, other);
  whole.readAsOther();
  whole.writeAsOther();
  return [
    whole.build(oracle, `let ${name} at what another user made`),
    ...moreWrites(ground, kind).map((recipe) => {
      const one = new Intrusion(ground, kind, other, recipe);
      one.readAsOther();
      one.actAsOther(recipe);
      return one.build(oracle, `let ${name} call ${recipe.operation} on it`, recipe.operation);
    }),
  ];
}

/** All operations that one thing is named to, or that make, list or show such things. */
export function operationsOnThings({ known }: Pick<Ground, "known">, { resource }: Pick<Kind, "resource">) {
  return known.api.operations
    .map(({ key }) => key)
    .filter((key) => known.semantics.operations[key]?.resource === resource.name);
}

/** What was seen to change such things besides the update and the delete that every kind has: actions, and other updates. */
export function moreWrites({ known, book }: Pick<Ground, "known" | "book">, kind: Kind) {
  const { create, update, delete: remove, read, list } = kind.resource;
  const first = [...create, update[0], ...remove, ...read, ...list];
  return operationsOnThings({ known }, kind).flatMap((key): readonly CallRecipe[] => {
    const recipe = book.actions?.get(key) ?? book.seen?.get(key);
    const isOther = !first.includes(key) && !looksSafe(operationOf(known.api, key));
    return recipe !== undefined && isOther && isOnlyOn(kind, recipe) ? [recipe] : [];
  });
}

/** It names the thing, and nothing but what is made with it: what makes another one, or is about many, is no call on it. */
function isOnlyOn({ create }: Kind, recipe: CallRecipe): boolean {
  const named = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs }).map(
    ({ reference }) => reference.call,
  );
  const made = new Set<string>([SELF, ...create.needs.map(roleIn)]);
  return named.includes(SELF) && named.every((role) => made.has(role));
}

/** Reads of a thing, or of what stands around it, besides the first. */
function moreViews({ known, book }: Ground, kind: Kind): readonly CallRecipe[] {
  const { read, list } = kind.resource;
  return operationsOnThings({ known }, kind).flatMap((key): readonly CallRecipe[] => {
    if (key === read[0] || key === list[0] || !looksSafe(operationOf(known.api, key))) return [];
    const recipe = book.seen?.get(key) ?? plainRecipe(known, operationOf(known.api, key), kind.resource);
    return isOnlyOn(kind, recipe) && (recipe.after ?? []).length === 0 ? [recipe] : [];
  });
}

/** One thing, and what is tried with it as somebody else. */
class Intrusion {
  readonly #ground: Ground;
  readonly #kind: Kind;
  readonly #situation: Situation;
  readonly #asOther: (call: Call) => Call;
  readonly #things: Made;

  constructor(ground: Ground, kind: Kind, other: string | AccountRecipe, recipe?: CallRecipe) {
    this.#ground = ground;
    this.#kind = kind;
    const situation = new Situation(ground, kind);
    this.#situation = situation;
    const person = typeof other === "string" ? undefined : situation.enter(other, "another");
    this.#asOther = (call) => person?.as(call) ?? (typeof other === "string" ? as(other, call) : call);
    this.#things = situation.make(INTRUSION.make);
    if (recipe?.after !== undefined) situation.moveOn(recipe.after, this.#things);
    situation.look(INTRUSION.look, this.#things);
  }

  readAsOther(): void {
    const [[read], [list]] = [this.#kind.resource.read, this.#kind.resource.list];
    if (read !== undefined) this.#both(INTRUSION.nobodyRead, INTRUSION.otherRead, this.#plain(read));
    if (list === undefined) return;
    this.#situation.add(this.#plain(list)(INTRUSION.list));
    this.#both(INTRUSION.nobodyList, INTRUSION.otherList, this.#plain(list));
  }

  writeAsOther(): void {
    const situation = this.#situation;
    const things = this.#things;
    for (const view of moreViews(this.#ground, this.#kind)) {
      const [nobody, other] = [INTRUSION.nobodyView + view.operation, INTRUSION.otherView + view.operation];
      this.#both(nobody, other, (id) => situation.working(id, view, things));
    }
    if (this.#update()) situation.look(INTRUSION.lookUpdated, things);
    const same = sameId(this.#ground, this.#kind);
    if (same !== undefined) {
      situation.makeBeside(INTRUSION.otherSame, things, (call) => this.#asOther(same(call)));
      situation.look(INTRUSION.lookSame, things);
    }
    const parent = parentRead(this.#ground, this.#kind, things);
    if (parent !== undefined) {
      situation.add(this.#asOther(parent));
      situation.makeBeside(INTRUSION.otherBeside, things, this.#asOther);
    }
    this.#delete();
    situation.look(INTRUSION.lookLast, things);
  }

  /** What the other one may not do besides says whether they should be kept from this. */
  actAsOther(recipe: CallRecipe): void {
    const situation = this.#situation;
    const call = (id: string) => situation.working(id, recipe, this.#things);
    this.#update();
    situation.look(INTRUSION.lookAgain, this.#things);
    this.#both(INTRUSION.nobodyAct, INTRUSION.otherAct, call);
    situation.look(INTRUSION.lookActed, this.#things);
    situation.add(call(INTRUSION.ownAct));
    this.#delete();
    situation.look(INTRUSION.lookLast, this.#things);
  }

  build(oracle: string, purpose: string, part = ""): PlannedSequence {
    return this.#situation.build(oracle, purpose, part);
  }

  /** Whether anything is known to send. */
  #update(): boolean {
    const [update] = this.#kind.resource.update;
    if (update === undefined) return false;
    const change = (id: string) =>
      changeCall(this.#situation, this.#ground.known.api, update, id, this.#things);
    const [byNobody, byOther] = [change(INTRUSION.nobodyUpdate), change(INTRUSION.otherUpdate)];
    if (byNobody === undefined || byOther === undefined) return false;
    this.#add(as(null, byNobody), this.#asOther(byOther));
    return true;
  }

  #delete(): void {
    const [remove] = this.#kind.resource.delete;
    if (remove !== undefined) this.#both(INTRUSION.nobodyDelete, INTRUSION.otherDelete, this.#plain(remove));
  }

  #plain(operation: OperationKey): (id: string) => Call {
    return (id) => this.#situation.plain(id, operation, this.#things);
  }

  #both(nobody: string, other: string, call: (id: string) => Call): void {
    this.#add(as(null, call(nobody)), this.#asOther(call(other)));
  }

  #add(...calls: readonly Call[]): void {
    this.#situation.add(...calls);
  }
}

/** The create with values of its own, but the id of the first thing; undefined where the service gives ids. */
function sameId(ground: Ground, { resource, create }: Kind): ((call: Call) => Call) | undefined {
  const place = placeOfChosenId(resource, operationOf(ground.known.api, create.operation), create.inputs);
  if (place === undefined) return undefined;
  const taken = { kind: "reference", call: INTRUSION.make, source: create.identity } as const;
  return (call) =>
    place.in === "path"
      ? { ...call, path: { ...call.path, [place.name]: taken } }
      : { ...call, ...replaceInBody(call, formatPointer([place.name]), taken) };
}

/** Reads the thing that the path of the kind runs through, as the other user. */
function parentRead(ground: Ground, kind: Kind, things: Made): Call | undefined {
  const name = kind.create.needs.findLast(({ byPath }) => byPath)?.resource;
  const parent = resourceNamed(ground.known.semantics, name ?? null);
  const [read] = parent?.read ?? [];
  const made = things.get(name ?? "");
  if (parent === undefined || read === undefined || made === undefined) return undefined;
  const recipe = plainRecipe(ground.known, operationOf(ground.known.api, read), parent);
  return callFromRecipe(INTRUSION.otherParent, recipe, new Map([...things, [SELF, made]]));
}

import { aNoun } from "#base/a-noun";
import type { Call } from "#calls/call";
import { referencesOf } from "#calls/references";
import type { PlannedSequence } from "#cover/planned-sequence";
import { SequenceBuilder } from "#cover/sequence-builder";
import { viewsAround } from "#cover/views-around";
import type { OperationKey } from "#openapi/api";
import { anyOperation, operationOf } from "#openapi/operation-of";
import type { AccountRecipe, Somebody } from "#semantics/access/account-recipe";
import { chosenId, type IdPlace, placeOfChosenId } from "#semantics/chosen-id";
import { createOrder } from "#semantics/create-order";
import { idFieldsOf, seenIdField } from "#semantics/id-fields";
import { BEFORE } from "#semantics/life";
import { nextExisting } from "#semantics/next-existing";
import { plainRecipe } from "#semantics/plain-recipe";
import {
  type CallRecipe,
  type CreateRecipe,
  callFromRecipe,
  type Made,
  type MadeThing,
  type Preparation,
  SELF,
} from "#semantics/recipe";
import { kindOfRole, namesSecond, type Role, roleIn } from "#semantics/role";
import type { Resource } from "#semantics/semantics";
import { enterIn } from "./account-situation.js";
import type { Ground } from "./oracle.js";

/** A kind of thing that the run can make, with how it is made and changed. */
export interface Kind {
  readonly resource: Resource;
  readonly create: CreateRecipe;
  readonly update?: CallRecipe;
  /** Where it is not the update that lives go by: which one. */
  readonly by?: OperationKey;
}

/** All of them, parents first. What is only found, not made, is not ours to try things on. */
export function kindsOf({ known, book }: Ground): readonly Kind[] {
  return createOrder(known.semantics.resources).flatMap((resource) => {
    const create = book.creates.get(resource.name);
    if (create === undefined || create.found === true) return [];
    const update = book.updates.get(resource.name);
    return [{ resource, create, ...(update === undefined ? {} : { update }) }];
  });
}

/** The actions on things of a kind that were seen to work. */
export function actionsOf(
  { book }: Pick<Ground, "book">,
  { name }: Pick<Resource, "name">,
): readonly CallRecipe[] {
  return [...(book.actions?.values() ?? [])].filter(
    (action) => action.resource === name && !namesSecond(action),
  );
}

/** The member of a body that holds the thing's id. */
export function idFieldOf({ resource, create }: Kind): string | undefined {
  return seenIdField(create.identity) ?? resource.idFields[0];
}

/** Whether the create, by PUT where the client chooses the id in the path, is an update as well. */
export function isReplacing({ resource, create }: Kind): boolean {
  return create.operation === `PUT ${resource.itemPath}`;
}

/** Where a create puts the id that the client chooses; undefined where the service gives it. */
export function chosenIdPlace({ known }: Ground, { resource, create }: Kind): IdPlace | undefined {
  return placeOfChosenId(resource, operationOf(known.api, create.operation), create.inputs);
}

/** Whether a call names nothing but what was made: the list of a tournament's players names a tournament. */
export function namesOnly(call: Call, things: Made): boolean {
  const made = new Set([...things.values()].map((thing) => thing.call));
  return referencesOf(call).every(({ reference }) => made.has(reference.call));
}

/** What the last parameter of a call's path names: of `/projects/{p}/lists/{l}/cards` the list. */
export function innermostParent({ operation, path }: Call, things: Made): Role | undefined {
  const last = [...operation.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1];
  const named = last === undefined ? undefined : path[last];
  if (named?.kind !== "reference") return undefined;
  return [...things].find(([role, thing]) => role !== SELF && thing.call === named.call)?.[0];
}

/**
 * Builds an oracle's own sequence: makes things of one kind, under the same path parents, and lets calls happen to
 * them. Ids of calls are the oracle's to choose; what a thing needs first is made without being asked for.
 */
export class Situation {
  readonly kind: Kind;
  readonly #ground: Ground;
  readonly #builder: SequenceBuilder;
  /** The creates, by id, in order. */
  readonly #made = new Map<string, Call>();
  /** What the first thing needed, and what of that is in its path. */
  #needs: ReadonlyMap<string, MadeThing> = new Map();
  #parents: ReadonlyMap<string, MadeThing> = new Map();
  /** The ids of our own choice that were looked at, by the names of their values. */
  readonly #chosen = new Set<string>();

  constructor(ground: Ground, kind: Kind) {
    this.#ground = ground;
    this.kind = kind;
    this.#builder = new SequenceBuilder(ground.known, ground.book);
  }

  /** Makes a thing that needs others, but shares what the first one stands under with it, and this parent. */
  makeUnder(id: string, parent: string, change: (call: Call) => Call = same): Made {
    const shared = this.#needs.get(parent);
    const parents = new Map([...this.#parents, ...(shared === undefined ? [] : [[parent, shared] as const])]);
    const needs = this.#builder.makeNeeds(this.kind.create, `for ${id} make`, parents);
    return this.#create(id, needs, change(callFromRecipe(id, this.kind.create, needs)));
  }

  /** Makes what the first thing needs, so that it can be looked at before there is one. */
  prepare(): Made {
    const { create } = this.kind;
    if (this.#made.size > 0 || this.#needs.size > 0) return this.#needs;
    const byPath = new Set(create.needs.filter((need) => need.byPath).map((need) => need.resource));
    this.#needs = this.#builder.makeNeeds(create, "make");
    this.#parents = new Map([...this.#needs].filter(([name]) => byPath.has(name)));
    return this.#needs;
  }

  /** Makes a thing. `change` may turn the call into another one that makes one, too. */
  make(id: string, change: (call: Call) => Call = same): Made {
    const { create } = this.kind;
    const needs =
      this.#made.size === 0
        ? this.prepare()
        : this.#builder.makeNeeds(create, `for ${id} make`, this.#parents);
    return this.#create(id, needs, change(callFromRecipe(id, create, needs)));
  }

  /** Looks at what stands around the first thing, as far as what it needed shows that; ids begin with the prefix. */
  lookAround(prefix: string, most: number): void {
    const views = viewsAround(this.#ground.known, this.kind.resource, new Set(this.#needs.keys()));
    for (const view of views.slice(0, most))
      this.add(callFromRecipe(prefix + view.operation, view, this.#needs));
  }

  /** Makes a thing that shares nothing with the first one: all that it needs is made for it. */
  makeApart(id: string): Made {
    const needs = this.#builder.makeNeeds(this.kind.create, `for ${id} make`);
    return this.#create(id, needs, callFromRecipe(id, this.kind.create, needs));
  }

  /** Somebody else than the run is, who was registered for this and has logged in. */
  enter(account: AccountRecipe, who: string): Somebody {
    return enterIn(this.#builder, this.#ground, account, who);
  }

  /** Makes a thing that shares with the first one only what this parent of it stands in. */
  makeNear(id: string, parent: Role): Made {
    const around = new Map([...this.#around(parent), ...this.#another(parent)]);
    const needs = this.#builder.makeNeeds(this.kind.create, `for ${id} make`, around);
    return this.#create(id, needs, callFromRecipe(id, this.kind.create, needs));
  }

  /**
   * Makes a thing that shares with the first one all but this parent and what stands in that; undefined where there is
   * nothing else to share.
   */
  makeBesides(id: string, parent: Role): Made | undefined {
    const above = this.#above(parent);
    const stands = (role: Role) =>
      [...this.#above(role)].some((other) => kindOfRole(other) === kindOfRole(parent));
    const shared = [...this.#needs].filter(
      ([role]) => kindOfRole(role) !== kindOfRole(parent) && !above.has(role) && !stands(role),
    );
    if (shared.length === 0) return undefined;
    const around = new Map([...this.#around(parent), ...this.#another(parent), ...shared]);
    const needs = this.#builder.makeNeeds(this.kind.create, `for ${id} make`, around);
    return this.#create(id, needs, callFromRecipe(id, this.kind.create, needs));
  }

  /** Makes another one of what the first thing needed, where that stands or apart, and moves it on like that. */
  makeParent(id: string, parent: Role, apart?: (call: Call) => Call): MadeThing | undefined {
    const recipe = this.#ground.book.creates.get(kindOfRole(parent));
    if (recipe === undefined || recipe.found === true) return undefined;
    const needs = this.#builder.makeNeeds(recipe, `for ${id} make`, apart ? new Map() : this.#around(parent));
    this.#builder.create(id, recipe, needs, (apart ?? same)(callFromRecipe(id, recipe, needs)));
    const made = { call: id, identity: recipe.identity };
    const need = this.kind.create.needs.find((one) => roleIn(one) === parent);
    this.#builder.moveOn(parent, need?.moved ?? [], new Map([...needs, [parent, made]]));
    return made;
  }

  /** A parent that is only looked up is the same each time, unless another one is looked for. */
  #another(parent: Role): ReadonlyMap<Role, MadeThing> {
    const recipe = this.#ground.book.creates.get(kindOfRole(parent));
    const other = recipe && nextExisting(recipe);
    if (other === undefined) return new Map();
    const id = `find another ${parent}`;
    const needs = this.#builder.makeNeeds(other, "make", this.#around(parent));
    this.#builder.create(id, other, needs);
    return new Map([[parent, { call: id, identity: other.identity }]]);
  }

  /** What a parent of the first thing itself needed. */
  #around(parent: Role): ReadonlyMap<Role, MadeThing> {
    const above = this.#above(parent);
    return new Map([...this.#needs].filter(([role]) => above.has(role)));
  }

  /** What must be there for a thing of this role, directly or through others; each once, however many ways lead to it. */
  #above(role: Role): ReadonlySet<Role> {
    const above = new Set<Role>();
    const kinds = new Set<string>();
    const waiting = [kindOfRole(role)];
    for (let kind = waiting.pop(); kind !== undefined; kind = waiting.pop()) {
      if (kinds.has(kind)) continue;
      kinds.add(kind);
      for (const need of this.#ground.book.creates.get(kind)?.needs ?? []) {
        above.add(roleIn(need));
        waiting.push(kindOfRole(roleIn(need)));
      }
    }
    return above;
  }

  /** Makes a thing by the very call that made another, values and all, but for what is changed. */
  makeSame(id: string, first: string, things: Made, change: (call: Call) => Call = same): Made {
    const call = this.#made.get(first);
    // Oracles name creates that they made themselves.
    if (call === undefined) throw new Error(`no create ${first}`);
    return this.#create(id, things, change({ ...call, id }));
  }

  /** Makes a thing that needs what another one needed, with values of its own. */
  makeBeside(id: string, things: Made, change: (call: Call) => Call = same): Made {
    return this.#create(id, things, change(callFromRecipe(id, this.kind.create, things)));
  }

  #create(id: string, needs: Made, call: Call): Made {
    this.#lookBefore(id, needs, call);
    this.#made.set(id, call);
    return this.#builder.create(id, this.kind.create, needs, call);
  }

  /** What has an id that we are about to give is not ours, and the create might replace it: a look goes first. */
  #lookBefore(id: string, needs: Made, call: Call): void {
    const { known } = this.#ground;
    const { resource, create } = this.kind;
    const [read] = resource.read;
    const chosen = chosenId(resource, operationOf(known.api, create.operation), call);
    if (read === undefined || chosen?.kind !== "fresh" || this.#chosen.has(chosen.name)) return;
    this.#chosen.add(chosen.name);
    const recipe = plainRecipe(known, operationOf(known.api, read), resource);
    this.add(callFromRecipe(BEFORE + id, recipe, needs, chosen));
  }

  /** A call of an operation with no more than it demands, on a thing; not made yet. */
  plain(id: string, operation: string, things: Made): Call {
    const { known } = this.#ground;
    return callFromRecipe(
      id,
      plainRecipe(known, anyOperation(known.api, operation), this.kind.resource),
      things,
    );
  }

  /** A call with inputs that were seen to work; not made yet. */
  working(id: string, recipe: CallRecipe, things: Made): Call {
    return callFromRecipe(id, recipe, things);
  }

  /** A call that changes a thing: its update, or the create by PUT that replaces what is there. */
  updating(id: string, things: Made): Call | undefined {
    const { create, update } = this.kind;
    if (update !== undefined) return this.working(id, update, things);
    if (!isReplacing(this.kind)) return undefined;
    const { body } = callFromRecipe(id, create, things);
    return body === undefined ? undefined : { ...this.plain(id, create.operation, things), body };
  }

  /** A call of an action: with inputs that were seen to work, where they were. */
  acting(id: string, operation: string, things: Made): Call {
    const recipe = this.#ground.book.actions?.get(operation);
    return recipe === undefined ? this.plain(id, operation, things) : this.working(id, recipe, things);
  }

  /** Has the thing, or what it stands in, take the steps that something was seen to need first. */
  moveOn(steps: readonly Preparation[], things: Made): void {
    const { name } = this.kind.resource;
    const self = things.get(SELF);
    const made = self === undefined ? things : new Map([...things, [name, self]]);
    for (const { on, step } of steps) this.#builder.moveOn(on === SELF ? name : on, [step], made);
  }

  add(...calls: readonly Call[]): void {
    for (const call of calls) this.#builder.add(call);
  }

  /** Reads a thing, or the list that shows it where it cannot be read alone. */
  look(id: string, things: Made): void {
    const { read, list } = this.kind.resource;
    const shown = read[0] ?? list[0];
    if (shown !== undefined) this.add(this.plain(id, shown, things));
  }

  /** The first thing that was made is the subject, the second the other one. */
  build(oracle: string, purpose: string, part = ""): PlannedSequence {
    const { resource, create, by } = this.kind;
    const [first, other] = this.#made.keys();
    const known = { ...resource, idFields: idFieldsOf(resource, create.identity) };
    const parts = [part, by === undefined ? "" : `by ${by}`].filter((one) => one !== "");
    const name = [`${oracle} of ${aNoun(resource.name)}`, ...parts].join(", ");
    const subject =
      first === undefined
        ? undefined
        : { resource: known, create: first, ...(other === undefined ? {} : { other }) };
    return { ...this.#builder.build(name, purpose, subject), oracle };
  }
}

function same(call: Call): Call {
  return call;
}

import { isArray, isObject, type Json } from "#base/json";
import type { Call } from "#calls/call";
import { referencesOf } from "#calls/references";
import type { Operation } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import { type OwnCorner, ownCorners } from "#semantics/access/own-corner";
import { sameId } from "#semantics/list-items";
import { nextExisting } from "#semantics/next-existing";
import { type CallRecipe, callFromRecipe, type Made, type MadeThing } from "#semantics/recipe";
import { kindOfRole } from "#semantics/role";
import { AccountSituation } from "./account-situation.js";
import type { Ground } from "./oracle.js";

/** A change of what everybody has one of, with where that is and what shows it. */
export interface CornerChange {
  readonly recipe: CallRecipe;
  readonly operation: Operation;
  readonly corner: OwnCorner;
  readonly view: Operation | undefined;
}

/** So many changes are tried: each takes two people. */
const MOST = 4;

export function cornerChanges({ known, book }: Ground): readonly CornerChange[] {
  const corners = ownCorners(known.api);
  return [...(book.corners?.values() ?? [])]
    .flatMap((recipe): CornerChange[] => {
      const operation = operationOf(known.api, recipe.operation);
      const corner = corners.find(({ writes }) => writes.some(({ key }) => key === recipe.operation));
      if (corner === undefined || operation.method === "DELETE") return [];
      return [{ recipe, operation, corner, view: corner.views[0] }];
    })
    .slice(0, MOST);
}

/** Builds a sequence in which people change what is theirs alone. */
export class CornerSituation extends AccountSituation {
  readonly #ground: Ground;

  constructor(ground: Ground, account: NonNullable<Ground["book"]["account"]>) {
    super(ground, account);
    this.#ground = ground;
  }

  /** The things that a change names, made or looked up. */
  needsOf({ inputs, operation }: CallRecipe): Made {
    const roles = new Set(
      referencesOf({ id: "", operation, ...inputs }).map(({ reference }) => reference.call),
    );
    const needs = [...roles].map((role) => ({ resource: kindOfRole(role), byPath: true, as: role }));
    return this.builder.makeNeeds({ needs }, "make");
  }

  /** Others of the same kinds; undefined where there is no more than one of each. */
  othersOf(made: Made): Made | undefined {
    const others = new Map<string, MadeThing>();
    for (const [role] of made) {
      const recipe = this.#ground.book.creates.get(kindOfRole(role));
      if (recipe === undefined) return undefined;
      const other = nextExisting(recipe);
      const id = other === undefined ? `make another ${role}` : `find another ${role}`;
      const chosen = other ?? recipe;
      this.builder.create(id, chosen, this.builder.makeNeeds(chosen, `for another ${role} make`));
      others.set(role, { call: id, identity: chosen.identity });
    }
    return others;
  }

  change(id: string, recipe: CallRecipe, made: Made): Call {
    return callFromRecipe(id, recipe, made);
  }

  look(id: string, { key }: Operation): Call {
    return { id, operation: key, path: {}, query: {}, header: {}, cookie: {} };
  }
}

export interface ItemWith {
  readonly item: Json;
  readonly list: readonly Json[];
  readonly holder: Json | undefined;
}

/** The objects of lists, wherever they stand, that have this id in them, and the object that holds the list. */
export function itemsWith(
  body: Json | undefined,
  id: Json,
  holder: Json | undefined = body,
  depth = 0,
): readonly ItemWith[] {
  if (depth > 5) return [];
  if (isArray(body))
    return body.filter((item) => hasPart(item, id)).map((item) => ({ item, list: body, holder }));
  if (!isObject(body)) return [];
  return Object.values(body).flatMap((member) =>
    itemsWith(member, id, isArray(member) ? body : member, depth + 1),
  );
}

function hasPart(item: Json, id: Json): boolean {
  if (!isObject(item)) return sameId(item, id);
  return Object.values(item).some((part) =>
    isObject(part) ? Object.values(part).some((inner) => sameId(inner, id)) : sameId(part, id),
  );
}

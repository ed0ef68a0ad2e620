import { formatPointer } from "#base/json-pointer";
import type { Call } from "#calls/call";
import { replaceInBody } from "#calls/replace-in-body";
import type { PlannedSequence } from "#cover/planned-sequence";
import { operationOf } from "#openapi/operation-of";
import type { AccountRecipe } from "#semantics/access/account-recipe";
import { placeOfChosenId } from "#semantics/chosen-id";
import { plainRecipe } from "#semantics/plain-recipe";
import { callFromRecipe, type Made, SELF } from "#semantics/recipe";
import { resourceNamed } from "#semantics/semantics";
import { AS_OTHER, as } from "./access-calls.js";
import { changeCall } from "./change-call.js";
import type { Ground } from "./oracle.js";
import { type Kind, Situation } from "./situation.js";

/** The calls of an intrusion, by id. */
export const INTRUSION = {
  make: "make it",
  look: "look",
  list: "list",
  otherRead: `${AS_OTHER}read`,
  otherList: `${AS_OTHER}list`,
  otherUpdate: `${AS_OTHER}update`,
  lookUpdated: "look after the update of another",
  otherSame: `${AS_OTHER}create with the same id`,
  lookSame: "look after the create of another",
  otherParent: `${AS_OTHER}read what it stands under`,
  otherBeside: `${AS_OTHER}create beside it`,
  otherDelete: `${AS_OTHER}delete`,
  lookLast: "look at last",
} as const;

/**
 * The thing of one user, and another who tries everything with it; the owner looks after each step. The other one is of
 * the auth file, or somebody who is registered for this.
 */
export function planIntrusion(
  oracle: string,
  ground: Ground,
  kind: Kind,
  other: string | AccountRecipe,
): readonly PlannedSequence[] {
  const { resource, create } = kind;
  const { api } = ground.known;
  const [[read], [list], [update], [remove]] = [
    resource.read,
    resource.list,
    resource.update,
    resource.delete,
  ];
  const operations = [read, list, update, remove, create.operation].flatMap((key) =>
    key === undefined ? [] : [operationOf(api, key)],
  );
  // A part of an API that asks nobody who they are keeps nobody out.
  const isOpen = operations.every(({ security }) => security.length === 0);
  const asksAnybody = api.operations.some(({ security }) => security.length > 0);
  if ((read ?? list) === undefined || (isOpen && asksAnybody)) return [];
  const situation = new Situation(ground, kind);
  const person = typeof other === "string" ? undefined : situation.enter(other, "another");
  const asOther = (call: Call) => person?.as(call) ?? (typeof other === "string" ? as(other, call) : call);
  const things = situation.make(INTRUSION.make);
  situation.look(INTRUSION.look, things);
  if (read !== undefined) situation.add(asOther(situation.plain(INTRUSION.otherRead, read, things)));
  if (list !== undefined) {
    situation.add(situation.plain(INTRUSION.list, list, things));
    situation.add(asOther(situation.plain(INTRUSION.otherList, list, things)));
  }
  const change =
    update === undefined ? undefined : changeCall(situation, api, update, INTRUSION.otherUpdate, things);
  if (change !== undefined) {
    situation.add(asOther(change));
    situation.look(INTRUSION.lookUpdated, things);
  }
  const same = sameId(ground, kind);
  if (same !== undefined) {
    situation.makeBeside(INTRUSION.otherSame, things, (call) => asOther(same(call)));
    situation.look(INTRUSION.lookSame, things);
  }
  const parent = parentRead(ground, kind, things);
  if (parent !== undefined) {
    situation.add(asOther(parent));
    situation.makeBeside(INTRUSION.otherBeside, things, asOther);
  }
  if (remove !== undefined) situation.add(asOther(situation.plain(INTRUSION.otherDelete, remove, things)));
  situation.look(INTRUSION.lookLast, things);
  const name = typeof other === "string" ? other : "somebody else";
  return [situation.build(oracle, `let ${name} at what another user made`)];
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

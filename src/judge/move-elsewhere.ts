import type { Call } from "#calls/call";
import { mapTemplate } from "#calls/map-inputs";
import { referencesOf } from "#calls/references";
import type { Made, MadeThing } from "#semantics/recipe";
import type { Role } from "#semantics/role";
import type { Ground } from "./oracle.js";
import { actionsOf, namesOnly, type Situation } from "./situation.js";

/**
 * Makes another parent for a thing, and has the first call that can do it move the thing there; the parent, or undefined where
 * nothing moves such things. Where a call names the parent in its body, it can name another one.
 */
export function moveElsewhere(
  ground: Ground,
  situation: Situation,
  things: Made,
  parent: Role,
  /** What the two calls are called. */
  ids: { readonly place: string; readonly move: string },
): MadeThing | undefined {
  const move = moveOf(ground, situation, things, parent, ids.move);
  const before = things.get(parent);
  if (move === undefined || before === undefined) return undefined;
  const place = situation.makeParent(ids.place, parent);
  if (place !== undefined) situation.add(inBody(move, before, place));
  return place;
}

/** The first call on the thing that names this parent of it in its body. */
function moveOf(
  ground: Ground,
  situation: Situation,
  things: Made,
  parent: Role,
  id: string,
): Call | undefined {
  const { resource, update } = situation.kind;
  const recipes = [...(update === undefined ? [] : [update]), ...actionsOf(ground, resource)];
  const others = Object.values(ground.known.semantics.operations)
    .filter((meaning) => meaning.resource === resource.name && meaning.semantics === "UPDATE")
    .map(({ operation }) => operation)
    .filter((key) => key !== update?.operation);
  return [
    ...recipes.map((recipe) => situation.working(id, recipe, things)),
    ...others.map((key) => situation.plain(id, key, things)),
  ].find(
    (call) =>
      namesOnly(call, things) &&
      referencesOf(call).some(
        ({ reference, input }) => input.startsWith("/body") && reference.call === things.get(parent)?.call,
      ),
  );
}

/** The call with another parent in its body; its path goes on naming the one that it is under. */
function inBody(call: Call, before: MadeThing, after: MadeThing): Call {
  if (call.body === undefined) return call;
  const content = mapTemplate(call.body.content, {
    reference: (reference) =>
      reference.call === before.call ? { ...reference, call: after.call } : reference,
  });
  return { ...call, body: { ...call.body, content } };
}

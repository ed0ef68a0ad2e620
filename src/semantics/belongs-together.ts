import { succeeded } from "#calls/succeeded";
import type { CreateTrial } from "./find-create.js";
import type { Probe } from "./probe.js";
import { type CreateRecipe, callFromRecipe, type Made, SELF } from "./recipe.js";
import { type Role, roleIn } from "./role.js";
import { resourceNamed, type Semantics } from "./semantics.js";

/**
 * Whether what a create names must belong to one and the same thing: an assignment and an enrolment to one course, for a
 * grade. As a matter of course both are made below one. One of each is tried, and then two that were made together.
 */
export async function belongsTogether(
  probe: Probe,
  { resource, made, exchanges, remake }: CreateTrial,
  recipe: CreateRecipe,
): Promise<CreateRecipe> {
  const role = meetingRole(recipe, probe.semantics);
  const first = role === undefined ? undefined : made.get(role);
  if (role === undefined || first === undefined) return recipe;
  const others = await remake();
  if (others === undefined || others === made) return recipe;
  const isAccepted = async (words: string, things: Made) => {
    const call = callFromRecipe(`${recipe.operation} ${words}`, recipe, things);
    const exchange = await probe.send(call, exchanges);
    exchanges.push(exchange);
    if (!succeeded(exchange)) return false;
    const thing = { call: call.id, identity: recipe.identity };
    probe.onCreated(resource, new Map([...things, [SELF, thing]]), exchanges);
    return true;
  };
  if (await isAccepted("across", new Map([...others, [role, first]]))) return recipe;
  return (await isAccepted("within", others)) ? { ...recipe, together: true } : recipe;
}

/** The role of one of two things that a body names and that belong to things of one kind, neither of them to the other. */
function meetingRole({ needs }: CreateRecipe, semantics: Semantics): Role | undefined {
  const named = needs.filter(({ byPath, as }) => !byPath && as === undefined);
  const above = named.map((need) => ({ need, kinds: kindsAbove(need.resource, semantics) }));
  const found = above.find(({ need: one, kinds }, at) =>
    above
      .slice(at + 1)
      .some(
        (other) =>
          !kinds.has(other.need.resource) &&
          !other.kinds.has(one.resource) &&
          [...kinds].some((kind) => other.kinds.has(kind)),
      ),
  );
  return found === undefined ? undefined : roleIn(found.need);
}

function kindsAbove(kind: string, semantics: Semantics): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [kind];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { resource } of resourceNamed(semantics, next)?.parents ?? []) {
      if (!seen.has(resource)) open.push(resource);
      seen.add(resource);
    }
  seen.delete(kind);
  return seen;
}

import type { AccountRecipe } from "#semantics/access/account-recipe";
import type { Ground } from "./oracle.js";
import type { Kind } from "./situation.js";

/**
 * Who is to be kept from a thing of this kind: another user of the auth file than the one who makes such things, and none
 * who was let in where the first is not. An administrator may well do with a thing what its owner may. Else somebody who
 * can be registered.
 */
export function otherUser(
  { access, book }: Pick<Ground, "access" | "book">,
  { create }: Kind,
): string | AccountRecipe | undefined {
  const { actors = [], callerOf, privileged = new Set() } = access ?? {};
  const owner = callerOf?.(create.operation) ?? actors[0];
  return actors.find((name) => name !== owner && !privileged.has(name)) ?? book.account;
}

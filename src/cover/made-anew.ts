import { templateAt } from "#calls/place-template";
import { type CreateRecipe, recipeFor } from "#semantics/recipe";
import { type Need, type Role, roleIn } from "#semantics/role";
import { isFresh } from "./fill-inputs.js";
import type { TourPlan } from "./plan-tour.js";

/**
 * What is made anew for each thing, though the model knows nothing of it. Where no two things may name the same, and what they
 * name is shared, the second one would be refused: one student is enrolled in one course once. Of what they name together one
 * is enough to tell them apart, and the one that takes the fewest calls is.
 */
export function rolesMadeAnew(
  { rules, book }: Pick<TourPlan, "rules" | "book">,
  { resource, inputs, needs }: CreateRecipe,
  isModelled: (need: Need) => boolean,
): ReadonlySet<Role> {
  const content = inputs.body?.content;
  const roles = new Set<Role>();
  const note = (named: readonly (Need | undefined)[]) => {
    // The model takes care of what it knows.
    const [cheapest] = named
      .flatMap((need) => {
        const effort = need === undefined || isModelled(need) ? undefined : effortOf(need, book);
        return need === undefined || effort === undefined ? [] : [{ role: roleIn(need), effort }];
      })
      .sort((a, b) => a.effort - b.effort);
    if (cheapest !== undefined) roles.add(cheapest.role);
  };
  for (const rule of rules) {
    if (rule.kind !== "unique" || rule.resource !== resource || content === undefined) continue;
    const parts = rule.fields.flatMap((pointer) => templateAt(content, pointer) ?? []);
    // What is drawn anew differs by itself.
    if (!parts.some(isFresh))
      note(
        parts.map((part) =>
          part.kind === "reference" ? needs.find((need) => roleIn(need) === part.call) : undefined,
        ),
      );
  }
  if (roles.size === 0) note(needs.filter(({ once }) => once === true));
  return roles;
}

/** About as many calls as it takes to make one; undefined where it is only looked up. */
function effortOf(need: Need, book: TourPlan["book"]): number | undefined {
  const recipe = recipeFor(need, book.creates);
  if (recipe === undefined || recipe.found === true) return undefined;
  return 1 + (need.moved?.length ?? 0) + recipe.needs.length;
}

import type { Sequence } from "#calls/call";
import type { RecipeBook } from "#semantics/find-recipes";
import type { Resource } from "#semantics/semantics";
import type { StudyReplay } from "./replay-plan.js";
import type { Knowledge } from "./sights.js";

/**
 * The experiments with the resources that some calls are about, and with the one that was experimented with: that nothing
 * was made of it may be the point.
 */
export function studyPlan(
  sequence: Sequence,
  { world, book }: Knowledge,
  subject: string | undefined,
): StudyReplay {
  const called = new Set(sequence.calls.map(({ operation }) => operation));
  const isAbout = ({ create, read, list, update, delete: remove }: Resource) =>
    [create, read, list, update, remove].some((keys) => keys.some((key) => called.has(key)));
  const names = world.semantics.resources.filter(isAbout).map(({ name }) => name);
  return { kind: "study", book: recipesFor(subject === undefined ? names : [...names, subject], book) };
}

/** The recipes of these resources and of what they need. */
export function recipesFor(names: Iterable<string>, book: RecipeBook): RecipeBook {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const { resource } of book.creates.get(name)?.needs ?? []) add(resource);
  };
  for (const name of names) add(name);
  const of = <T>(recipes: ReadonlyMap<string, T>) =>
    new Map([...recipes].filter(([name]) => needed.has(name)));
  const actions = [...(book.actions ?? [])].filter(([, { resource }]) => needed.has(resource));
  return {
    creates: of(book.creates),
    updates: of(book.updates),
    ...(actions.length === 0 ? {} : { actions: new Map(actions) }),
    failures: new Map(),
  };
}

import type { Exchange } from "#calls/exchange";
import type { OperationKey } from "#openapi/api";
import { createOrder } from "#semantics/create-order";
import type { RecipeBook } from "#semantics/find-recipes";
import { proveResource } from "#semantics/proof/prove-resource";
import type { Tried } from "#semantics/proof/tried";
import type { CallRecipe, CreateRecipe } from "#semantics/recipe";
import { NO_RESOURCE, type OperationMeaning, type Resource } from "#semantics/semantics";
import { openLab } from "./open-lab.js";
import type { World } from "./world.js";

export interface ProveOptions {
  readonly readOnly: boolean;
  readonly onProgress: (resource: string) => void;
  readonly onExchange: (exchange: Exchange, earlier: readonly Exchange[]) => void;
}

export interface ProvenOperations {
  readonly tried: readonly Tried[];
  /** Recipes that make things which can be deleted again, in place of those that do not, by resource. */
  readonly better: ReadonlyMap<string, CreateRecipe>;
  /** How the actions among them are called. */
  readonly actions: ReadonlyMap<OperationKey, CallRecipe>;
  /** How the others are called. */
  readonly seen: ReadonlyMap<OperationKey, CallRecipe>;
}

/** Tries every operation, resource by resource, parents first; then what belongs to none. */
export async function proveOperations(
  world: World,
  book: RecipeBook,
  wanted: (meaning: OperationMeaning) => boolean,
  { readOnly, onProgress, onExchange }: ProveOptions,
): Promise<ProvenOperations> {
  const { semantics } = world;
  const better = new Map<string, CreateRecipe>();
  const ordered = createOrder(semantics.resources);
  const resources = [...ordered, ...semantics.resources.filter((resource) => !ordered.includes(resource))];
  const meanings = Object.values(semantics.operations).filter(wanted);
  const tried: Tried[] = [];
  const tryAll = async (resource: Resource, own: readonly OperationMeaning[]): Promise<boolean> => {
    if (own.length === 0) return true;
    onProgress(resource.name);
    const turn = { number: 1, knows: () => false, rules: () => [] } as const;
    // What moves parents on, their children may need: readings are taken by the sensors of a device that is active.
    const actions = new Map([...(book.actions ?? []), ...recipesIn(tried).actions]);
    const lab = openLab(world, { ...book, actions }, `proof of ${resource.name}`, turn, onExchange);
    const proven = await proveResource(lab, resource, own, { readOnly });
    tried.push(...proven.tried);
    if (proven.recipe !== undefined) better.set(resource.name, proven.recipe);
    await world.cleanUp();
    return !lab.isOver;
  };
  for (const resource of resources) {
    if (world.signal.aborted) return { tried, better, ...recipesIn(tried) };
    const own = meanings.filter((meaning) => meaning.resource === resource.name);
    if (!(await tryAll(resource, own))) return { tried, better, ...recipesIn(tried) };
  }
  const names = new Set(resources.map(({ name }) => name));
  const alone = meanings.filter(({ resource }) => resource === null || !names.has(resource));
  await tryAll(NO_RESOURCE, alone);
  return { tried, better, ...recipesIn(tried) };
}

function recipesIn(tried: readonly Tried[]): Pick<ProvenOperations, "actions" | "seen"> {
  const accepted = tried.filter(({ verdict }) => verdict.confirmed);
  const recipesOf = (ones: readonly Tried[]) =>
    new Map(
      ones.flatMap(({ meaning: { operation, resource }, inputs, after }) =>
        inputs !== undefined && resource !== null
          ? [[operation, { resource, operation, inputs, ...(after === undefined ? {} : { after }) }] as const]
          : [],
      ),
    );
  const isAction = ({ verdict: { kind } }: Tried) => kind === "action" || kind === "none";
  return {
    actions: recipesOf(accepted.filter(isAction)),
    seen: recipesOf(accepted.filter((one) => !isAction(one))),
  };
}

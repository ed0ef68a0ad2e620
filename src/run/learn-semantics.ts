import type { Exchange } from "#calls/exchange";
import type { Foreknown, RecipeBook } from "#semantics/find-recipes";
import { knownMoves } from "#semantics/known-moves";
import { withMentions } from "#semantics/mentions";
import type { CreateRecipe } from "#semantics/recipe";
import { nextHypotheses, withProofs } from "#semantics/revise";
import { type Resource, resourceNamed, type Semantics } from "#semantics/semantics";
import { withLinks } from "#semantics/with-links";
import { learnAccess } from "./learn-access.js";
import { learnCorners } from "./learn-corners.js";
import { learnNeeds } from "./learn-needs.js";
import { learnOnwards } from "./learn-onwards.js";
import { type Learned, learnRecipes } from "./learn-recipes.js";
import { learnRefusals } from "./learn-refusals.js";
import { proveOperations } from "./prove-operations.js";
import type { World } from "./world.js";

export interface LearnedSemantics extends Learned {
  /** The world with all that is known of it now. */
  readonly world: World;
}

export interface LearnOptions {
  /** Nothing is sent that may write. */
  readonly readOnly: boolean;
  readonly onProgress: (text: string) => void;
}

/** Beliefs are revised so often; each revision rests on something that was seen, so few are ever needed. */
const MOST_ROUNDS = 3;

/**
 * What the operations really do: inputs that work are found for what the names suggest, then each operation is tried on
 * things of our own. What is seen revises what was believed, and then that is tried, until nothing changes.
 */
export async function learnSemantics(guessed: World, options: LearnOptions): Promise<LearnedSemantics> {
  const { readOnly, onProgress } = options;
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange) => {
    exchanges.push(exchange);
  };
  const hypotheses = guessed.semantics;
  await learnRefusals(guessed, onExchange);
  let world = guessed;
  const entered = readOnly ? { tried: [] } : await learnAccess(world, onExchange);
  world = world.knowing({
    semantics: withProofs(world.api, hypotheses, hypotheses, entered.tried, new Map()),
  });
  // What nobody was shown may be shown to who has logged in since.
  if (!readOnly) await world.bystanders.look(world);
  let recipes = await learnRecipes(world, onProgress, readOnly);
  const own = await learnCorners(world, recipes.book, entered.account, onExchange);
  world = world.knowing({
    semantics: withProofs(world.api, world.semantics, hypotheses, own.tried, new Map()),
  });
  let known: NonNullable<RecipeBook["actions"]> = new Map();
  let seen: NonNullable<RecipeBook["seen"]> = new Map();
  let bare: RecipeBook["creates"] = new Map();
  for (let round = 1; ; round++) {
    world = world.knowing({ semantics: withLinks(world.semantics, recipes.book) });
    const before = world.semantics;
    const { tried, better, ...recent } = await proveOperations(
      world,
      { ...recipes.book, actions: known },
      ({ proof }) => proof?.confirmed !== true,
      {
        readOnly,
        onProgress,
        onExchange,
      },
    );
    world = world.knowing({
      semantics: withProofs(world.api, before, hypotheses, tried, recipes.book.failures),
    });
    bare = new Map([...bare, ...better]);
    const creates = await learnNeeds(world, recipes.book, bare, onExchange);
    known = new Map([...known, ...recent.actions]);
    seen = new Map([...seen, ...recent.seen]);
    recipes = { ...recipes, book: { ...recipes.book, creates, actions: known, seen } };
    if (!readOnly) {
      const onwards = await learnOnwards(world, recipes, { hypotheses, onProgress, onExchange });
      world = onwards.world;
      recipes = { book: onwards.book, exchanges: onwards.exchanges, faults: onwards.faults };
      known = new Map([...known, ...(recipes.book.actions ?? [])]);
      seen = new Map([...seen, ...(recipes.book.seen ?? [])]);
    }
    const proven = world.semantics;
    const next = nextHypotheses(world.api, proven, recipes.book);
    world = world.knowing({ semantics: next ?? proven });
    const isSettled = next === undefined && hasSameLabels(before, proven);
    if (isSettled || round === MOST_ROUNDS || readOnly || world.signal.aborted) break;
    const again = await learnRecipes(world, onProgress, readOnly, movedBefore(world, recipes.book));
    // What is not looked for again is told of no more.
    const links = new Map([...(recipes.book.links ?? []), ...(again.book.links ?? [])]);
    recipes = {
      book: { ...again.book, links },
      exchanges: [...recipes.exchanges, ...again.exchanges],
      faults: [...recipes.faults, ...again.faults],
    };
  }
  const identified = withIdSources(withLinks(world.semantics, recipes.book), recipes.book);
  const semantics = withMentions(identified, recipes.book, [...recipes.exchanges, ...exchanges]);
  return {
    ...recipes,
    book: {
      ...recipes.book,
      actions: known,
      seen,
      ...(entered.account === undefined ? {} : { account: entered.account }),
      corners: own.corners,
      failures: new Map([...recipes.book.failures].filter(([key]) => !own.corners.has(key))),
    },
    exchanges: [...recipes.exchanges, ...exchanges],
    world: world.knowing({ semantics }),
  };
}

/** What was found with things that were moved on need not be looked for again, where it is still taken for a create. */
function movedBefore(world: World, book: RecipeBook): Foreknown {
  const { semantics } = world;
  const isKept = ({ resource, operation, needs }: CreateRecipe) =>
    needs.some(({ moved }) => moved !== undefined) &&
    resourceNamed(semantics, resource)?.create.includes(operation) === true;
  const creates = new Map([...book.creates].filter(([, recipe]) => isKept(recipe)));
  const updates = new Map([...book.updates].filter(([name]) => creates.has(name)));
  const { seenIn = new Map() } = book;
  return { book: { creates, updates, seenIn }, movesOf: (kind) => knownMoves(world, book, kind) };
}

/** A client may send an id, and the service give another: then the service gives it. */
function withIdSources(semantics: Semantics, { creates }: RecipeBook): Semantics {
  const resources = semantics.resources.map((resource): Resource => {
    const recipe = creates.get(resource.name);
    const isGiven = recipe?.givesOwnId === true || recipe?.identity.in === "listed";
    return isGiven ? { ...resource, idSource: "server" } : resource;
  });
  return { ...semantics, resources };
}

function hasSameLabels(a: Semantics, b: Semantics): boolean {
  return Object.values(a.operations).every(
    ({ operation, semantics }) => b.operations[operation]?.semantics === semantics,
  );
}

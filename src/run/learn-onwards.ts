import type { Exchange } from "#calls/exchange";
import { referencesOf } from "#calls/references";
import { operationOf } from "#openapi/operation-of";
import type { Foreknown, RecipeBook } from "#semantics/find-recipes";
import { knownMoves } from "#semantics/known-moves";
import { plainRecipe } from "#semantics/plain-recipe";
import { withProofs } from "#semantics/revise";
import { NO_RESOURCE, type OperationMeaning, resourceNamed, type Semantics } from "#semantics/semantics";
import { withLinks } from "#semantics/with-links";
import { learnCome } from "./learn-come.js";
import { type Learned, learnRecipes } from "./learn-recipes.js";
import { proveOperations } from "./prove-operations.js";
import type { World } from "./world.js";

export interface Onwards extends Learned {
  readonly world: World;
}

export interface OnwardsOptions {
  readonly hypotheses: Semantics;
  readonly onProgress: (text: string) => void;
  readonly onExchange: (exchange: Exchange) => void;
}

/** What can only be made of what was moved on may itself have to be moved on for something else: so many times. */
const MOST_LEVELS = 4;

/**
 * What could not be created below new things is tried below things that were moved on, by what was seen to work on them
 * meanwhile; then its own operations are tried, and then what needs it in turn, until nothing more can be made.
 */
export async function learnOnwards(
  known: World,
  learned: Learned,
  { hypotheses, onProgress, onExchange }: OnwardsOptions,
): Promise<Onwards> {
  let world = known;
  let { book, exchanges, faults } = learned;
  const prove = async (made: readonly string[]) => {
    const proven = await proveOperations(
      world,
      book,
      (meaning) => meaning.proof?.confirmed !== true && concerns(world, meaning, made),
      { readOnly: false, onProgress, onExchange },
    );
    const semantics = withProofs(world.api, world.semantics, hypotheses, proven.tried, book.failures);
    world = world.knowing({ semantics });
    book = {
      ...book,
      creates: new Map([...book.creates, ...proven.better]),
      actions: new Map([...(book.actions ?? []), ...proven.actions]),
      seen: new Map([...(book.seen ?? []), ...proven.seen]),
    };
  };
  const come = await learnCome(world, book, onExchange);
  book = { ...book, creates: new Map([...book.creates, ...come]) };
  if (come.size > 0) await prove([...come.keys()]);
  for (let level = 1; level <= MOST_LEVELS; level++) {
    const isAwaited = (level > 1 || come.size > 0) && (book.waiting?.size ?? 0) > 0;
    if (((book.refused?.size ?? 0) === 0 && !isAwaited) || world.signal.aborted) break;
    const more = await learnRecipes(world, onProgress, false, foreknown(world, book));
    exchanges = [...exchanges, ...more.exchanges];
    faults = [...faults, ...more.faults];
    const made = [...more.book.creates.keys()].filter((name) => !book.creates.has(name));
    const links = new Map([...(book.links ?? []), ...(more.book.links ?? [])]);
    book = { ...book, ...more.book, links, failures: stillFailing(book, more.book) };
    if (made.length === 0) break;
    world = world.knowing({ semantics: withLinks(world.semantics, book) });
    await prove(made);
  }
  return { world, book, exchanges, faults };
}

/** Of what could not be made: what was refused for how things stand, and what waited for something that is there now. */
function foreknown(world: World, book: RecipeBook): Foreknown {
  const { refused = new Map(), waiting = new Set() } = book;
  return {
    book,
    isWorthIt: ({ name, create }) => waiting.has(name) || create.some((key) => refused.has(key)),
    movesOf: (kind) => knownMoves(world, book, kind),
  };
}

/** What was not tried again failed as before. */
function stillFailing({ failures }: RecipeBook, later: RecipeBook): RecipeBook["failures"] {
  const creates = new Set(
    [...later.creates.values(), ...later.updates.values()].map(({ operation }) => operation),
  );
  return new Map([...failures, ...later.failures].filter(([key]) => !creates.has(key)));
}

/** It is about one of these kinds, names one, or belongs to what one of them was made below. */
function concerns(
  world: World,
  { operation, resource: own }: OperationMeaning,
  kinds: readonly string[],
): boolean {
  if (own !== null && kinds.includes(own)) return true;
  const isAround = kinds.some((kind) =>
    resourceNamed(world.semantics, kind)?.parents.some(({ resource }) => resource === own),
  );
  const resource = resourceNamed(world.semantics, own) ?? NO_RESOURCE;
  const { inputs } = plainRecipe(world, operationOf(world.api, operation), resource);
  const named = referencesOf({ id: "", operation, ...inputs }).map(({ reference }) => reference.call);
  return isAround || named.some((name) => kinds.includes(name));
}

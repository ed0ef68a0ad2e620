import type { Random } from "#base/random";
import type { CallInputs } from "#calls/call";
import type { Operation } from "#openapi/api";
import type { World } from "#run/world";
import type { RecipeBook } from "#semantics/find-recipes";
import type { OperationSemantics, Resource } from "#semantics/semantics";

/** What a search stands on: a service, what was learned of it, and the operations that belong together. */
export interface Ground {
  readonly world: World;
  readonly book: RecipeBook;
  /** Whose neighbourhood it is. */
  readonly resource: Resource;
  readonly cards: readonly Card[];
  /** The smallest inputs with which things of a resource were made, by its name. Used for the first one of a sequence. */
  readonly smallest: ReadonlyMap<string, CallInputs>;
  readonly random: Random;
}

/** An operation that may be called, with inputs as recipes have them: references name resources. */
export interface Card {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly semantics: OperationSemantics;
  readonly inputs: CallInputs;
}

/** It may change something. What a service was seen to do counts, not the verb. */
export function mayWrite({ semantics }: Card): boolean {
  return semantics !== "READ" && semantics !== "READ_MULTI";
}

export function cardFor(ground: Pick<Ground, "cards">, key: string): Card | undefined {
  return ground.cards.find(({ operation }) => operation.key === key);
}

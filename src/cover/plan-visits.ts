import { aNoun } from "#base/a-noun";
import { jsonEqual } from "#base/json-equal";
import { referencesOf } from "#calls/references";
import type { Operation, OperationKey } from "#openapi/api";
import { operationOf } from "#openapi/operation-of";
import type { RecipeBook } from "#semantics/find-recipes";
import { pathSegments } from "#semantics/path-template";
import { looksSafe } from "#semantics/placed-operation";
import { plainRecipe } from "#semantics/plain-recipe";
import { whyOutOfReach } from "#semantics/reach";
import { type CallRecipe, callFromRecipe, makesOurs, SELF } from "#semantics/recipe";
import { kindOfRole, type Role } from "#semantics/role";
import {
  isRead,
  NO_RESOURCE,
  type OperationMeaning,
  type Resource,
  resourceNamed,
} from "#semantics/semantics";
import type { PlannedSequence } from "./planned-sequence.js";
import { type Known, SequenceBuilder } from "./sequence-builder.js";

export interface Visits {
  readonly sequences: readonly PlannedSequence[];
  /** Operations that are not called, with the reason. */
  readonly skipped: ReadonlyMap<OperationKey, string>;
  /** Those of them that nothing in this run would ever call: they could touch what is not its own. */
  readonly leftAlone: ReadonlySet<OperationKey>;
}

interface Skip {
  readonly reason: string;
  readonly leftAlone: boolean;
}

/**
 * Calls of the operations that no lifecycle has: reads with the ids of things made for it, and actions on such
 * things. An operation that writes and names no thing of ours could touch what is not ours: it is not called.
 */
export function planVisits(known: Known, book: RecipeBook, called: ReadonlySet<OperationKey>): Visits {
  const sequences: PlannedSequence[] = [];
  const skipped = new Map<OperationKey, string>();
  const leftAlone = new Set<OperationKey>();
  for (const operation of known.api.operations) {
    // What only shows after something else was done shows in no life: there it was called in vain.
    const isInVain = book.seen?.get(operation.key)?.after !== undefined;
    if (called.has(operation.key) && !isInVain) continue;
    const failure = book.failures.get(operation.key);
    const planned = failure === undefined ? planVisit(known, book, operation) : skip(failure);
    if (!("reason" in planned)) sequences.push(planned);
    else {
      skipped.set(operation.key, planned.reason);
      if (planned.leftAlone) leftAlone.add(operation.key);
    }
  }
  return { sequences, skipped, leftAlone };
}

function skip(reason: string, leftAlone = false): Skip {
  return { reason, leftAlone };
}

function planVisit(known: Known, book: RecipeBook, operation: Operation): PlannedSequence | Skip {
  const meaning = known.semantics.operations[operation.key];
  if (meaning?.kind === "login" || meaning?.kind === "logout")
    return skip(
      `it is there to log ${meaning.kind === "login" ? "in" : "out"}, and the run goes on as who it is`,
      true,
    );
  const tooFar = whyOutOfReach(operation, known.api);
  if (tooFar !== undefined) return skip(tooFar, true);
  const safe = isHarmless(operation, meaning);
  const resource = resourceNamed(known.semantics, meaning?.resource ?? null);
  const recipe = recipeOf(known, book, operation.key, resource);
  const needed = thingsNeeded(recipe, resource);
  const missing = needed.map(kindOfRole).find((name) => !book.creates.has(name));
  if (missing !== undefined) return skip(`it needs ${aNoun(missing)}, and none could be created`);
  if (!safe && needed.length === 0)
    return skip(
      meaning?.proof?.confirmed === true
        ? "it names nothing that this run created, and was tried only while there was nothing else"
        : "it writes, and names nothing that this run created",
      true,
    );
  // What its body names was seen to be what it changes.
  const isOnNamed = resource?.named?.[operation.key] !== undefined && meaning?.proof?.confirmed === true;
  const isOurs = (role: Role) => isMadeByUs(book, kindOfRole(role));
  if (!safe && !(isOnNamed ? needed.every(isOurs) : endsInOurs(operation, recipe, book, resource))) {
    // Where such things can be made, and this run was not let, the operation ought to have been tested.
    const isMakeable = needed.some(
      (role) => (resourceNamed(known.semantics, kindOfRole(role))?.create ?? []).length > 0,
    );
    return skip("it writes, and what it names is not of this run's making", !isMakeable);
  }
  const before = recipe.after === undefined ? actionsBefore(known, meaning) : [];
  const first = before.map((key) => recipeOf(known, book, key, resource));
  const all = new Set([...needed, ...first.flatMap((one) => thingsNeeded(one, resource))]);
  const builder = new SequenceBuilder(known, book);
  const made = builder.makeNeeds(
    { needs: [...all].map((role) => ({ resource: kindOfRole(role), byPath: true, as: role })) },
    "make",
  );
  const own = resource?.name ?? "";
  const self = made.get(own);
  if (self !== undefined) made.set(SELF, self);
  for (const { on, step } of recipe.after ?? []) builder.moveOn(on === SELF ? own : on, [step], made);
  for (const one of first)
    if (thingsNeeded(one, resource).every((role) => made.has(role)))
      builder.add(callFromRecipe(`first ${one.operation}`, one, made));
  builder.add(callFromRecipe("visit", recipe, made));
  return builder.build(`visit ${operation.key}`, `call ${operation.key} once`);
}

/** With inputs that were seen to work, where they were. */
function recipeOf(
  known: Known,
  book: RecipeBook,
  key: OperationKey,
  resource: Resource | undefined,
): CallRecipe {
  const operation = operationOf(known.api, key);
  const worked = book.actions?.get(key) ?? book.seen?.get(key);
  return worked ?? plainRecipe(known, operation, resource ?? NO_RESOURCE);
}

/** What is opened again must be closed first, and what is withdrawn must have been deposited. */
const MOST_BEFORE = 3;

/**
 * The operations that bring a thing to where this one was seen to be accepted: each leaves a member with the value that
 * the next one was seen to change. A delete that keeps the thing in another state is one of them: what it cancels is restored.
 */
function actionsBefore({ semantics }: Known, last: OperationMeaning | undefined): readonly OperationKey[] {
  const way: OperationKey[] = [];
  const writes = Object.values(semantics.operations).filter(
    ({ resource, kind, semantics: label }) =>
      resource === last?.resource && (kind === "action" || label === "DELETE"),
  );
  for (let next = last; next !== undefined && way.length < MOST_BEFORE; ) {
    const found = next.proof?.changes ?? [];
    next = writes.find(
      ({ operation, proof }) =>
        operation !== last?.operation &&
        !way.includes(operation) &&
        proof?.changes?.some(({ field, after }) =>
          found.some((change) => change.field === field && jsonEqual(change.before, after)),
        ),
    );
    if (next !== undefined) way.unshift(next.operation);
  }
  return way;
}

/** What was seen to change nothing; where nobody has looked, what its method and names say. */
function isHarmless(operation: Operation, meaning: OperationMeaning | undefined): boolean {
  const reads = isRead(meaning?.semantics) || meaning?.kind === "search";
  if (meaning?.proof?.confirmed === true) return reads || meaning.kind === "none";
  return looksSafe(operation) && (reads || meaning === undefined || meaning.semantics === "OTHER");
}

function thingsNeeded(recipe: CallRecipe, resource: Resource | undefined): readonly string[] {
  const names = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs }).map(
    ({ reference }) => (reference.call === SELF ? (resource?.name ?? "") : reference.call),
  );
  return [...new Set(names)];
}

/** Every id of the path is known, and the last one, which says what is written to, is that of a thing we made. */
function endsInOurs(
  operation: Operation,
  recipe: CallRecipe,
  book: RecipeBook,
  own: Resource | undefined,
): boolean {
  const ids = pathSegments(operation.path).flatMap(({ parameter }) =>
    parameter === undefined ? [] : [recipe.inputs.path[parameter]],
  );
  const last = ids.at(-1);
  if (last?.kind !== "reference" || ids.some((template) => template?.kind !== "reference")) return false;
  const name = last.call === SELF ? own?.name : last.call;
  return name !== undefined && isMadeByUs(book, name);
}

function isMadeByUs({ creates }: RecipeBook, kind: string): boolean {
  const recipe = creates.get(kind);
  return recipe === undefined || makesOurs(recipe);
}

import { referencesOf } from "#calls/references";
import type { Operation, OperationKey } from "#openapi/api";
import type { RecipeBook } from "#semantics/find-recipes";
import { plainRecipe } from "#semantics/plain-recipe";
import { type CallRecipe, callFromRecipe, SELF } from "#semantics/recipe";
import type { Resource } from "#semantics/semantics";
import { resourceNamed } from "#semantics/semantics";
import type { PlannedSequence } from "./planned-sequence.js";
import { type Known, SequenceBuilder } from "./sequence-builder.js";

export interface Visits {
  readonly sequences: readonly PlannedSequence[];
  /** Operations that are not called, with the reason. */
  readonly skipped: ReadonlyMap<OperationKey, string>;
}

/**
 * Calls of the operations that no lifecycle has: reads with the ids of things made for it, and actions on such
 * things. An operation that writes and names no thing of ours could touch what is not ours: it is not called.
 */
export function planVisits(known: Known, book: RecipeBook, called: ReadonlySet<OperationKey>): Visits {
  const sequences: PlannedSequence[] = [];
  const skipped = new Map<OperationKey, string>();
  for (const operation of known.api.operations) {
    if (called.has(operation.key)) continue;
    const failure = book.failures.get(operation.key);
    const planned = failure === undefined ? planVisit(known, book, operation) : failure;
    if (typeof planned === "string") skipped.set(operation.key, planned);
    else sequences.push(planned);
  }
  return { sequences, skipped };
}

function planVisit(known: Known, book: RecipeBook, operation: Operation): PlannedSequence | string {
  const safe = operation.method === "GET" || operation.method === "HEAD" || operation.method === "OPTIONS";
  const meaning = known.semantics.operations[operation.key];
  const resource = resourceNamed(known.semantics, meaning?.resource ?? null);
  const recipe = plainRecipe(known, operation, resource ?? NO_RESOURCE);
  const needed = thingsNeeded(recipe, resource);
  const missing = needed.find((name) => !book.creates.has(name));
  if (missing !== undefined) return `it needs a ${missing}, and none could be created`;
  if (!safe && needed.length === 0) return "it writes, and names nothing that this run created";
  if (!safe && hasForeignId(recipe)) return "it writes under an id that this run did not create";
  const builder = new SequenceBuilder(known, book);
  const made = builder.makeNeeds(
    {
      resource: resource?.name ?? "",
      operation: operation.key,
      inputs: recipe.inputs,
      identity: { in: "location" },
      needs: needed.map((name) => ({ resource: name, byPath: true })),
    },
    "make",
  );
  const self = resource === undefined ? undefined : made.get(resource.name);
  if (self !== undefined) made.set(SELF, self);
  builder.add(callFromRecipe("visit", recipe, made));
  return builder.build(`visit ${operation.key}`, `call ${operation.key} once`);
}

function thingsNeeded(recipe: CallRecipe, resource: Resource | undefined): readonly string[] {
  const names = referencesOf({ id: "", operation: recipe.operation, ...recipe.inputs }).map(
    ({ reference }) => (reference.call === SELF ? (resource?.name ?? "") : reference.call),
  );
  return [...new Set(names)];
}

function hasForeignId(recipe: CallRecipe): boolean {
  return Object.values(recipe.inputs.path).some((template) => template.kind !== "reference");
}

const NO_RESOURCE: Resource = {
  name: "",
  collection: "",
  idFields: [],
  idSource: "server",
  create: [],
  read: [],
  list: [],
  update: [],
  delete: [],
  parents: [],
};

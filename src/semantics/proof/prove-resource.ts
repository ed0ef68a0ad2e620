import { operationOf } from "#openapi/operation-of";
import type { Lab } from "../experiments/lab.js";
import { looksSafe } from "../placed-operation.js";
import type { CreateRecipe } from "../recipe.js";
import type { OperationMeaning, Resource } from "../semantics.js";
import { Prover } from "./prover.js";
import { Specimen } from "./specimen.js";
import type { Tried } from "./tried.js";
import { tryMoved } from "./try-moved.js";

/** What came of trying the operations on a resource. */
export interface Proven {
  readonly tried: readonly Tried[];
  /** A way to create things that can also be deleted again, where the known one makes things that cannot. */
  readonly recipe?: CreateRecipe;
}

export interface ProofOptions {
  /** Nothing is sent that may write. */
  readonly readOnly: boolean;
}

/**
 * Tries every operation on a resource on a thing that was made for it. Reads go first and together, because they should
 * change nothing; then updates and actions in their order; deletes last. What is refused is tried again when others have
 * changed the thing's state: an order can be shipped once it is paid. Whatever may write is only ever called on what is ours.
 */
export async function proveResource(
  lab: Lab,
  resource: Resource,
  meanings: readonly OperationMeaning[],
  { readOnly }: ProofOptions,
): Promise<Proven> {
  const specimen = new Specimen(lab, resource);
  const prover = new Prover(specimen);
  const isSafe = ({ operation }: OperationMeaning) => looksSafe(operationOf(lab.bench.api, operation));
  // Who somebody is shows in nothing that a thing could show.
  const about = meanings.filter(({ kind }) => kind !== "login" && kind !== "logout");
  const of = (...labels: readonly OperationMeaning["semantics"][]) =>
    about.filter((meaning) => labels.includes(meaning.semantics));
  if (!readOnly || !specimen.isOurs) await specimen.make();
  if (!readOnly) for (const meaning of of("CREATE")) await prover.tryCreate(meaning);
  await prover.tryReads(of("READ", "READ_MULTI", "OTHER").filter(isSafe));
  if (readOnly) return { tried: prover.tried };
  const updates = [...of("READ", "READ_MULTI").filter((meaning) => !isSafe(meaning)), ...of("UPDATE")];
  const actions = of("OTHER").filter((meaning) => !isSafe(meaning));
  const writes = [...updates, ...actions];
  const open = () => writes.filter((meaning) => prover.isRefused(meaning));
  await prover.tryWrites(updates);
  // What an action takes may depend on what the thing holds: it is tried on one that is as it was made.
  const takesBody = ({ operation }: OperationMeaning) =>
    operationOf(lab.bench.api, operation).body !== undefined;
  if (of("UPDATE").length > 0 && actions.some(takesBody) && specimen.isOurs) await specimen.make();
  await prover.tryWrites(actions);
  await prover.tryWrites(open());
  const [first, ...others] = of("DELETE");
  if (first !== undefined) {
    await prover.tryWrites([first]);
    // What was paid can no longer be deleted: one that nothing was done to yet, then one that has only what it must have.
    if (prover.isRefused(first) && actions.length > 0 && specimen.isOurs) {
      await specimen.make();
      await prover.tryWrites([first]);
    }
    if (prover.isRefused(first) && (await specimen.makeBare())) await prover.tryWrites([first]);
    if (prover.isRefused(first)) specimen.unbare();
    // What is kept in another state may take what it refused before: a restore.
    await prover.tryWrites(open());
  }
  // On one that nothing was done to yet: what was shipped can no longer be deleted.
  const rest = [...open(), ...others, ...(first !== undefined && prover.isRefused(first) ? [first] : [])];
  if (rest.length > 0 && specimen.isOurs) await specimen.make();
  await prover.tryWrites(rest);
  await tryAfterOthers(specimen, prover, actions);
  await tryMoved(specimen, prover, about);
  if (first !== undefined && prover.isRefused(first) && (await specimen.makeBare()))
    await tryMoved(specimen, prover, [first]);
  const deletes = first !== undefined && !prover.isRefused(first);
  return {
    tried: prover.tried,
    ...(deletes && specimen.bare !== undefined ? { recipe: specimen.bare } : {}),
  };
}

/** Pairs of actions that are tried on a thing of their own. */
const MOST_PAIRS = 8;

/**
 * What is still refused, on a new thing that just one other action has changed: where `unpublish` came between `publish`
 * and `archive`, the page was a draft again.
 */
async function tryAfterOthers(
  specimen: Specimen,
  prover: Prover,
  actions: readonly OperationMeaning[],
): Promise<void> {
  const first = actions.filter((action) => prover.isConfirmed(action));
  const pairs = actions
    .filter((action) => prover.isRefused(action))
    .flatMap((action) => first.map((before) => ({ before, action })));
  for (const { before, action } of pairs.slice(0, MOST_PAIRS)) {
    if (!prover.isRefused(action) || !specimen.isOurs || specimen.lab.isOver) continue;
    await specimen.make();
    await prover.tryWrites([before, action]);
  }
}

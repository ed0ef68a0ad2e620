import { aNoun } from "#base/a-noun";
import type { Api, OperationKey } from "#openapi/api";
import { NO_ID } from "./find-create.js";
import type { RecipeBook } from "./find-recipes.js";
import { wholeList } from "./guess-rules.js";
import { guessSemantics, type KnownMeanings } from "./guess-semantics.js";
import { openHint } from "./open-hint.js";
import { mayKeep } from "./placed-operation.js";
import type { Tried } from "./proof/tried.js";
import { resourcePath } from "./resource-path.js";
import type { Evidence, OperationMeaning, Proof, Resource, Semantics } from "./semantics.js";

/** So many calls of a trace are kept with a conclusion: the first and the last ones tell it. */
const MOST_EVIDENCE = 12;

/** The semantics with what trying has shown: labels that were proven, and for each operation how it is known. */
export function withProofs(
  api: Api,
  before: Semantics,
  hypotheses: Semantics,
  tried: readonly Tried[],
  /** Why inputs that work were not found. */
  failures: ReadonlyMap<OperationKey, string>,
): Semantics {
  const known = new Map<OperationKey, OperationMeaning>(Object.entries(before.operations));
  for (const one of tried) {
    const { meaning, verdict } = asStated(one);
    const earlier = known.get(meaning.operation);
    if (earlier?.proof?.confirmed === true && !verdict.confirmed) continue;
    const isRevised = verdict.semantics !== meaning.semantics;
    known.set(meaning.operation, {
      operation: meaning.operation,
      semantics: verdict.semantics,
      resource: meaning.resource,
      reason: isRevised ? verdict.because : meaning.reason,
      ...(verdict.kind === undefined ? {} : { kind: verdict.kind }),
      ...(meaning.stated === true ? { stated: true } : {}),
      proof: proofOf({ ...one, verdict }, hypotheses.operations[meaning.operation] ?? meaning),
    });
  }
  for (const [key, because] of failures) {
    const meaning = known.get(key);
    if (meaning === undefined || meaning.proof !== undefined) continue;
    const hint = openHint({ because }, because);
    const hypothesis = hypotheses.operations[key]?.semantics ?? meaning.semantics;
    const proof = { confirmed: false, hypothesis, because, evidence: [] };
    known.set(key, { ...meaning, proof: hint === undefined ? proof : { ...proof, hint } });
  }
  const isSame = [...known.values()].every(
    ({ operation, semantics, kind }) =>
      before.operations[operation]?.semantics === semantics && before.operations[operation]?.kind === kind,
  );
  return isSame ? { ...before, operations: Object.fromEntries(known) } : guessSemantics(api, known);
}

/** What somebody has said stays, and that it was seen otherwise is told. */
function asStated(one: Tried): Tried {
  const { meaning, verdict } = one;
  if (meaning.stated !== true || verdict.semantics === meaning.semantics) return one;
  const { semantics, kind } = meaning;
  const same = { semantics, ...(kind === undefined ? {} : { kind }) };
  const deviates = `it is stated to be ${semantics}, but ${verdict.because}`;
  return { ...one, verdict: { ...same, confirmed: false, because: verdict.because, deviates } };
}

function proofOf({ verdict, exchanges, refused }: Tried, hypothesis: OperationMeaning): Proof {
  const { confirmed, because, changes, deviates } = verdict;
  const evidence = exchanges.map(
    ({ call, outcome }): Evidence => ({
      operation: call.operation,
      status: outcome.kind === "response" ? outcome.status : null,
      call: call.id,
    }),
  );
  const half = MOST_EVIDENCE / 2;
  const hint = confirmed ? undefined : openHint(verdict, refused);
  return {
    confirmed,
    hypothesis: hypothesis.semantics,
    because,
    ...(hint === undefined ? {} : { hint }),
    evidence:
      evidence.length <= MOST_EVIDENCE ? evidence : [...evidence.slice(0, half), ...evidence.slice(-half)],
    ...(changes === undefined ? {} : { changes }),
    ...(deviates === undefined ? {} : { deviates }),
  };
}

/**
 * The next thing to believe where a resource cannot be created as its names say: an operation with a body on its
 * collection that was not confirmed as anything may be what creates. Undefined where nothing is left to try.
 */
export function nextHypotheses(api: Api, semantics: Semantics, book: RecipeBook): Semantics | undefined {
  const known: Map<OperationKey, OperationMeaning> = new Map(Object.entries(semantics.operations));
  let changed = false;
  for (const resource of semantics.resources) {
    for (const meaning of additionsTo(resource, known, book)) {
      known.set(meaning.operation, meaning);
      changed = true;
    }
    if (book.creates.has(resource.name) && book.creates.get(resource.name)?.found !== true) continue;
    const candidate = createCandidate(api, semantics, resource);
    if (candidate === undefined) continue;
    changed = true;
    for (const key of resource.create) {
      const meaning = known.get(key);
      if (meaning !== undefined)
        known.set(key, { ...meaning, semantics: "OTHER", reason: "it creates nothing that can be found" });
    }
    const reason = "nothing else creates such a thing";
    known.set(candidate.operation, { ...candidate, semantics: "CREATE", reason });
  }
  return changed ? guessSemantics(api, known as KnownMeanings) : undefined;
}

/**
 * What is sent to a thing, and then can be spoken of no more, is done to the thing: readings are appended to a sensor. Only
 * where nothing reads, changes or deletes one of them; else its id was not found, and should have been.
 */
function additionsTo(
  { create, read, update, delete: deletes, parents }: Resource,
  known: KnownMeanings,
  { failures }: RecipeBook,
): readonly OperationMeaning[] {
  const [around] = parents.filter(({ via }) => via.kind === "path").toReversed();
  if (around === undefined || read.length + update.length + deletes.length > 0) return [];
  return create.flatMap((operation): OperationMeaning[] => {
    const isLost = failures.get(operation) === NO_ID && known.get(operation)?.stated !== true;
    const reason = `it adds to ${aNoun(around.resource)} what has no id of its own`;
    return isLost
      ? [{ operation, semantics: "OTHER", resource: around.resource, kind: "action", reason }]
      : [];
  });
}

function createCandidate(api: Api, semantics: Semantics, resource: Resource): OperationMeaning | undefined {
  if (resource.read.length === 0 && wholeList(resource) === undefined) return undefined;
  return Object.values(semantics.operations).find((meaning) => {
    if (meaning.resource !== resource.name || meaning.stated === true) return false;
    if (meaning.proof?.confirmed === true) return false;
    if (meaning.kind !== undefined && meaning.kind !== "action" && meaning.kind !== "none") return false;
    if (!["UPDATE", "OTHER"].includes(meaning.semantics) || meaning.reason === TRIED) return false;
    const operation = api.operations.find(({ key }) => key === meaning.operation);
    if (operation?.body === undefined || operation.method === "DELETE" || !mayKeep(operation)) return false;
    return resourcePath(operation.path).path === resource.collection;
  });
}

const TRIED = "it creates nothing that can be found";

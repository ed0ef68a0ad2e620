import type { Filtered } from "#base/filtered";
import type { JsonPointer } from "#base/json-pointer";
import type { Problem } from "#base/problem";
import { problem } from "#base/problem";
import { createRandom } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import type { CallInputs } from "#calls/call";
import type { Cleanup, Fault } from "#calls/run-record";
import { filterSecrets } from "#http/filter-secrets";
import { probeTarget } from "#http/probe-target";
import type { Target } from "#http/target";
import type { Api } from "#openapi/api";
import { cleanUpAtLast } from "#run/clean-up-at-last";
import { createWorld } from "#run/create-world";
import { diagnoseSilence } from "#run/diagnose-silence";
import { learnSemantics } from "#run/learn-semantics";
import { lookBack } from "#run/look-back";
import { contactWith } from "#semantics/contact-with";
import { createOrder } from "#semantics/create-order";
import { guessSemantics } from "#semantics/guess-semantics";
import { isRead } from "#semantics/semantics";
import type { Generators } from "#values/generators";
import { dealCards } from "./deal-cards.js";
import { type Example, exampleFrom } from "./example.js";
import { exampleAsFault } from "./example-as-fault.js";
import { exploreNeighbourhood } from "./explore-neighbourhood.js";
import { META_PROPERTIES } from "./meta-properties.js";
import type { MetaProperty } from "./meta-property.js";
import { type Replayed, replayExamples } from "./replay-examples.js";

export interface ExploreOptions {
  readonly api: Api;
  readonly target: Target;
  readonly seed: number;
  readonly generators: Generators;
  /** Beside those that Piolet has. */
  readonly properties?: readonly MetaProperty[];
  /** The query operations, where the user names them. */
  readonly queries?: readonly string[];
  /** Requests for all of the search; learning comes before it. */
  readonly maxRequests?: number;
  /** Examples of another time or service: those that are not found again are played again. */
  readonly known?: readonly Example[];
  readonly signal?: AbortSignal;
  /** Lets time pass for what is slow to show. Default: really. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** What a service does, in examples. */
export interface Exploration {
  readonly title: string;
  readonly url: string;
  readonly seed: number;
  readonly queryOperations: readonly string[];
  /** Fields that change by themselves, by operation. */
  readonly volatile: readonly { readonly operation: string; readonly fields: readonly JsonPointer[] }[];
  readonly examples: readonly Example[];
  /** The same in the form that tests are rendered from, by key. */
  readonly tests: ReadonlyMap<string, Fault>;
  /** What became of the known examples that were not found again. */
  readonly replayed: readonly Replayed[];
  /** Resources for which the budget did not last. */
  readonly unexplored: readonly string[];
  /** Operations that no example is about, with what is known of why. */
  readonly unseen: readonly { readonly operation: string; readonly why?: string }[];
  readonly requests: number;
  readonly cleanup: Cleanup;
}

/** Enough for a dozen resources; more of them share it. */
export const USUAL_REQUESTS = 10_000;

/** A neighbourhood with less than this is not worth beginning. */
const LEAST_SHARE = 50;

/** Plays with a service, and keeps the smallest sequences that each show one behaviour. */
export async function exploreApi(
  options: ExploreOptions,
  onProgress: (text: string) => void,
): Promise<Result<Filtered<Exploration>>> {
  const { api, target, seed } = options;
  const runId = `piolet-${seed}`;

  // 1. Is anybody there?
  const contact = await probeTarget(target, runId, contactWith(api, options.signal));
  if (!contact.ok) return contact;

  // 2. Inputs that work, and how things are deleted again: without that, playing would leave traces.
  const unknown = createWorld({
    ...options,
    semantics: guessSemantics(api),
    clauses: [],
    random: createRandom(seed),
    runId,
  });
  const learned = await unknown.callers.learning(() =>
    learnSemantics(unknown, {
      readOnly: false,
      onProgress: (text) => onProgress(`learn ${text}`),
    }),
  );
  const { world, book } = learned;
  await world.cleanUp();

  const writer = options.queries?.find(
    (key) => !isRead(world.semantics.operations[key]?.semantics ?? "READ"),
  );
  if (writer !== undefined)
    return failed(
      problem(
        "usage",
        `${writer} cannot be a query: it was seen to change something.`,
        "Name another with --query.",
      ),
    );

  // 3. One resource after the other, parents first; each has its share of what is left.
  const properties = [...META_PROPERTIES, ...(options.properties ?? [])];
  const end = target.requests + (options.maxRequests ?? USUAL_REQUESTS);
  const resources = createOrder(world.semantics.resources);
  const smallest = new Map<string, CallInputs>();
  const examples = new Map<string, Example>();
  const tests = new Map<string, Fault>();
  const queryOperations = new Set<string>();
  const volatile = new Map<string, readonly JsonPointer[]>();
  const replayed: Replayed[] = [];
  const unexplored: string[] = [];
  for (const [index, resource] of resources.entries()) {
    const share = Math.floor((end - target.requests) / (resources.length - index));
    const cards = dealCards(world, book, resource, () => true);
    if (!cards.some((card) => card.resource === resource)) continue;
    if (share < LEAST_SHARE || options.signal?.aborted === true) {
      unexplored.push(resource.name);
      continue;
    }
    const ground = {
      world,
      book,
      resource,
      cards,
      smallest,
      random: world.random.derive(`explore ${resource.name}`),
    };
    const stage = {
      requests: () => target.requests,
      maxRequests: target.requests + share,
      name: `explore ${resource.name}`,
    };
    const explored = await exploreNeighbourhood(ground, {
      ...stage,
      properties,
      ...(options.queries === undefined ? {} : { queries: options.queries }),
      onProgress: (text) => onProgress(`${resource.name}: ${text}`),
    });
    for (const [name, inputs] of explored.ground.smallest) smallest.set(name, inputs);
    for (const find of explored.finds) {
      examples.set(find.key, exampleFrom(find, explored.state));
      tests.set(find.key, exampleAsFault(find, `E${tests.size + 1}`, explored.ground, explored.state));
    }
    for (const key of explored.queries) queryOperations.add(key);
    for (const [operation, fields] of explored.stage.volatile.entries()) volatile.set(operation, fields);
    const own = (options.known ?? []).filter(
      ({ key, operation }) =>
        !examples.has(key) && world.semantics.operations[operation]?.resource === resource.name,
    );
    replayed.push(...(await replayExamples(own, explored, properties)));
  }
  await world.cleanUp();
  await cleanUpAtLast(world);
  await lookBack(world);
  const exploration = {
    title: api.title,
    url: target.url,
    seed,
    queryOperations: [...queryOperations],
    volatile: [...volatile].map(([operation, fields]) => ({ operation, fields })),
    examples: inOrder([...examples.values()], api),
    tests,
    replayed,
    unexplored,
    unseen: unseenIn(api, [...examples.values()], book.failures),
    requests: target.requests,
    cleanup: world.ledger.summary(),
  };
  const { tests: rendered, ...data } = exploration;
  const written = {
    ...filterSecrets(data, target.redactor),
    tests: new Map(
      [...rendered].map(([key, fault]) => [key, filterSecrets(fault, target.redactor)] as const),
    ),
  };
  return ok(written, [...diagnoseSilence(learned.exchanges), ...unexploredProblems(unexplored)]);
}

function unseenIn(
  api: Api,
  examples: readonly Example[],
  failures: ReadonlyMap<string, string>,
): Exploration["unseen"] {
  const seen = new Set(examples.map(({ operation }) => operation));
  return api.operations.flatMap(({ key: operation }) => {
    const why = failures.get(operation);
    return seen.has(operation) ? [] : [why === undefined ? { operation } : { operation, why }];
  });
}

/** By operation as the document has them, then by property, the smallest first. */
function inOrder(examples: readonly Example[], api: Api): readonly Example[] {
  const place = new Map(api.operations.map(({ key }, index) => [key, index]));
  const property = new Map(META_PROPERTIES.map(({ id }, index) => [id, index]));
  const last = META_PROPERTIES.length;
  return examples.toSorted(
    (a, b) =>
      (place.get(a.operation) ?? 0) - (place.get(b.operation) ?? 0) ||
      (property.get(a.metaProperty) ?? last) - (property.get(b.metaProperty) ?? last) ||
      a.calls.length - b.calls.length ||
      (a.key < b.key ? -1 : 1),
  );
}

function unexploredProblems(names: readonly string[]): readonly Problem[] {
  if (names.length === 0) return [];
  return [
    problem(
      "exploration-cut",
      `The requests did not last for ${names.length} of the resources: ${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}.`,
      "Allow more with --max-requests, or choose operations with --include-path.",
    ),
  ];
}

import { compareExamples, type ExplorationDiff } from "#explore/compare-explorations";
import type { Example } from "#explore/example";
import { type Exploration, type ExploreOptions, exploreApi } from "#explore/explore-api";
import { openTarget } from "#http/target";
import { loadApi } from "#openapi/load-api";
import { selectOperations } from "#openapi/select-operations";
import { type Service, type StartOptions, startService } from "#services/service";
import { documentPath } from "#services/service-files";
import { NO_GENERATORS } from "#values/generators";
import { leapingClock } from "../services/leaping-clock.js";

export interface Wish extends Partial<Omit<ExploreOptions, "api" | "target">> {
  /** Only these operations, by their ids. */
  readonly operations?: readonly string[];
}

/** Explores whatever answers at a URL. */
export async function exploreAt(url: string, document: string, wish: Wish = {}): Promise<Exploration> {
  const api = await loadApi(document);
  if (!api.ok) throw new Error(api.problems[0]?.message);
  const { operations = [], ...more } = wish;
  const { api: chosen } = selectOperations(api.value, { includeOperation: operations });
  const target = openTarget({ url, version: "test", api: chosen, maxRetryWait: 50 });
  if (!target.ok) throw new Error(target.problems[0]?.message);
  try {
    const options = { api: chosen, target: target.value, seed: 1, generators: NO_GENERATORS, ...more };
    const explored = await exploreApi(options, () => {});
    if (!explored.ok) throw new Error(explored.problems[0]?.message);
    return explored.value;
  } finally {
    await target.value.close();
  }
}

/** Explores a fresh instance of a bundled service. */
export async function exploreService(
  service: Service,
  wish: Wish = {},
  start: StartOptions = {},
): Promise<Exploration> {
  const { now, wait } = leapingClock();
  const started = await startService(service, { now, ...start });
  if (!started.ok) throw new Error(started.problems[0]?.message);
  try {
    return await exploreAt(started.value.url, documentPath(service.name), { wait, ...wish });
  } finally {
    await started.value.close();
  }
}

/** `POST /persons {"name":"0","age":1} 201, POST /persons … 409`: the acts of an example in one line. */
export function lineOf({ calls }: Example): string {
  const acts = calls.filter(({ role }) => role === "act");
  return acts
    .map(({ operation, inputs, status }) => {
      const sent = [...Object.values(inputs.path ?? {}), ...(inputs.body === undefined ? [] : [inputs.body])];
      return [operation, ...sent.map((json) => JSON.stringify(json)), status].join(" ");
    })
    .join(", ");
}

/** The lines of all examples of a property, in order. */
export function linesOf({ examples }: Exploration, metaProperty: string): readonly string[] {
  return examples.filter((example) => example.metaProperty === metaProperty).map(lineOf);
}

export function keysOf({ examples }: Pick<Exploration, "examples">): readonly string[] {
  return examples.map(({ key }) => key).sort();
}

export function differences(
  before: Exploration | undefined,
  after: Exploration | undefined,
): ExplorationDiff {
  const { examples = [], unseen = [], queryOperations = [] } = before ?? {};
  const known = { examples, queryOperations, unseen: unseen.map(({ operation }) => operation) };
  return compareExamples(known, { examples: after?.examples ?? [] });
}

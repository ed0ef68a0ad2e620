import type { Json } from "#base/json";
import { isArray, isObject } from "#base/json";
import type { Call } from "#calls/call";
import type { Example } from "./example.js";
import type { Exploration } from "./explore-api.js";

/** How behaviour has changed. */
export interface ExplorationDiff {
  readonly held: readonly Example[];
  readonly gone: readonly Example[];
  readonly new: readonly Example[];
  /** Known examples that could not be played: something that is not ours stands in the way. */
  readonly unclear: readonly Example[];
}

/**
 * Two sets of examples. Behaviour is the same where property, operations and answers are, and where it takes inputs of the
 * same size to show it: someone of 65 in place of someone of 1 is news.
 */
export function compareExamples(before: readonly Example[], after: readonly Example[]): ExplorationDiff {
  const names = (examples: readonly Example[]) => new Set(examples.map(nameOf));
  const [old, now] = [names(before), names(after)];
  return {
    held: before.filter((example) => now.has(nameOf(example))),
    gone: before.filter((example) => !now.has(nameOf(example))),
    new: after.filter((example) => !old.has(nameOf(example))),
    unclear: [],
  };
}

/** Examples of another time, played again on a service, and what else was found there. */
export function compareWithService(
  { replayed, examples }: Exploration,
  known: readonly Example[],
): ExplorationDiff {
  const outcomes = new Map(replayed.map((one) => [one.example.key, one]));
  const having = (outcome: string) =>
    known.filter(({ key }) => (outcomes.get(key)?.outcome ?? "gone") === outcome);
  const held = having("held");
  const kept = new Set([...held, ...having("unclear")].map(({ key }) => key));
  return {
    held,
    gone: having("gone"),
    new: examples.filter(({ key }) => !kept.has(key)),
    unclear: having("unclear"),
  };
}

function nameOf({ key, sequence }: Example): string {
  const calls: readonly Call[] = [...sequence.given, ...sequence.acts];
  return `${key} ${JSON.stringify(calls.map(({ id: _, ...call }) => weightOf(call as unknown as Json)))}`;
}

/** Values by their size: numbers count as they are, texts by their length. What each run draws anew weighs the same. */
function weightOf(json: Json): Json {
  if (isArray(json)) return json.map(weightOf);
  if (!isObject(json)) return json;
  if (json.kind === "fresh") return "fresh";
  if (json.kind === "value") return sizesIn(json.value ?? null);
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, weightOf(member)]));
}

function sizesIn(json: Json): Json {
  if (typeof json === "string") return `text of ${json.length}`;
  if (isArray(json)) return json.map(sizesIn);
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, sizesIn(member)]));
}

import { nearest } from "#base/did-you-mean";
import { type Problem, problem } from "#base/problem";
import type { Api, Operation } from "./api.js";

/** Which operations to use. A word of a path filter may hold `*`; within one kind any match is enough. */
export interface OperationFilter {
  readonly includePath?: readonly string[];
  readonly excludePath?: readonly string[];
  readonly includeMethod?: readonly string[];
  readonly excludeMethod?: readonly string[];
  readonly includeTag?: readonly string[];
  readonly excludeTag?: readonly string[];
  readonly includeOperation?: readonly string[];
  readonly excludeOperation?: readonly string[];
}

export interface Selection {
  readonly api: Api;
  /**
   * Filters that match no operation at all. Whoever excludes what must not be called and misspells it would see it
   * called, so nothing may be sent then.
   */
  readonly problems: readonly Problem[];
}

export function selectOperations(api: Api, filter: OperationFilter): Selection {
  const tests = KINDS.map(({ kind, matches, wordsOf }) => ({
    kind,
    include: filter[`include${kind}`] ?? [],
    exclude: filter[`exclude${kind}`] ?? [],
    matches,
    wordsOf,
  }));
  const operations = api.operations.filter((operation) =>
    tests.every(
      ({ include, exclude, matches }) =>
        (include.length === 0 || include.some((word) => matches(operation, word))) &&
        !exclude.some((word) => matches(operation, word)),
    ),
  );
  const problems = tests.flatMap(({ kind, include, exclude, matches, wordsOf }) => {
    const isIdle = (word: string) => !api.operations.some((operation) => matches(operation, word));
    const known = [...new Set(api.operations.flatMap(wordsOf))];
    const told = (way: "include" | "exclude") => (word: string) =>
      noMatch(`${way}-${kind.toLowerCase()}`, word, known);
    return [...include.filter(isIdle).map(told("include")), ...exclude.filter(isIdle).map(told("exclude"))];
  });
  return { api: { ...api, operations }, problems };
}

function noMatch(filter: string, word: string, known: readonly string[]): Problem {
  const near = nearest(word, known, 3);
  const hint = near.length === 0 ? "There are none in the document." : `The nearest: ${near.join(", ")}.`;
  return problem("filter-no-match", `The filter ${filter} "${word}" matches no operation.`, hint);
}

const KINDS = [
  {
    kind: "Path",
    matches: (operation: Operation, word: string) => fits(operation.path, word),
    wordsOf: ({ path }: Operation) => [path],
  },
  {
    kind: "Method",
    matches: (operation: Operation, word: string) => operation.method === word.toUpperCase(),
    wordsOf: ({ method }: Operation) => [method],
  },
  {
    kind: "Tag",
    matches: (operation: Operation, word: string) => operation.tags.includes(word),
    wordsOf: ({ tags }: Operation) => tags,
  },
  {
    kind: "Operation",
    matches: (operation: Operation, word: string) => operation.operationId === word || operation.key === word,
    wordsOf: ({ key, operationId }: Operation) => (operationId === undefined ? [key] : [operationId, key]),
  },
] as const;

/** `*` stands for anything; everything else for itself. Compared piece by piece, so no pattern can be slow. */
function fits(text: string, word: string): boolean {
  const [first = "", ...rest] = word.split("*");
  if (rest.length === 0) return text === word;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? "";
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

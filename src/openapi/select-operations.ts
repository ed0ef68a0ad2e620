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
  /** Filters that match no operation at all: most likely a slip of the pen. */
  readonly idle: readonly string[];
}

export function selectOperations(api: Api, filter: OperationFilter): Selection {
  const tests = KINDS.map(({ kind, matches }) => ({
    include: filter[`include${kind}`] ?? [],
    exclude: filter[`exclude${kind}`] ?? [],
    matches,
  }));
  const operations = api.operations.filter((operation) =>
    tests.every(
      ({ include, exclude, matches }) =>
        (include.length === 0 || include.some((word) => matches(operation, word))) &&
        !exclude.some((word) => matches(operation, word)),
    ),
  );
  const idle = tests.flatMap(({ include, exclude, matches }) =>
    [...include, ...exclude].filter((word) => !api.operations.some((operation) => matches(operation, word))),
  );
  return { api: { ...api, operations }, idle };
}

const KINDS = [
  { kind: "Path", matches: (operation: Operation, word: string) => fits(operation.path, word) },
  {
    kind: "Method",
    matches: (operation: Operation, word: string) => operation.method === word.toUpperCase(),
  },
  { kind: "Tag", matches: (operation: Operation, word: string) => operation.tags.includes(word) },
  {
    kind: "Operation",
    matches: (operation: Operation, word: string) => operation.operationId === word || operation.key === word,
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

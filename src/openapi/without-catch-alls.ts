import type { Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import type { Api, Operation, ResponseSpec } from "./api.js";

/** A page that somebody meant for clients has a method or two; these four together mean that nobody chose any. */
const ALL = ["GET", "POST", "PUT", "DELETE"];

export interface Callable {
  readonly api: Api;
  /** What is not called and why, in sentences. */
  readonly leftOut: readonly string[];
}

/**
 * Without paths that one handler serves whatever the method: no parameters, no body, the same answers for all. Frameworks
 * document their own error pages so, which answer every call with a failure, and rightly.
 */
export function withoutCatchAlls(api: Api): Callable {
  const paths = [...new Set(api.operations.map(({ path }) => path))];
  const caught = paths.filter((path) => isCatchAll(api.operations.filter((one) => one.path === path)));
  if (caught.length === 0 || caught.length === paths.length) return { api, leftOut: [] };
  return {
    api: { ...api, operations: api.operations.filter(({ path }) => !caught.includes(path)) },
    leftOut: caught.map(
      (path) => `${path} is not called: one handler answers all its methods alike, as an error page does`,
    ),
  };
}

function isCatchAll(operations: readonly Operation[]): boolean {
  const [first, ...others] = operations;
  const methods = operations.map(({ method }) => method);
  if (first === undefined || !ALL.every((method) => methods.includes(method))) return false;
  const asksNothing = operations.every(
    ({ parameters, body }) => parameters.length === 0 && body === undefined,
  );
  return asksNothing && others.every((other) => answersAlike(first, other));
}

/** They share a success, and show the same in it. */
function answersAlike(one: Operation, other: Operation): boolean {
  const shared = one.responses.flatMap((response) => {
    const twin = other.responses.find(({ status }) => status === response.status);
    return twin === undefined || !/^2/.test(response.status) ? [] : [[response, twin] as const];
  });
  return (
    shared.some(([{ content }]) => content.length > 0) &&
    shared.every(([some, twin]) => jsonEqual(shownIn(some), shownIn(twin)))
  );
}

function shownIn({ content }: ResponseSpec): Json {
  return content.map(({ contentType, schema = true }) => [contentType, schema]);
}

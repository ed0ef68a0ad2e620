import type { Call } from "#calls/call";
import { value } from "#calls/template";
import { patternKey, type ReadRequest } from "#glacier/read-request";
import type { Api, Operation } from "#openapi/api";
import { pathSegments } from "#semantics/path-template";

/** A read of a formula as a call of the operation that it means, so that credentials and styles are right. */
export function readCall(request: ReadRequest, api: Api): Call {
  const key = `${request.method} ${request.pattern}`;
  const operation = operationsByPattern(api).get(key);
  const spelled = spellings(operation).find((one) => patternKey(one.method, one.path) === key);
  const values = request.path.split("/").filter((part) => part !== "");
  const path = pathSegments(spelled?.path ?? request.path).flatMap(({ parameter }, index) =>
    parameter === undefined ? [] : [[parameter, value(decodeURIComponent(values[index] ?? ""))] as const],
  );
  const query = [...new URLSearchParams(request.query ?? "")].map(
    ([name, text]) => [name, value(text)] as const,
  );
  return {
    id: "observe",
    operation: operation?.key ?? `${request.method} ${request.path}`,
    path: Object.fromEntries(path),
    query: Object.fromEntries(query),
    header: {},
    cookie: {},
  };
}

const patterns = new WeakMap<Api, ReadonlyMap<string, Operation>>();

/** Formulas read thousands of times in a run: the paths are taken apart once. */
export function operationsByPattern(api: Api): ReadonlyMap<string, Operation> {
  let index = patterns.get(api);
  if (index === undefined) {
    index = new Map(
      api.operations
        .toReversed()
        .flatMap((operation) =>
          spellings(operation).map(({ method, path }): [string, Operation] => [
            patternKey(method, path),
            operation,
          ]),
        ),
    );
    patterns.set(api, index);
  }
  return index;
}

/** By the path that it goes by, and as the document has it. */
function spellings(operation: Operation | undefined): readonly Operation[] {
  if (operation === undefined) return [];
  return operation.written === undefined ? [operation] : [operation, operation.written.operation];
}

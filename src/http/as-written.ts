import { isObject } from "#base/json";
import type { ResolvedInputs } from "#calls/exchange";
import type { Operation } from "#openapi/api";

/** An operation and its inputs as the document has them, where its path was respelled to name a thing. */
export function asWritten(
  operation: Operation,
  inputs: ResolvedInputs,
): { readonly operation: Operation; readonly inputs: ResolvedInputs } {
  const { written } = operation;
  if (written === undefined) return { operation, inputs };
  const { id } = written;
  const value = id === undefined ? undefined : inputs.path[id.name];
  // Who knows the document says it in its way.
  if (id === undefined || value === undefined) return { operation: written.operation, inputs };
  const path = Object.fromEntries(Object.entries(inputs.path).filter(([name]) => name !== id.name));
  const rest = { ...inputs, path };
  if (id.in === "query")
    return {
      operation: written.operation,
      inputs: { ...rest, query: { [id.name]: value, ...inputs.query } },
    };
  const contentType = written.operation.body?.content[0]?.contentType ?? "application/json";
  const body = inputs.body ?? { contentType, content: {} };
  if (!isObject(body.content)) return { operation: written.operation, inputs: rest };
  const content = { [id.name]: value, ...body.content };
  return { operation: written.operation, inputs: { ...rest, body: { ...body, content } } };
}

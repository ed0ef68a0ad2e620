import type { Json } from "#base/json";
import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { resolveCall } from "#calls/resolve-call";
import { type Template, value } from "#calls/template";

/** The call with every reference replaced by its value, so that it can be made on its own later. */
export function concreteCall(call: Call, exchanges: readonly Exchange[]): Call | undefined {
  const resolved = resolveCall(call, { exchanges, fresh: (fresh) => fresh.sample });
  if (!resolved.ok) return undefined;
  const { path, query, header, cookie, body } = resolved.value;
  return {
    id: call.id,
    operation: call.operation,
    ...(call.actor === undefined ? {} : { actor: call.actor }),
    path: values(path),
    query: values(query),
    header: values(header),
    cookie: values(cookie),
    ...(body === undefined ? {} : { body: { contentType: body.contentType, content: value(body.content) } }),
  };
}

function values(inputs: Readonly<Record<string, Json>>): Record<string, Template> {
  return Object.fromEntries(Object.entries(inputs).map(([name, json]) => [name, value(json)]));
}

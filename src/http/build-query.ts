import type { Json } from "#base/json";
import type { Operation } from "#openapi/api";
import { contentText } from "./build-path.js";
import { percentEncode, percentEncodeReserved } from "./percent-encode.js";
import { type Pair, serializePairs } from "./serialize-parameter.js";

/** The query without its question mark; empty where there is none. In the order of the call's inputs. */
export function buildQuery(operation: Operation, values: Readonly<Record<string, Json>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => pairsOf(operation, "query", name, value))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** The cookies that the call itself sends. */
export function buildCookies(operation: Operation, values: Readonly<Record<string, Json>>): readonly Pair[] {
  return Object.entries(values).flatMap(([name, value]) => pairsOf(operation, "cookie", name, value));
}

function pairsOf(
  operation: Operation,
  place: "query" | "cookie",
  name: string,
  value: Json,
): readonly Pair[] {
  const declared = operation.parameters.find(
    (parameter) => parameter.in === place && parameter.name === name,
  );
  const encode =
    declared?.allowReserved === true && place === "query" ? percentEncodeReserved : percentEncode;
  if (declared?.contentType !== undefined) return [[encode(name), encode(contentText(declared, value))]];
  return serializePairs(value, {
    name,
    style: declared?.style ?? "form",
    explode: declared?.explode ?? true,
    encode,
  });
}

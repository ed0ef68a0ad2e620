import type { Api, SecurityRequirement } from "#openapi/api";
import { plainReads } from "./plain-reads.js";

/** What the first contact with an API asks for: reads that harm nobody, and every kind of access that its calls need. */
export function contactWith(api: Api, signal: AbortSignal | undefined) {
  const security = new Map<string, readonly SecurityRequirement[]>(
    api.operations.map((operation) => [JSON.stringify(operation.security), operation.security]),
  );
  return {
    reads: plainReads(api),
    security: [...security.values()],
    ...(signal === undefined ? {} : { signal }),
  };
}

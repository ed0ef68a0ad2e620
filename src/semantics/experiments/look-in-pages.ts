import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import type { Api } from "#openapi/api";
import { hasId } from "../list-items.js";
import { turnPages } from "../turn-pages.js";
import { listingIn, type Sight, sightInList, type Wanted } from "./sight.js";

/** A look for one thing in a list, of which this is the first page: where others have filled it, on later ones. */
export async function lookInPages(
  first: Exchange,
  wanted: Wanted,
  api: Api,
  send: (call: Call) => Promise<Exchange>,
): Promise<Sight> {
  const sight = sightInList(first, wanted);
  if (sight.kind !== "unknown" || listingIn(first).kind !== "items") return sight;
  const { found, whole } = await turnPages(first, api, send, (item) =>
    hasId(item, wanted.id, wanted.idFields),
  );
  if (found !== undefined) return sightInList(found, wanted);
  return whole ? { ...sight, kind: "absent" } : sight;
}

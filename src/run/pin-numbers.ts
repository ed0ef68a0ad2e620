import type { Call } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Template, value } from "#calls/template";
import { mapLeaves } from "#shrink/map-leaves";
import { freshIn } from "./guards-in.js";
import { sentAt } from "./pin-coincidences.js";

/**
 * Calls that send the very numbers which they sent when a fault showed: an amount that is more than there is, and is
 * refused for it. Drawn anew, it may be less. Ids are drawn all the same, because they must be new in each run: those that
 * are named, and whatever else stands in a path.
 */
export function pinNumbers(
  calls: readonly Call[],
  exchanges: readonly Exchange[],
  idsIn: (call: Call) => readonly string[],
): readonly Call[] {
  const inPaths = new Set(calls.flatMap(({ path }) => freshIn(onlyPath(path))));
  return calls.map((call) => {
    const exchange = exchanges.find((other) => other.call.id === call.id);
    if (exchange === undefined) return call;
    const ids = idsIn(call);
    return mapLeaves(call, (leaf, input) => {
      if (leaf.kind !== "fresh" || inPaths.has(leaf.name) || ids.includes(input)) return leaf;
      const sent = sentAt(exchange, input);
      return typeof sent === "number" ? value(sent) : leaf;
    });
  });
}

function onlyPath(path: Readonly<Record<string, Template>>): Call {
  return { id: "", operation: "", path, query: {}, header: {}, cookie: {} };
}

import type { JsonPointer } from "#base/json-pointer";
import type { Call, Sequence } from "#calls/call";
import type { Exchange } from "#calls/exchange";
import { type Template, value } from "#calls/template";
import type { PlannedSequence } from "#cover/planned-sequence";
import { mapLeaves } from "#shrink/map-leaves";
import { freshIn } from "./guards-in.js";
import { sentAt } from "./pin-coincidences.js";
import { idsIn } from "./shrink-simpler.js";
import type { World } from "./world.js";

/** Calls that send again what they sent when a fault showed, and where they do. */
export interface Pinned {
  readonly sequence: Sequence;
  readonly pins: readonly Pin[];
}

export interface Pin {
  readonly call: string;
  readonly input: JsonPointer;
  readonly sent: number;
}

/**
 * Calls that send the very numbers which they sent when a fault showed: an amount that is more than there is, and is
 * refused for it. Drawn anew, it may be less. Ids are drawn all the same, because they must be new in each run: those that
 * are named, and whatever else stands in a path. So are texts, which may have to be new as well.
 */
export function pinValues(
  { sequence, creations }: Pick<PlannedSequence, "sequence" | "creations">,
  exchanges: readonly Exchange[],
  world: Pick<World, "api" | "semantics">,
): Pinned {
  return pinNumbers(sequence, exchanges, (call) => idsIn(call, creations.get(call.id) ?? [], world));
}

export function pinNumbers(
  sequence: Sequence,
  exchanges: readonly Exchange[],
  idsOf: (call: Call) => readonly JsonPointer[],
): Pinned {
  const inPaths = new Set(sequence.calls.flatMap(({ path }) => freshIn(onlyPath(path))));
  const pins: Pin[] = [];
  const calls = sequence.calls.map((call) => {
    const exchange = exchanges.find((other) => other.call.id === call.id);
    if (exchange === undefined) return call;
    const ids = idsOf(call);
    return mapLeaves(call, (leaf, input) => {
      if (leaf.kind !== "fresh" || inPaths.has(leaf.name) || ids.includes(input)) return leaf;
      const sent = sentAt(exchange, input);
      if (typeof sent !== "number") return leaf;
      pins.push({ call: call.id, input, sent });
      return value(sent);
    });
  });
  return { sequence: { ...sequence, calls }, pins };
}

function onlyPath(path: Readonly<Record<string, Template>>): Call {
  return { id: "", operation: "", path, query: {}, header: {}, cookie: {} };
}

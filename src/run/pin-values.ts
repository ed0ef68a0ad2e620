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
  readonly sent: number | string;
  /** What may be sent in its place, to see whether it matters. */
  readonly others: readonly Template[];
}

/** Numbers may always be sent again. A text may have to be new on the service: it is pinned only where it is asked for. */
export type PinnedKinds = ReadonlySet<"number" | "string">;

export const NUMBERS: PinnedKinds = new Set(["number"]);
export const TEXTS_TOO: PinnedKinds = new Set(["number", "string"]);

/**
 * Calls that send the very values which they sent when a fault showed: an amount that is more than there is, and is
 * refused for it. Drawn anew, it may be less. Ids are drawn all the same, because they must be new in each run: those that
 * are named, and whatever else stands in a path.
 */
export function pinValues(
  { sequence, creations }: Pick<PlannedSequence, "sequence" | "creations">,
  exchanges: readonly Exchange[],
  world: Pick<World, "api" | "semantics">,
  kinds = NUMBERS,
): Pinned {
  return pinSent(sequence, exchanges, (call) => idsIn(call, creations.get(call.id) ?? [], world), kinds);
}

export function pinSent(
  sequence: Sequence,
  exchanges: readonly Exchange[],
  idsOf: (call: Call) => readonly JsonPointer[],
  kinds = NUMBERS,
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
      const isNumber = typeof sent === "number";
      if (!isNumber && (typeof sent !== "string" || !kinds.has("string"))) return leaf;
      pins.push({ call: call.id, input, sent, others: isNumber ? nextTo(sent) : [leaf, leaf] });
      return value(sent);
    });
  });
  return { sequence: { ...sequence, calls }, pins };
}

export function nextTo(sent: number): readonly Template[] {
  return [value(sent - 1), value(sent + 1)];
}

/** The calls with something else in the place of a pin. */
export function withOther(
  sequence: Sequence,
  { call, input }: Omit<Pin, "others">,
  other: Template,
): Sequence {
  const calls = sequence.calls.map((one) =>
    one.id === call ? mapLeaves(one, (leaf, at) => (at === input ? other : leaf)) : one,
  );
  return { ...sequence, calls };
}

function onlyPath(path: Readonly<Record<string, Template>>): Call {
  return { id: "", operation: "", path, query: {}, header: {}, cookie: {} };
}

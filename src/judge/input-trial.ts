import type { JsonPointer } from "#base/json-pointer";
import type { Exchange } from "#calls/exchange";
import { succeeded } from "#calls/succeeded";
import { PROVOKE } from "#semantics/life";
import type { Variation } from "#values/variation";

/**
 * What a call tries, as the id of the call says it: oracles remember nothing, so what they planned must stand where
 * they find it again. `inside` is the value beside a bound, for comparison.
 */
export interface InputTrial {
  readonly kind: Variation["kind"] | "inside";
  readonly keyword: string;
  /** Where in the inputs: a pointer into the body, or `query limit`. */
  readonly place: JsonPointer;
  readonly label: string;
  readonly lenient: boolean;
}

/** All begin like what should be refused, since a sequence must go on whatever comes of them. */
export function nameOfTrial({ kind, keyword, place, label, lenient }: InputTrial): string {
  return `${PROVOKE}${lenient ? "lenient " : ""}${kind} ${keyword} at ${place}: ${label}`;
}

const TRIAL = new RegExp(
  `^${PROVOKE}(lenient )?(promised|inside|open|forbidden) (\\S+) at (.*): ([^:]*)$`,
  "s",
);

export function trialIn(callId: string): InputTrial | undefined {
  const [, lenient, kind, keyword = "", place = "", label = ""] = TRIAL.exec(callId) ?? [];
  if (!isKind(kind)) return undefined;
  return { kind, keyword, place, label, lenient: lenient !== undefined };
}

function isKind(word: string | undefined): word is InputTrial["kind"] {
  return word === "promised" || word === "inside" || word === "open" || word === "forbidden";
}

/** The trial for comparison that belongs to a bound, and the other way round. */
export function besideTrial(trial: InputTrial): string {
  return nameOfTrial({ ...trial, kind: trial.kind === "inside" ? "promised" : "inside" });
}

/** Whether the service holds what its document forbids, because it took it: then it may also show it. */
export function holdsForbidden(exchanges: readonly Exchange[]): boolean {
  return exchanges.some((exchange) => trialIn(exchange.call.id)?.kind === "forbidden" && succeeded(exchange));
}

import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import type { Subject } from "#judge/oracle";
import { anyOperation } from "#openapi/operation-of";
import type { World } from "./world.js";

/** Asks every oracle about one exchange, or about the silence where no answer came. */
export function judgeExchange(
  exchange: Exchange,
  before: readonly Exchange[],
  world: World,
  { subject, plannedBy }: { readonly subject?: Subject; readonly plannedBy?: string } = {},
): readonly Finding[] {
  const { outcome } = exchange;
  const surroundings = {
    api: world.api,
    operation: anyOperation(world.api, exchange.call.operation),
    exchange,
    before,
    validatorFor: world.validatorFor,
    habits: world.habits,
    ...(subject === undefined ? {} : { subject }),
    ...(plannedBy === undefined ? {} : { plannedBy }),
  };
  if (outcome.kind === "none") {
    const silence = { ...surroundings, outcome };
    return world.oracles.flatMap((oracle) => oracle.judgeSilence?.(silence) ?? []);
  }
  const answered = { ...surroundings, response: outcome };
  return world.oracles.flatMap((oracle) => oracle.judge(answered));
}

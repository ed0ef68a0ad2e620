import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import type { Subject } from "#judge/oracle";
import { anyOperation } from "#openapi/operation-of";
import type { World } from "./world.js";

/** Asks every oracle about one exchange. A call that got no answer gives them nothing to judge. */
export function judgeExchange(
  exchange: Exchange,
  before: readonly Exchange[],
  world: World,
  { subject, plannedBy }: { readonly subject?: Subject; readonly plannedBy?: string } = {},
): readonly Finding[] {
  const { outcome } = exchange;
  if (outcome.kind === "none") return [];
  const step = {
    api: world.api,
    operation: anyOperation(world.api, exchange.call.operation),
    exchange,
    response: outcome,
    before,
    validatorFor: world.validatorFor,
    ...(subject === undefined ? {} : { subject }),
    ...(plannedBy === undefined ? {} : { plannedBy }),
  };
  return world.oracles.flatMap((oracle) => oracle.judge(step));
}

import type { Sequence } from "#calls/call";
import type { Exchange, Trace } from "#calls/exchange";
import { type CallContext, executeCall } from "./execute-call.js";

export interface ExecuteContext extends Omit<CallContext, "exchanges"> {
  /** Whether calls after one without a response are still made. Usually they only show what is known. */
  readonly goOn?: boolean;
}

/** Runs a sequence, one call after the other. The trace ends with the first call that got no response. */
export async function execute(sequence: Sequence, context: ExecuteContext): Promise<Trace> {
  const exchanges: Exchange[] = [];
  for (const call of sequence.calls) {
    const exchange = await executeCall(call, { ...context, exchanges });
    exchanges.push(exchange);
    if (exchange.outcome.kind === "none" && context.goOn !== true) break;
  }
  return { sequence, exchanges };
}

import { brokenBy } from "#calls/broken-by";
import { answers, expecting, NO_SERVER_ERROR } from "#calls/checks";
import type { Exchange } from "#calls/exchange";
import { brokenCause } from "#calls/failure-said";
import type { Finding } from "#calls/finding";
import { BROKEN, deviation } from "./norms.js";

/**
 * Reads that worked, and that the service fails at after a write of the experiment. A failure is no news of the thing that
 * is read: it may be there or not. It is the fault of the write that led there.
 */
export function brokenReads(exchanges: readonly Exchange[], from: number): readonly Finding[] {
  return exchanges.slice(from).flatMap((read, index) => {
    const write = brokenBy(read, exchanges.slice(0, from + index));
    if (write?.outcome.kind !== "response" || read.outcome.kind !== "response") return [];
    // A deleted thing itself that answers with a failure is told as what it is: an absent thing that does.
    if (write.request.method === "DELETE" && write.request.url === read.request.url) return [];
    const { status } = read.outcome;
    return [
      deviation(BROKEN, {
        operation: write.call.operation,
        shape: read.call.operation,
        message: `${write.call.operation} answers ${write.outcome.status}, and then ${read.call.operation}, which worked before, answers ${status}`,
        expected: "what was there before, or 404 if it went with the call",
        got: String(status),
        why: "A 5xx says that the service fails at what the call has left behind.",
        cause: brokenCause(read, read.outcome),
        call: read.call.id,
        check: expecting(answers(read.call.id, ...NO_SERVER_ERROR)),
        evidence: [write.call.id],
      }),
    ];
  });
}

import type { Json } from "#base/json";
import type { Exchange } from "#calls/exchange";
import type { Finding } from "#calls/finding";
import { means } from "#calls/meaning";
import { referencesOf } from "#calls/references";
import { isSafeMethod } from "#glacier/read-request";
import { holdsForbidden } from "#judge/input-trial";
import { leavesOf } from "#judge/leaves";
import { serverError } from "#judge/server-error";
import { neededBy } from "#shrink/shrink-sequence";
import type { SequenceResult } from "./run-sequence.js";

interface Write {
  readonly at: number;
  readonly shape: string;
  readonly exchange: Exchange;
  readonly result: SequenceResult;
}

/** Older writes have been followed by reads that worked. */
const MOST_WRITES = 500;

/**
 * What a run has sent, as far as it tells why a read that names nothing, and that worked before, has come to fail: a create
 * without a name may spoil every list until the service is started anew. A sequence that only reads would show that here and
 * nowhere else. To blame are the writes between the last time it worked and the first time it failed that are of a shape which
 * it had not survived before.
 */
export class RunHistory {
  #at = 0;
  readonly #worked = new Map<string, number>();
  readonly #broke = new Map<string, number>();
  readonly #firstSent = new Map<string, number>();
  #writes: readonly Write[] = [];

  note(result: SequenceResult): void {
    const writes: Write[] = [];
    for (const exchange of result.trace.exchanges) {
      const at = ++this.#at;
      if (isSafeMethod(exchange.request.method)) this.#noteRead(exchange, at);
      else if (means(exchange, "done", "broken")) {
        const shape = shapeOf(exchange);
        if (!this.#firstSent.has(shape)) this.#firstSent.set(shape, at);
        writes.push({ at, shape, exchange, result });
      }
    }
    this.#writes = [...this.#writes, ...writes].slice(-MOST_WRITES);
  }

  #noteRead(exchange: Exchange, at: number): void {
    const request = requestOf(exchange);
    if (means(exchange, "done")) {
      this.#worked.set(request, at);
      this.#broke.delete(request);
    } else if (means(exchange, "broken") && !this.#broke.has(request)) this.#broke.set(request, at);
  }

  /** The result with just this finding, in a sequence that begins with what is to blame; undefined where nothing is known to be. */
  explain(result: SequenceResult, finding: Finding): SequenceResult | undefined {
    const exchange = result.trace.exchanges.find(({ call }) => call.id === finding.call);
    if (finding.oracle !== serverError.id || finding.verdict !== "ERR" || exchange === undefined)
      return undefined;
    const { call } = exchange;
    if (!isSafeMethod(exchange.request.method) || referencesOf(call).length > 0) return undefined;
    const suspects = this.#suspectsOf(exchange);
    const source = suspects.at(-1)?.result;
    if (source === undefined) return undefined;
    const ids = suspects.filter((write) => write.result === source).map((write) => write.exchange.call.id);
    const made = source.trace.exchanges.filter((other) => other !== exchange);
    const isTaken = made.some((other) => other.call.id === call.id);
    const last = { ...exchange, call: isTaken ? { ...call, id: `${call.id} afterwards` } : call };
    const kept = new Set(
      neededBy(
        ids,
        made.map((other) => other.call),
      ).map(({ id }) => id),
    );
    const exchanges = [...made.filter((other) => kept.has(other.call.id)), last];
    const sequence = { ...source.planned.sequence, calls: exchanges.map((other) => other.call) };
    return {
      // As if it were planned by an oracle: what it rests on stays when it is made small.
      planned: { ...source.planned, oracle: source.planned.oracle ?? serverError.id, sequence },
      trace: { sequence, exchanges },
      findings: [{ ...finding, call: last.call.id, evidence: ids }],
    };
  }

  #suspectsOf(exchange: Exchange): readonly Write[] {
    const worked = this.#worked.get(requestOf(exchange));
    const broke = this.#broke.get(requestOf(exchange));
    if (worked === undefined || broke === undefined) return [];
    const isNew = ({ shape }: Write) => (this.#firstSent.get(shape) ?? 0) > worked;
    const all = this.#writes.filter((write) => write.at > worked && write.at < broke && isNew(write));
    // What the document forbids nobody has reckoned with.
    const forbidden = all.filter((write) => holdsForbidden([write.exchange]));
    return forbidden.length > 0 ? forbidden : all;
  }
}

function requestOf({ request }: Exchange): string {
  return `${request.method} ${request.url}`;
}

/** Which members it sent, and of which type: not what they were. */
function shapeOf({ call, request }: Exchange): string {
  const members = leavesOf(request.inputs.body?.content ?? null).map(
    ({ pointer, value }) => `${pointer} ${typeOf(value)}`,
  );
  return [call.operation, ...members.toSorted()].join(" ");
}

function typeOf(value: Json): string {
  if (value === null || value === "") return JSON.stringify(value);
  return typeof value;
}

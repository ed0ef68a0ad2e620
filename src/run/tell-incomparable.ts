import { type Compared, comparableMeanings } from "#calls/comparable";
import type { Exchange } from "#calls/exchange";
import { type Meaning, meaningOf } from "#calls/meaning";
import { whyRefused } from "#semantics/read-refusal";

/** Why a run says nothing of a fault, and what may be done about it. */
export interface Doubt {
  readonly reason: string;
  readonly hint?: string;
}

/** In words: a call was answered in another sense than when the fault was found. */
export function tellIncomparable(fault: Compared, exchange: Exchange): Doubt {
  const { call } = exchange;
  const recorded = fault.exchanges.find((one) => one.call.id === call.id);
  const then = recorded === undefined ? comparableMeanings(fault, call)?.[0] : meaningOf(recorded.outcome);
  return tellAnswer(exchange, then);
}

/** An answer that says nothing of a fault, and what the call meant when that was found. */
export function tellAnswer(exchange: Exchange, then: Meaning | undefined): Doubt {
  const now = meaningOf(exchange.outcome);
  const before = then === undefined || then === now ? "" : `; when the fault was found ${WORDS[then]}`;
  const hint = HINTS[now];
  return {
    reason: `to ${exchange.call.operation} ${whyRefused(exchange)}${before}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

const WORDS: Readonly<Record<Meaning, string>> = {
  done: "it was done",
  refused: "it was refused",
  absent: "what it names was not there",
  denied: "the caller was not let in",
  broken: "the service failed at it",
  silent: "nothing came of it",
};

const HINTS: Readonly<Partial<Record<Meaning, string>>> = {
  denied: "Give the credentials that the run had, with -H, --auth or --auth-file.",
  absent: "Check --url, with the path below which the API is, and that the service holds what it held then.",
  broken: "Look at the service's log: it fails before the fault could show.",
  silent: "Try again when the service answers at once.",
};

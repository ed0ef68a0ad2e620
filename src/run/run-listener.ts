import type { Filtered } from "#base/filtered";
import type { Exchange } from "#calls/exchange";
import type { LedgerEvent } from "#calls/run-event";
import type { Fault, StageRecord } from "#calls/run-record";
import { filterSecrets } from "#http/filter-secrets";
import type { Redactor } from "#http/redactor";

/** Told what has happened so far, for whoever watches. What is told may be written down: it holds no secrets. */
export interface RunListener {
  readonly onProgress?: (stage: string, text: string) => void;
  readonly onStage?: (stage: Filtered<StageRecord>) => void;
  readonly onExchange?: (exchange: Filtered<Exchange>) => void;
  readonly onFault?: (fault: Filtered<Fault>) => void;
  readonly onLedger?: (event: Filtered<LedgerEvent>) => void;
}

/** The way of events out of a run: what the run tells goes to a listener without secrets. */
export interface Teller {
  readonly onProgress: (stage: string, text: string) => void;
  readonly onStage: (stage: StageRecord) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onFault?: (fault: Fault) => void;
  readonly onLedger?: (event: LedgerEvent) => void;
}

export function tellFiltered(listener: RunListener, redactor: Redactor): Teller {
  const { onExchange, onFault, onLedger } = listener;
  return {
    onProgress: (stage, text) => listener.onProgress?.(stage, redactor.redact(text)),
    onStage: (stage) => listener.onStage?.(filterSecrets(stage, redactor)),
    ...(onExchange && {
      onExchange: (exchange: Exchange) => onExchange(filterSecrets(exchange, redactor)),
    }),
    ...(onFault && { onFault: (fault: Fault) => onFault(filterSecrets(fault, redactor)) }),
    ...(onLedger && { onLedger: (event: LedgerEvent) => onLedger(filterSecrets(event, redactor)) }),
  };
}

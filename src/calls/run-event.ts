import {
  anything,
  type Decoder,
  exactly,
  number,
  object,
  oneOf,
  recordOf,
  string,
  tagged,
} from "#base/decode-json";
import type { Filtered } from "#base/filtered";
import type { Json } from "#base/json";
import { decodeExchange } from "./decode-record.js";
import { decodeRunRecord, decodeStage } from "./decode-run-record.js";
import type { Exchange } from "./exchange.js";
import { decodeFault } from "./fault-file.js";
import type { Fault, RunRecord, StageRecord } from "./run-record.js";

/**
 * What a run tells while it goes on, one line of JSON each. `run-finished` holds the whole record; where it is missing
 * the run was ended from outside, and the others say what had happened until then.
 */
export type RunEvent =
  | {
      readonly event: "run-started";
      readonly format: typeof RECORD_FORMAT;
      readonly piolet: string;
      readonly title: string;
      readonly document: string;
      readonly url: string;
      readonly seed: number;
      /** ISO 8601. */
      readonly time: string;
    }
  | { readonly event: "stage-finished"; readonly stage: Filtered<StageRecord> }
  | { readonly event: "call-made"; readonly exchange: Filtered<Exchange> }
  | { readonly event: "fault-found"; readonly fault: Filtered<Fault> }
  | Filtered<LedgerEvent>
  | { readonly event: "run-finished"; readonly record: Filtered<RunRecord> }
  /** Where each fault was written to, by its id and the kind of file: known only after the run. */
  | { readonly event: "faults-written"; readonly files: Readonly<Record<string, FilePaths>> };

/** The run has made something, or something that it made is gone; the id is null where nobody knows it. */
export interface LedgerEvent {
  readonly event: "thing-made" | "thing-gone";
  readonly resource: string;
  readonly id: Json;
}

type FilePaths = Readonly<Record<string, string>>;

/** The form has a number; a file of another one is refused instead of being misread. */
export const RECORD_FORMAT = 1;

const format = exactly(RECORD_FORMAT, "is expected, the form that this version of Piolet reads");

/** What stands in a log was filtered when it was written. */
function filtered<T>(decode: Decoder<T>): Decoder<Filtered<T>> {
  return decode as Decoder<Filtered<T>>;
}

export const decodeRunEvent: Decoder<RunEvent> = tagged<RunEvent>("event", {
  "run-started": object({
    event: oneOf("run-started"),
    format,
    piolet: string,
    title: string,
    document: string,
    url: string,
    seed: number,
    time: string,
  }),
  "stage-finished": object({ event: oneOf("stage-finished"), stage: filtered(decodeStage) }),
  "call-made": object({ event: oneOf("call-made"), exchange: filtered(decodeExchange) }),
  "fault-found": object({ event: oneOf("fault-found"), fault: filtered(decodeFault) }),
  "thing-made": filtered(object({ event: oneOf("thing-made"), resource: string, id: anything })),
  "thing-gone": filtered(object({ event: oneOf("thing-gone"), resource: string, id: anything })),
  "run-finished": object({ event: oneOf("run-finished"), record: filtered(decodeRunRecord) }),
  "faults-written": object({ event: oneOf("faults-written"), files: recordOf(recordOf(string)) }),
});

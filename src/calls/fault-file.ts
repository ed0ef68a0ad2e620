import {
  anything,
  arrayOf,
  type Decoder,
  exactly,
  named,
  nullOr,
  number,
  numberOrText,
  object,
  oneOf,
  recordOf,
  string,
} from "#base/decode-json";
import { decodeCheck } from "./check.js";
import { decodeCall, decodeExchange, decodeSequence } from "./decode-record.js";
import { decodeRefusalSigns } from "./refusal-sign.js";
import type { Fault, Sign } from "./run-record.js";

/**
 * One fault in a file of its own: all that is needed to show it to somebody, and to run it again, perhaps elsewhere.
 * The form has a number; a file of another one is refused instead of being misread.
 */
export interface FaultFile {
  readonly format: typeof FAULT_FORMAT;
  readonly piolet: string;
  readonly title: string;
  /** The document and its overlays, as they were named on the command line. */
  readonly document: string;
  readonly overlays: readonly string[];
  readonly url: string;
  readonly seed: number;
  readonly fault: Fault;
}

export const FAULT_FORMAT = 1;

const format = exactly(FAULT_FORMAT, "is expected, the form that this version of Piolet reads");

const verdict = oneOf("ERR", "WARN", "NOTE");

export const decodeSign: Decoder<Sign> = object(
  { key: string, message: string, operation: string, calls: arrayOf(string) },
  { place: string },
);

const fault: Decoder<Fault> = object(
  {
    key: string,
    oracle: string,
    operation: string,
    verdict,
    clause: string,
    message: string,
    expected: string,
    got: string,
    why: string,
    call: string,
    evidence: arrayOf(string),
    id: string,
    sequence: decodeSequence,
    exchanges: arrayOf(decodeExchange),
    reproduced: number,
    tried: number,
    count: number,
    operations: arrayOf(string),
  },
  {
    form: exactly(true),
    cause: string,
    place: string,
    explainedBy: arrayOf(string),
    comparisons: arrayOf(string),
    check: decodeCheck,
    undo: arrayOf(object({ after: string, call: decodeCall })),
    alsoShownAs: arrayOf(decodeSign),
    controls: arrayOf(string),
    contact: decodeCall,
    culprit: object({ call: string, input: string, sent: numberOrText, near: numberOrText }),
    looks: arrayOf(decodeExchange),
    refusals: decodeRefusalSigns,
    callers: recordOf(nullOr(string)),
    shrunk: object({ from: number, attempts: number }, { unfinished: exactly(true) }),
    replay: anything,
    files: recordOf(string),
    unexported: string,
  },
);

export const decodeFault = named("Fault", () => fault);

export const decodeFaultFile: Decoder<FaultFile> = object({
  format,
  piolet: string,
  title: string,
  document: string,
  overlays: arrayOf(string),
  url: string,
  seed: number,
  fault: decodeFault,
});

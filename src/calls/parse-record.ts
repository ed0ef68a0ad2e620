import type { Decoder } from "#base/decode-json";
import { parseJson } from "#base/parse-json";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import type { Sequence } from "./call.js";
import { decodeSequence, decodeTrace } from "./decode-record.js";
import { describeReference } from "./describe-call.js";
import type { Trace } from "./exchange.js";
import { decodeFaultFile, type FaultFile } from "./fault-file.js";
import { danglingReferences } from "./references.js";

/**
 * Text to sequences, traces and faults and back. A file may have been edited or made by something else: beyond its
 * form it is checked for what the executor relies on, that ids are unique and references lead backwards.
 */
export function formatSequence(sequence: Sequence): string {
  return `${JSON.stringify(sequence, null, 2)}\n`;
}

export function formatTrace(trace: Trace): string {
  return `${JSON.stringify(trace, null, 2)}\n`;
}

export function parseSequence(text: string, source?: string): Result<Sequence> {
  const parsed = parse(text, decodeSequence, source);
  if (!parsed.ok) return parsed;
  return checked(parsed.value, sequenceProblems(parsed.value, source));
}

export function parseTrace(text: string, source?: string): Result<Trace> {
  const parsed = parse(text, decodeTrace, source);
  if (!parsed.ok) return parsed;
  return checked(parsed.value, sequenceProblems(parsed.value.sequence, source));
}

export function formatFaultFile(file: FaultFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** One message is enough here: whoever reads it has not written the file, and will not mend it by hand. */
export function parseFaultFile(text: string, source?: string): Result<FaultFile> {
  const parsed = parse(text, decodeFaultFile, source);
  const checkedFile = parsed.ok
    ? checked(parsed.value, sequenceProblems(parsed.value.fault.sequence, source))
    : parsed;
  if (checkedFile.ok) return checkedFile;
  const [first] = checkedFile.problems;
  const hint = "Run the test again to write the file anew.";
  const place = source === undefined ? {} : { source };
  return failed(problem("fault-file-invalid", first?.message ?? "The file is damaged.", hint, place));
}

const SHOWN = 20;

function parse<T>(text: string, decode: Decoder<T>, source: string | undefined): Result<T> {
  const json = parseJson(text);
  if (!json.ok) {
    const what = json.why === "too deep" ? "is nested too deeply" : "is not JSON";
    return failed(invalid(`The file ${what}.`, source, ""));
  }
  const decoded = decode(json.value, "");
  if (decoded.ok) return ok(decoded.value);
  return failed(
    ...decoded.mismatches
      .slice(0, SHOWN)
      .map(({ pointer, message }) =>
        invalid(`At ${pointer === "" ? "the root" : pointer} ${message}.`, source, pointer),
      ),
  );
}

function sequenceProblems(sequence: Sequence, source: string | undefined): readonly Problem[] {
  const ids = new Set<string>();
  const repeated = sequence.calls.filter((call) => ids.size === ids.add(call.id).size);
  return [
    ...repeated.map((call) => invalid(`Two calls have the id "${call.id}".`, source)),
    ...danglingReferences(sequence).map(({ call, input, reference }) =>
      invalid(
        `Call "${call}" uses at ${input} the ${describeReference(reference)}, which is no earlier call.`,
        source,
      ),
    ),
  ];
}

function checked<T>(value: T, problems: readonly Problem[]): Result<T> {
  return problems.length === 0 ? ok(value) : failed(...problems.slice(0, SHOWN));
}

function invalid(message: string, source: string | undefined, pointer?: string): Problem {
  return problem("record-invalid", message, "Restore the file, or record the calls again.", {
    ...(source === undefined ? {} : { source }),
    ...(pointer === undefined ? {} : { pointer }),
  });
}

import { parseJson } from "#base/parse-json";
import { type Problem, problem } from "#base/problem";
import { failed, ok, type Result } from "#base/result";
import { leftInLog } from "./left-in-log.js";
import { numberFaults } from "./number-faults.js";
import { decodeRunEvent, type RunEvent } from "./run-event.js";
import type { RunRecord } from "./run-record.js";

/**
 * The record of a run from its log. A run that was ended from outside has no last event, and perhaps half a last line:
 * what happened until then is put together from the rest, and a problem says so.
 */
export function parseRunLog(text: string, source: string): Result<RunRecord> {
  const lines = text.split("\n");
  const events: RunEvent[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const json = parseJson(line);
    const decoded = json.ok ? decodeRunEvent(json.value, "") : undefined;
    if (decoded?.ok === true) {
      events.push(decoded.value);
      continue;
    }
    // Only the very last line can have been cut off while it was written.
    if (!json.ok && index === lines.length - 1) break;
    const why = decoded === undefined ? "it is not JSON" : mismatchIn(decoded.mismatches);
    return failed(invalid(`Line ${index + 1} is no event of a run: ${why}.`, source));
  }
  const finished = events.findLast((event) => event.event === "run-finished");
  if (finished?.event === "run-finished") return ok(withFiles(finished.record, events));
  const [start] = events;
  if (start?.event !== "run-started")
    return failed(invalid("It does not begin with the start of a run.", source));
  return ok(unfinished(start, events));
}

function withFiles(record: RunRecord, events: readonly RunEvent[]): RunRecord {
  const written = events.findLast((event) => event.event === "faults-written");
  const files = new Map(written?.event === "faults-written" ? Object.entries(written.files) : []);
  const faults = record.faults.map((fault) => {
    const own = files.get(fault.id);
    return own === undefined ? fault : { ...fault, files: own };
  });
  return { ...record, faults };
}

function unfinished(
  start: Extract<RunEvent, { event: "run-started" }>,
  events: readonly RunEvent[],
): RunRecord {
  const { piolet, title, document, url, seed } = start;
  const found = events.flatMap((event) => (event.event === "fault-found" ? [event.fault] : []));
  // What was doubted is told once more when it is sure.
  const faults = [...new Map(found.map((fault) => [fault.key, fault])).values()];
  const calls = events.filter(({ event }) => event === "call-made").length;
  const cleanup = leftInLog(events);
  const rest = cleanup.left.length === 0 ? "" : ", and what it had not deleted yet is listed";
  const message = `The run was ended before it was done; what it had found until then is reported${rest}.`;
  return {
    ...{ piolet, title, document, url, seed },
    operations: [],
    stages: events.flatMap((event) => (event.event === "stage-finished" ? [event.stage] : [])),
    verdicts: { OK: 0, WARN: 0, ERR: 0, NOT_TESTED: 0 },
    transitions: { total: 0, covered: 0, failed: 0, unreached: 0 },
    calls,
    requests: calls,
    shrinking: { faults: 0, attempts: 0, requests: 0 },
    milliseconds: 0,
    faults: numberFaults(faults),
    cleanup,
    problems: [
      problem(
        "run-unfinished",
        message,
        "Run it again to the end. What its last call was making may be on the service as well.",
      ),
    ],
  };
}

function mismatchIn(mismatches: readonly { readonly pointer: string; readonly message: string }[]): string {
  const [first] = mismatches;
  return `at ${first?.pointer === "" ? "the root" : first?.pointer} ${first?.message}`;
}

function invalid(message: string, source: string): Problem {
  return problem("record-invalid", message, "Give a file of .piolet/runs, as Piolet wrote it.", { source });
}

import type { Filtered } from "#base/filtered";
import type { RunRecord } from "#calls/run-record";
import { withFaultFiles } from "./fault-files.js";
import type { RunLog } from "./run-log.js";
import type { Settings } from "./settings.js";
import type { Terminal } from "./terminal.js";

/** Ends the log of a run and writes its faults into files. The record it returns names them. */
export async function keepRun(
  record: Filtered<RunRecord>,
  settings: Settings,
  log: RunLog,
  terminal: Terminal,
): Promise<Filtered<RunRecord>> {
  // The record first, then the files: whoever ends the run in between still has all that happened.
  log.write({ event: "run-finished", record });
  const written = await withFaultFiles(record, settings, terminal);
  const files = written.faults.flatMap((fault) =>
    fault.files === undefined ? [] : [[fault.id, fault.files] as const],
  );
  log.write({ event: "faults-written", files: Object.fromEntries(files) });
  return written;
}

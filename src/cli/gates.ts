import type { RunRecord } from "#calls/run-record";
import { EXIT, type ExitCode } from "./exit-code.js";
import type { Settings } from "./settings.js";
import type { Terminal } from "./terminal.js";

/** What else a run must be to pass: without warnings, or with enough of the model walked through. */
export function gateCode(
  record: RunRecord,
  { failOn, minTransitionCoverage }: Pick<Settings, "failOn" | "minTransitionCoverage">,
  terminal: Pick<Terminal, "err" | "paint">,
): ExitCode {
  const warnings = record.faults.filter(({ verdict }) => verdict === "WARN").length;
  const { covered, total } = record.transitions;
  const share = total === 0 ? 0 : (covered / total) * 100;
  const reasons = [
    ...(failOn === "warn" && warnings > 0 ? [`--fail-on warn: there are warnings (${warnings})`] : []),
    ...(minTransitionCoverage !== undefined && share < minTransitionCoverage
      ? [
          `--min-transition-coverage ${minTransitionCoverage}: ${covered} of ${total} transitions were covered`,
        ]
      : []),
  ];
  for (const reason of reasons) terminal.err(`${terminal.paint.bad("✗")} ${reason}`);
  return reasons.length === 0 ? EXIT.clean : EXIT.findings;
}

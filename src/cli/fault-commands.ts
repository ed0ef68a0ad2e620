import { type Command, Option } from "commander";
import { REPORT_NAMES } from "#report/report-names";
import type { CommandHost } from "./command-host.js";
import { ABOUT, collect, config, json, noColor, reportDir, targetOptions } from "./options.js";

/** Commands about what a run has left: its faults and its log. */
export function addFaultCommands(program: Command, { terminal, setExitCode, version }: CommandHost): void {
  targetOptions(program.command("replay <fault>"))
    .description("run a fault again, here or elsewhere, and say whether it still shows")
    .optionsGroup(ABOUT.document)
    .option("--spec <spec>", "the OpenAPI document (default: the one that the fault was found with)")
    .option(
      "--overlay <file>",
      "apply an OpenAPI Overlay (repeatable; default: those of that time)",
      collect,
      [],
    )
    .option("--allow-external-refs", "follow $refs outside the document's folder and over the network")
    .addOption(config().helpGroup(ABOUT.document))
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", REPLAY_EXAMPLES)
    .action(async (fault: string, flags) => {
      const { replay } = await import("./replay.js");
      setExitCode(await replay(fault, flags, terminal, version));
    });

  program
    .command("report <run...>")
    .description("render the log of a run, or of all shards of one, in another form")
    .addOption(new Option("--format <name>", "the form of the report").choices(REPORT_NAMES).default("text"))
    .option("-o, --output <file>", "write it to a file instead of the terminal")
    .addOption(noColor())
    .addHelpText("after", REPORT_EXAMPLES)
    .action(async (runs: readonly string[], flags) => {
      const { report } = await import("./report.js");
      setExitCode(await report(runs, flags, terminal));
    });
}

const REPORT_EXAMPLES = `
Examples:
  piolet report .piolet/runs/*-4217.ndjson
  piolet report shard-1.ndjson shard-2.ndjson --format junit -o junit.xml
`;

const REPLAY_EXAMPLES = `
Examples:
  piolet replay F1                                   of the last run, kept in .piolet/faults
  piolet replay F1 --url http://localhost:9090       on another instance of the service
  piolet replay faults/W2.json -H "Authorization: Bearer $TOKEN" --json

Exit codes: 0 fixed, 1 still failing, 2 cannot tell or the file is unusable, 3 target not reachable.
`;

import { type Command, Option } from "commander";
import type { CommandHost } from "./command-host.js";
import {
  ABOUT,
  collect,
  config,
  documentOptions,
  filterOptions,
  json,
  noColor,
  targetOptions,
} from "./options.js";

/** Commands that show how a service behaves, and how that has changed. */
export function addExploreCommands(program: Command, { terminal, setExitCode, version }: CommandHost): void {
  filterOptions(targetOptions(documentOptions(program.command("explore [spec]"))))
    .description("how the service behaves, in a handful of minimal examples")
    .optionsGroup(ABOUT.run)
    .option(
      "--query <operation>",
      "take this for a query operation, instead of finding out (repeatable)",
      collect,
      [],
    )
    .optionsGroup(ABOUT.output)
    .option("--save <file>", "keep the examples, for piolet diff")
    .option("--tests <folder>", "write each example as a vitest file")
    .addOption(
      new Option("--format <format>", "the form of the page")
        .choices(["text", "markdown", "html", "json"])
        .default("text"),
    )
    .option("-o, --output <file>", "write the page to a file instead of the terminal")
    .addOption(config().helpGroup(ABOUT.document))
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", EXPLORE_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { explore } = await import("./explore.js");
      setExitCode(await explore(spec, flags, terminal, version));
    });

  filterOptions(targetOptions(documentOptions(program.command("diff <file> [other]"))))
    .description("how behaviour has changed: kept examples against a service, or against others")
    .optionsGroup(ABOUT.document)
    .option("--spec <spec>", "the OpenAPI document (default: the one that the file names)")
    .optionsGroup(ABOUT.run)
    .option(
      "--query <operation>",
      "take this for a query operation, instead of finding out (repeatable)",
      collect,
      [],
    )
    .optionsGroup(ABOUT.output)
    .option("--accept", "write what the service does now into the file")
    .addOption(config().helpGroup(ABOUT.document))
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (file: string, other: string | undefined, flags) => {
      const { diff } = await import("./diff.js");
      setExitCode(await diff(file, other, flags, terminal, version));
    });
}

const EXPLORE_EXAMPLES = `
Examples:
  piolet explore openapi.yaml --url http://localhost:8080
  piolet explore openapi.yaml -u http://localhost:8080 --format markdown -o behaviour.md
  piolet explore openapi.yaml -u http://localhost:8080 --save behaviour.json --tests test/behaviour

Only things that the run created are changed, and they are deleted at the end.
`;

const DIFF_EXAMPLES = `
Examples:
  piolet diff behaviour.json --url http://localhost:8080
  piolet diff behaviour.json --url http://localhost:8080 --accept
  piolet diff old.json new.json --json

Exit codes: 0 the same, 1 something has changed, 2 a file is unusable, 3 target not reachable.
`;

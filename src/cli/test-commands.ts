import type { Command } from "commander";
import type { CommandHost } from "./command-host.js";
import {
  ABOUT,
  contractOptions,
  documentOptions,
  failOn,
  filterOptions,
  json,
  modelOptions,
  noColor,
  outputOptions,
  reportDir,
  reportFormats,
  targetOptions,
  walkBy,
} from "./options.js";

/** Commands that try a service: learning what it does, and testing that. */
export function addTestCommands(program: Command, { terminal, setExitCode, version }: CommandHost): void {
  contractOptions(targetOptions(filterOptions(documentOptions(program.command("learn [spec]")))))
    .description("what each operation really does, proven by trying it on things made for that")
    .optionsGroup(ABOUT.output)
    .option("-o, --output <file>", "write what was learned as an OpenAPI Overlay")
    .optionsGroup(ABOUT.run)
    .option("--read-only", "send only what looks safe")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", LEARN_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { learn } = await import("./learn.js");
      setExitCode(await learn(spec, flags, terminal, version));
    });

  const tested = modelOptions(
    contractOptions(targetOptions(filterOptions(documentOptions(program.command("test [spec]"))))),
  );
  outputOptions(tested)
    .optionsGroup(ABOUT.run)
    .description("test the service: probe it, plan calls, run and judge them, clean up")
    .option("--semantics <file>", "go by what piolet learn -o wrote, and probe nothing")
    .option("--max-steps <number>", "calls per tour through the model (default: 50)")
    .option(
      "--look-every <number>",
      "calls of a tour between two looks at the whole state (default: by their cost)",
    )
    .option("--budget <number>", "requests for each operation that a run is planned for (default: 100)")
    .option("-w, --workers <number>", "tours at a time, each on things of its own (default: 1)")
    .option("--shard <i/n>", "only the i-th of n parts of the suite, for one of n machines")
    .option("--walks <number>", "random walks through each model, besides the tours that cover it")
    .addOption(walkBy())
    .option("--oracles <names>", "judge only by these oracles: a,b")
    .option("--exclude-oracles <names>", "do not judge by these oracles: a,b")
    .option("--fuzz <number>", "random inputs per operation, besides those at the boundaries (default: 0)")
    .option("--dry-run", "plan only, send nothing, and say how many calls there would be")
    .option("--max-shrinks <number>", "sequences to try per fault to make it small (default: 60)")
    .option("--no-shrink", "leave faults as they were found")
    .option("--max-failures <number>", "try nothing new after so many faults")
    .addOption(reportFormats())
    .optionsGroup(ABOUT.output)
    .option("--min-operations <percent>", "fail a run that could test fewer of the operations (default: 50)")
    .option("--min-transition-coverage <percent>", "fail a run that covers less of the model's transitions")
    .addOption(failOn())
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { test } = await import("./test.js");
      setExitCode(await test(spec, flags, terminal, version));
    });

  outputOptions(program.command("demo [service]"))
    .optionsGroup(ABOUT.service)
    .description("serve a bundled service and test it")
    .option("--fault <name>", "switch one planted fault on")
    .option("--list", "name the services and their faults")
    .option("--serve", "only serve it, until interrupted")
    .option("--port <number>", "port to serve on (default: any free one)")
    .optionsGroup(ABOUT.run)
    .option("--seed <number>", "seed of the run")
    .option("--no-shrink", "leave faults as they were found")
    .option("--max-failures <number>", "try nothing new after so many faults")
    .addOption(reportFormats())
    .addOption(failOn())
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", DEMO_EXAMPLES)
    .action(async (service: string | undefined, flags) => {
      const { demo } = await import("./demo.js");
      setExitCode(await demo(service, flags, terminal, version));
    });
}

const LEARN_EXAMPLES = `
Examples:
  piolet learn openapi.yaml --url http://localhost:8080
  piolet learn openapi.yaml -u http://localhost:8080 -o semantics.yaml
  piolet learn openapi.yaml -u http://localhost:8080 --read-only --json

Only things that the run created are changed, and they are deleted at the end.
`;

const TEST_EXAMPLES = `
Examples:
  piolet test openapi.yaml --url http://localhost:8080
  piolet test openapi.yaml -u http://localhost:8080 -H "Authorization: Bearer $TOKEN" --seed 7
  piolet test openapi.yaml -u http://localhost:8080 --include-tag players --json > result.json
  piolet test openapi.yaml -u http://localhost:8080 --overlay contracts.yaml --size players=3

Only things that the run created are changed, and they are deleted at the end.
`;

const DEMO_EXAMPLES = `
Examples:
  piolet demo                                        the Tournaments service, without a fault
  piolet demo tournaments --fault delete-player-keeps-player
  piolet demo --list                                 all services and faults
  piolet demo petstore --serve --port 8080           only serve it
`;

import { Command, CommanderError, Option } from "commander";
import { didYouMean } from "#base/did-you-mean";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openTerminal, type Streams, type Terminal } from "./terminal.js";

export interface CliWorld {
  readonly version: string;
  readonly streams: Streams;
  readonly cwd: string;
  readonly env: Terminal["env"];
}

/** The command line: argv to an exit code. Each command's code is loaded only when it is asked for. */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.clean;
  const terminal = await openTerminal(world.streams, world.cwd, world.env, !argv.includes("--no-color"));
  const program = createProgram(world, terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.clean : EXIT.unusable;
  }
}

function createProgram(world: CliWorld, terminal: Terminal, setExitCode: (code: ExitCode) => void): Command {
  const program = new Command("piolet")
    .description("Tests a running REST API from its OpenAPI document.")
    .version(world.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.streams.stdout.write(text),
      writeErr: (text) => void world.streams.stderr.write(text),
      outputError: (text, write) => write(`${terminal.paint.bad("✗")} ${text.replace(/^error: /, "")}`),
    })
    .addHelpText("after", EXAMPLES);

  const json = () => new Option("--json", "print one JSON document on stdout; progress goes to stderr");
  const noColor = () => new Option("--no-color", "no colours (also NO_COLOR)");

  documentOptions(program.command("inspect <spec>"))
    .description("what the document says: operations, resources, problems")
    .addOption(json())
    .addOption(noColor())
    .addHelpText(
      "after",
      "\nExamples:\n  piolet inspect openapi.yaml\n  piolet inspect https://example.org/openapi.json --json\n",
    )
    .action(async (spec: string, flags) => {
      const { inspect } = await import("./inspect.js");
      setExitCode(await inspect(spec, flags, terminal));
    });

  documentOptions(program.command("contract <spec>"))
    .description("check the contracts that the document or an overlay has")
    .option("--check", "read and check the clauses")
    .addOption(json())
    .addOption(noColor())
    .addHelpText(
      "after",
      "\nExamples:\n  piolet contract openapi.yaml --check\n  piolet contract openapi.yaml --overlay contracts.yaml --check --json\n",
    )
    .action(async (spec: string, flags) => {
      const { contract } = await import("./contract.js");
      setExitCode(await contract(spec, flags, terminal));
    });

  targetOptions(filterOptions(documentOptions(program.command("test <spec>"))))
    .description("test the service: probe it, plan calls, run and judge them, clean up")
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { test } = await import("./test.js");
      setExitCode(await test(spec, flags, terminal, world.version));
    });

  program
    .command("demo [service]")
    .description("serve a bundled service and test it")
    .option("--fault <name>", "switch one planted fault on")
    .option("--list", "name the services and their faults")
    .option("--serve", "only serve it, until interrupted")
    .option("--port <number>", "port to serve on (default: any free one)")
    .option("--seed <number>", "seed of the run")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", DEMO_EXAMPLES)
    .action(async (service: string | undefined, flags) => {
      const { demo } = await import("./demo.js");
      setExitCode(await demo(service, flags, terminal, world.version));
    });

  program.allowExcessArguments(true).action((_, command: Command) => {
    const [word] = command.args;
    if (word === undefined) return command.outputHelp();
    const names = program.commands.map((known) => known.name());
    command.error(`error: there is no command "${word}". ${didYouMean(word, names)}`, {
      exitCode: EXIT.unusable,
    });
  });
  return program;
}

function documentOptions(command: Command): Command {
  return command
    .option("--overlay <file>", "apply an OpenAPI Overlay (repeatable)", collect, [])
    .option("--allow-external-refs", "follow $refs outside the document's folder and over the network");
}

function targetOptions(command: Command): Command {
  return command
    .option("-u, --url <url>", "base URL of the service (default: the document's first server)")
    .option("-H, --header <header>", 'send a header, "Name: value" (repeatable)', collect, [])
    .option("-a, --auth <user:password>", "basic credentials")
    .option("--auth-file <file>", "Web Fuzzing Commons auth file")
    .option("--seed <number>", "seed of the run (default: chosen and printed)")
    .option("--rate-limit <limit>", "at most so many requests: 100/s, 100/m, 100/h")
    .option("--max-requests <number>", "stop after so many requests")
    .option("--max-time <seconds>", "stop after so many seconds")
    .option("--request-timeout <seconds>", "give up on an answer after so long", "10")
    .option("--no-tls-verify", "accept any certificate")
    .option("--tls-ca <file>", "trust this certificate authority (PEM)")
    .option("--request-cert <file>", "client certificate (PEM)")
    .option("--request-cert-key <file>", "key of the client certificate (PEM)")
    .option("--proxy <url>", "send requests through a proxy");
}

function filterOptions(command: Command): Command {
  for (const what of ["path", "method", "tag", "operation"]) {
    command.option(`--include-${what} <${what}>`, `only these ${what}s (repeatable)`, collect, []);
    command.option(`--exclude-${what} <${what}>`, `not these ${what}s (repeatable)`, collect, []);
  }
  return command;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

const EXAMPLES = `
Examples:
  piolet demo                                        test a bundled service
  piolet inspect openapi.yaml                        see what the document says
  piolet test openapi.yaml --url http://localhost:8080

Exit codes: 0 clean, 1 findings, 2 usage, config or document unusable, 3 target not reachable.
`;

const TEST_EXAMPLES = `
Examples:
  piolet test openapi.yaml --url http://localhost:8080
  piolet test openapi.yaml -u http://localhost:8080 -H "Authorization: Bearer $TOKEN" --seed 7
  piolet test openapi.yaml -u http://localhost:8080 --include-tag players --json > result.json

Only things that the run created are changed, and they are deleted at the end.
`;

const DEMO_EXAMPLES = `
Examples:
  piolet demo                                        the Tournaments service, without a fault
  piolet demo tournaments --fault delete-player-keeps-player
  piolet demo --list                                 all services and faults
  piolet demo petstore --serve --port 8080           only serve it
`;

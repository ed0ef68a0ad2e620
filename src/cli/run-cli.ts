import { Command, CommanderError, Option } from "commander";
import { didYouMean } from "#base/did-you-mean";
import { REPORT_NAMES } from "#report/report-names";
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
    // A command's own options stand behind it: `protocol --spec` and `protocol check --spec` are two.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.streams.stdout.write(text),
      writeErr: (text) => void world.streams.stderr.write(text),
      outputError: (text, write) => write(`${terminal.paint.bad("✗")} ${text.replace(/^error: /, "")}`),
    })
    .addHelpText("after", EXAMPLES);

  const json = () => new Option("--json", "print one JSON document on stdout; progress goes to stderr");
  const noColor = () => new Option("--no-color", "no colours (also NO_COLOR)");
  const reportFormats = () =>
    new Option("--report <formats>", `write reports as well: ${REPORT_NAMES.join(",")}`);
  const failOn = () =>
    new Option("--fail-on <verdict>", "what fails a run (default: err)").choices(["err", "warn"]);
  const reportDir = () => new Option("--report-dir <folder>", "where faults are kept (default: .piolet)");

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

  contractOptions(documentOptions(program.command("contract [spec]")))
    .description("write the contracts that the document implies, or check those that there are")
    .option("--check", "only read and check the clauses that there are")
    .option("-o, --output <file>", "write to a file; what you wrote there is kept")
    .addOption(
      new Option("--format <format>", "an overlay, or the document with its contracts")
        .choices(["overlay", "document"])
        .default("overlay"),
    )
    .option("--catalogue", "print the catalogue of formulas")
    .addOption(json())
    .addOption(noColor())
    .addHelpText(
      "after",
      "\nExamples:\n  piolet contract openapi.yaml -o contracts.yaml\n  piolet contract openapi.yaml --overlay contracts.yaml --check\n  piolet contract --catalogue\n",
    )
    .action(async (spec: string | undefined, flags) => {
      const { contract } = await import("./contract.js");
      setExitCode(await contract(spec, flags, terminal));
    });

  modelOptions(contractOptions(documentOptions(program.command("model <spec>"))))
    .description("the state space that follows from the document and its contracts")
    .option("--dot <file>", "write the graph for Graphviz")
    .option("--tla <folder>", "write the model as a TLA+ module")
    .addOption(new Option("--engine <engine>", "who else explores it").choices(["piolet", "tlc"]))
    .option("--tlc-jar <file>", "tla2tools.jar (also TLA2TOOLS_JAR)")
    .option("--distributed [host]", "start TLC's server, reached as host, and let workers join")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", MODEL_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { model } = await import("./model.js");
      setExitCode(await model(spec, flags, terminal));
    });

  modelOptions(contractOptions(documentOptions(program.command("cover <spec>"))))
    .description("the sequences of calls that walk through all of the state space")
    .option("--max-steps <number>", "calls per sequence", "50")
    .option("--walks <number>", "so many random walks, instead of sequences that cover everything")
    .addOption(walkBy())
    .option("--seed <number>", "seed of random walks (default: 0)")
    .option("--out <file>", "write the sequences, one per line (NDJSON)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", COVER_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { cover } = await import("./cover.js");
      setExitCode(await cover(spec, flags, terminal));
    });

  contractOptions(targetOptions(filterOptions(documentOptions(program.command("learn <spec>")))))
    .description("what each operation really does, proven by trying it on things made for that")
    .option("-o, --output <file>", "write what was learned as an OpenAPI Overlay")
    .option("--read-only", "send only what looks safe")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", LEARN_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { learn } = await import("./learn.js");
      setExitCode(await learn(spec, flags, terminal, world.version));
    });

  modelOptions(contractOptions(targetOptions(filterOptions(documentOptions(program.command("test <spec>"))))))
    .description("test the service: probe it, plan calls, run and judge them, clean up")
    .option("--semantics <file>", "go by an overlay of piolet learn instead of proving what operations do")
    .option("--max-steps <number>", "calls per tour through the model (default: 50)")
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
    .option("--min-transition-coverage <percent>", "fail a run that covers less of the model's transitions")
    .addOption(failOn())
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", TEST_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { test } = await import("./test.js");
      setExitCode(await test(spec, flags, terminal, world.version));
    });

  targetOptions(program.command("replay <fault>"))
    .description("run a fault again, here or elsewhere, and say whether it still shows")
    .option("--spec <spec>", "the OpenAPI document (default: the one that the fault was found with)")
    .option(
      "--overlay <file>",
      "apply an OpenAPI Overlay (repeatable; default: those of that time)",
      collect,
      [],
    )
    .option("--allow-external-refs", "follow $refs outside the document's folder and over the network")
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", REPLAY_EXAMPLES)
    .action(async (fault: string, flags) => {
      const { replay } = await import("./replay.js");
      setExitCode(await replay(fault, flags, terminal, world.version));
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

  const specOf = () =>
    new Option(
      "--spec <spec>",
      "the OpenAPI document (default: the one that the file or the config file names)",
    );
  const protocol = targetOptions(documentOptions(program.command("protocol [file]")))
    .description("protocols: conversations with the service, written down, checked and walked")
    .enablePositionalOptions()
    .addOption(specOf())
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .option("--runs <number>", "so many conversations (default: until nothing new comes of them)")
    .addOption(
      new Option("--choices <way>", "how the client chooses: by what was taken least, or by weight alone")
        .choices(["coverage", "weights"])
        .default("coverage"),
    )
    .option("--max-steps <number>", "calls after which a conversation heads for its end (default: 50)")
    .option("--max-shrinks <number>", "conversations to try per fault to make it small (default: 60)")
    .option("--no-shrink", "leave faults as they were found")
    .addOption(reportFormats())
    .addOption(failOn())
    .addOption(reportDir())
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (file: string | undefined, flags) => {
      const { protocolWalk } = await import("./protocol-walk.js");
      setExitCode(await protocolWalk(file, flags, terminal, world.version));
    });

  documentOptions(protocol.command("check <file>"))
    .description("check a protocol against the document, without a service")
    .addOption(specOf())
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (file: string, flags) => {
      const { protocolCheck } = await import("./protocol.js");
      setExitCode(await protocolCheck(file, flags, terminal));
    });

  protocol
    .command("format <file>")
    .description("print a protocol in its canonical form")
    .option("--write", "into the file itself")
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (file: string, flags) => {
      const { protocolFormat } = await import("./protocol.js");
      setExitCode(await protocolFormat(file, flags, terminal));
    });

  filterOptions(targetOptions(documentOptions(protocol.command("infer <spec>"))))
    .description("print protocols to start from: how each kind of thing is made, used and deleted")
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .option("-o, --output <file>", "write to a file")
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { protocolInfer } = await import("./protocol-infer.js");
      setExitCode(await protocolInfer(spec, flags, terminal, world.version));
    });

  documentOptions(protocol.command("export <file>"))
    .description("print a protocol in a form that others read")
    .addOption(
      new Option("--format <format>", "a workflow document, or a diagram")
        .choices(["arazzo", "mermaid"])
        .default("mermaid"),
    )
    .option("--spec <spec>", "the OpenAPI document (for arazzo)")
    .option("-o, --output <file>", "write to a file")
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (file: string, flags) => {
      const { protocolExport } = await import("./protocol-export.js");
      setExitCode(await protocolExport(file, flags, terminal));
    });

  program
    .command("lsp")
    .description("a language server for protocols and contracts, which editors start")
    .option("--stdio", "speak over stdin and stdout, which is the only way there is")
    .addHelpText("after", LSP_EXAMPLES)
    .action(async () => {
      const { lsp } = await import("./lsp.js");
      setExitCode(await lsp(terminal));
    });

  filterOptions(targetOptions(documentOptions(program.command("explore <spec>"))))
    .description("how the service behaves, in a handful of minimal examples")
    .option(
      "--query <operation>",
      "take this for a query operation, instead of finding out (repeatable)",
      collect,
      [],
    )
    .option("--save <file>", "keep the examples, for piolet diff")
    .option("--tests <folder>", "write each example as a vitest file")
    .addOption(
      new Option("--format <format>", "the form of the page")
        .choices(["text", "markdown", "html", "json"])
        .default("text"),
    )
    .option("-o, --output <file>", "write the page to a file instead of the terminal")
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", EXPLORE_EXAMPLES)
    .action(async (spec: string, flags) => {
      const { explore } = await import("./explore.js");
      setExitCode(await explore(spec, flags, terminal, world.version));
    });

  filterOptions(targetOptions(documentOptions(program.command("diff <file> [other]"))))
    .description("how behaviour has changed: kept examples against a service, or against others")
    .option("--spec <spec>", "the OpenAPI document (default: the one that the file names)")
    .option(
      "--query <operation>",
      "take this for a query operation, instead of finding out (repeatable)",
      collect,
      [],
    )
    .option("--accept", "write what the service does now into the file")
    .option("--config <file>", "config file (default: piolet.config.* found upward)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (file: string, other: string | undefined, flags) => {
      const { diff } = await import("./diff.js");
      setExitCode(await diff(file, other, flags, terminal, world.version));
    });

  program
    .command("demo [service]")
    .description("serve a bundled service and test it")
    .option("--fault <name>", "switch one planted fault on")
    .option("--list", "name the services and their faults")
    .option("--serve", "only serve it, until interrupted")
    .option("--port <number>", "port to serve on (default: any free one)")
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

function contractOptions(command: Command): Command {
  return command
    .option("--contract <file>", "clauses in a .glc file (repeatable)", collect, [])
    .option("--config <file>", "config file (default: piolet.config.* found upward)");
}

function walkBy(): Option {
  const choices = ["transitions", "states", "fsm"];
  return new Option("--walk-by <what>", "what random walks visit evenly (default: states)").choices(choices);
}

function modelOptions(command: Command): Command {
  return command
    .option("--size <sizes>", "things per resource: 3, or players=4,enrollments=2 (default: 2)")
    .option("--no-symmetry", "all states, also those that differ only in which things are used")
    .option("--no-updates", "without updates")
    .option("--no-refusals", "without calls that are to be refused")
    .option("--max-states <number>", "cut models that may have more states (default: 1000000)");
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

const PROTOCOL_EXAMPLES = `
Examples:
  piolet protocol shop.copen --spec openapi.yaml --url http://localhost:8080
  piolet protocol shop.copen --spec openapi.yaml -u http://localhost:8080 --runs 50 --seed 7 --json
  piolet protocol check shop.copen --spec openapi.yaml
  piolet protocol check shop.copen --spec openapi.yaml --overlay ids.yaml --json
  piolet protocol format shop.copen --write
  piolet protocol infer openapi.yaml --url http://localhost:8080 -o first.copen
  piolet protocol export shop.copen --format mermaid
`;

const MODEL_EXAMPLES = `
Examples:
  piolet model openapi.yaml
  piolet model openapi.yaml --overlay rules.yaml --size players=4,enrollments=2 --json
  piolet model openapi.yaml --no-updates --no-refusals --dot graph.dot --tla tla
  piolet model openapi.yaml --engine tlc --tlc-jar tla2tools.jar
`;

const COVER_EXAMPLES = `
Examples:
  piolet cover openapi.yaml
  piolet cover openapi.yaml --overlay rules.yaml --max-steps 200 --out suite.ndjson
  piolet cover openapi.yaml --walks 20 --walk-by fsm --seed 7 --out walks.ndjson
`;

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

const LSP_EXAMPLES = `
Examples:
  piolet lsp --stdio                                 started by an editor; see docs/editors.md
`;

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

const DEMO_EXAMPLES = `
Examples:
  piolet demo                                        the Tournaments service, without a fault
  piolet demo tournaments --fault delete-player-keeps-player
  piolet demo --list                                 all services and faults
  piolet demo petstore --serve --port 8080           only serve it
`;

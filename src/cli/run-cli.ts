import { Command, CommanderError, Help, type Option } from "commander";
import { didYouMean } from "#base/did-you-mean";
import { addDocumentCommands } from "./document-commands.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { addExploreCommands } from "./explore-commands.js";
import { addFaultCommands } from "./fault-commands.js";
import { addProtocolCommands } from "./protocol-commands.js";
import { openTerminal, type Streams, type Terminal } from "./terminal.js";
import { addTestCommands } from "./test-commands.js";

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
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => void world.streams.stdout.write(text),
      writeErr: (text) => void world.streams.stderr.write(text),
      outputError: (text, write) => write(`${terminal.paint.bad("✗")} ${text.replace(/^error: /, "")}`),
    })
    .addHelpText("after", EXAMPLES);

  const host = { version: world.version, terminal, setExitCode };
  program.commandsGroup("Test a service:");
  addTestCommands(program, host);
  program.commandsGroup("What a run has left:");
  addFaultCommands(program, host);
  program.commandsGroup("Read the document:");
  addDocumentCommands(program, host);
  program.commandsGroup("Behaviour and conversations:");
  addExploreCommands(program, host);
  addProtocolCommands(program, host);

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

/** Without `(default: [])`: that nothing is given where nothing is given goes without saying. */
function describeOption(option: Option): string {
  const { defaultValue } = option;
  const isEmpty = Array.isArray(defaultValue) && defaultValue.length === 0;
  return isEmpty ? option.description : new Help().optionDescription(option);
}

const EXAMPLES = `
Examples:
  piolet demo                                        test a bundled service
  piolet inspect openapi.yaml                        see what the document says
  piolet test openapi.yaml --url http://localhost:8080

Exit codes: 0 clean, 1 findings, 2 usage, config or document unusable, 3 target not reachable,
            130 ended by Ctrl-C, 143 by SIGTERM (after cleaning up).
`;

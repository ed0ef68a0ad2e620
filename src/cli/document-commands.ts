import { type Command, Option } from "commander";
import type { CommandHost } from "./command-host.js";
import {
  ABOUT,
  config,
  contractOptions,
  documentOptions,
  json,
  modelOptions,
  noColor,
  walkBy,
} from "./options.js";

/** Commands that only read the document: what it says, and what follows from that. */
export function addDocumentCommands(program: Command, { terminal, setExitCode }: CommandHost): void {
  documentOptions(program.command("inspect [spec]"))
    .addOption(config())
    .description("what the document says: operations, resources, problems")
    .addOption(json())
    .addOption(noColor())
    .addHelpText(
      "after",
      "\nExamples:\n  piolet inspect openapi.yaml\n  piolet inspect https://example.org/openapi.json --json\n",
    )
    .action(async (spec: string | undefined, flags) => {
      const { inspect } = await import("./inspect.js");
      setExitCode(await inspect(spec, flags, terminal));
    });

  contractOptions(documentOptions(program.command("contract [spec]")))
    .description("write the contracts that the document implies, or check those that there are")
    .optionsGroup(ABOUT.output)
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

  modelOptions(contractOptions(documentOptions(program.command("model [spec]"))))
    .description("the state space that follows from the document and its contracts")
    .optionsGroup(ABOUT.output)
    .option("--dot <file>", "write the graph for Graphviz")
    .option("--tla <folder>", "write the model as a TLA+ module")
    .optionsGroup(ABOUT.model)
    .addOption(new Option("--engine <engine>", "who else explores it").choices(["piolet", "tlc"]))
    .option("--tlc-jar <file>", "tla2tools.jar (also TLA2TOOLS_JAR)")
    .option("--distributed [host]", "start TLC's server, reached as host, and let workers join")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", MODEL_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { model } = await import("./model.js");
      setExitCode(await model(spec, flags, terminal));
    });

  modelOptions(contractOptions(documentOptions(program.command("cover [spec]"))))
    .description("the sequences of calls that walk through all of the state space")
    .optionsGroup(ABOUT.run)
    .option("--max-steps <number>", "calls per sequence", "50")
    .option("--walks <number>", "so many random walks, instead of sequences that cover everything")
    .addOption(walkBy())
    .option("--seed <number>", "seed of random walks (default: 0)")
    .optionsGroup(ABOUT.output)
    .option("--out <file>", "write the sequences, one per line (NDJSON)")
    .addOption(json())
    .addOption(noColor())
    .addHelpText("after", COVER_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { cover } = await import("./cover.js");
      setExitCode(await cover(spec, flags, terminal));
    });
}

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

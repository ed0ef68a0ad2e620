import { type Command, Option } from "commander";
import type { CommandHost } from "./command-host.js";
import {
  ABOUT,
  config,
  documentOptions,
  failOn,
  filterOptions,
  json,
  noColor,
  reportDir,
  reportFormats,
  targetOptions,
} from "./options.js";

/** Commands about protocols, and the editors that they are written in. */
export function addProtocolCommands(program: Command, { terminal, setExitCode, version }: CommandHost): void {
  const specOf = () =>
    new Option(
      "--spec <spec>",
      "the OpenAPI document (default: the one that the file or the config file names)",
    ).helpGroup(ABOUT.document);
  const protocol = targetOptions(documentOptions(program.command("protocol [file]")))
    .description("protocols: conversations with the service, written down, checked and walked")
    .enablePositionalOptions()
    .addOption(specOf())
    .addOption(config().helpGroup(ABOUT.document))
    .optionsGroup(ABOUT.run)
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
      setExitCode(await protocolWalk(file, flags, terminal, version));
    });

  documentOptions(protocol.command("check <file>"))
    .description("check a protocol against the document, without a service")
    .addOption(specOf())
    .addOption(config().helpGroup(ABOUT.document))
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

  filterOptions(targetOptions(documentOptions(protocol.command("infer [spec]"))))
    .description("print protocols to start from: how each kind of thing is made, used and deleted")
    .addOption(config().helpGroup(ABOUT.document))
    .option("-o, --output <file>", "write to a file")
    .addOption(noColor())
    .addHelpText("after", PROTOCOL_EXAMPLES)
    .action(async (spec: string | undefined, flags) => {
      const { protocolInfer } = await import("./protocol-infer.js");
      setExitCode(await protocolInfer(spec, flags, terminal, version));
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
}

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

const LSP_EXAMPLES = `
Examples:
  piolet lsp --stdio                                 started by an editor; see docs/editors.md
`;

import { type Command, Option } from "commander";
import { REPORT_NAMES } from "#report/report-names";

/** Options that several commands have, each said once. */
export const json = (): Option =>
  new Option("--json", "print one JSON document on stdout; progress goes to stderr").helpGroup(ABOUT.output);
export const noColor = (): Option =>
  new Option("--no-color", "no colours (also NO_COLOR)").helpGroup(ABOUT.output);
export const reportFormats = (): Option =>
  new Option("--report <formats>", `write reports as well: ${REPORT_NAMES.join(",")}`).helpGroup(
    ABOUT.output,
  );
export const failOn = (): Option =>
  new Option("--fail-on <verdict>", "what fails a run (default: err)")
    .choices(["err", "warn"])
    .helpGroup(ABOUT.output);
export const reportDir = (): Option =>
  new Option("--report-dir <folder>", "where faults are kept (default: .piolet)").helpGroup(ABOUT.output);

export const config = (): Option =>
  new Option("--config <file>", "config file (default: piolet.config.* found upward)");

/** What the options that follow are about: `--help` shows them under it. */
export const ABOUT = {
  document: "The document:",
  contract: "Contracts:",
  model: "The model:",
  service: "The service:",
  limits: "Limits:",
  operations: "Which operations:",
  run: "The run:",
  output: "Output:",
} as const;

export function outputOptions(command: Command): Command {
  return command
    .optionsGroup(ABOUT.output)
    .option("-q, --quiet", "print only what was found")
    .option("-v, --verbose", "print each call with its answer, and notes as they come");
}

export function documentOptions(command: Command): Command {
  return command
    .optionsGroup(ABOUT.document)
    .option("--overlay <file>", "apply an OpenAPI Overlay (repeatable)", collect, [])
    .option("--allow-external-refs", "follow $refs outside the document's folder and over the network");
}

export function contractOptions(command: Command): Command {
  return command
    .addOption(config().helpGroup(ABOUT.document))
    .optionsGroup(ABOUT.contract)
    .option("--contract <file>", "clauses in a .glc file (repeatable)", collect, []);
}

export function walkBy(): Option {
  const choices = ["transitions", "states", "fsm"];
  return new Option("--walk-by <what>", "what random walks visit evenly (default: states)").choices(choices);
}

export function modelOptions(command: Command): Command {
  return command
    .optionsGroup(ABOUT.model)
    .option("--size <sizes>", "things per resource: 3, or players=4,enrollments=2 (default: 2)")
    .option("--no-symmetry", "all states, also those that differ only in which things are used")
    .option("--no-updates", "without updates")
    .option("--no-refusals", "without calls that are to be refused")
    .option("--max-states <number>", "cut models that may have more states (default: 1000000)");
}

export function targetOptions(command: Command): Command {
  return command
    .optionsGroup(ABOUT.service)
    .option("-u, --url <url>", "base URL of the service (default: the document's first server)")
    .option("-H, --header <header>", 'send a header, "Name: value" (repeatable)', collect, [])
    .option("-a, --auth <user:password>", "basic credentials")
    .option("--auth-file <file>", "Web Fuzzing Commons auth file")
    .option("--own-service", "also call operations that could change data of others")
    .option("--no-tls-verify", "accept any certificate")
    .option("--tls-ca <file>", "trust this certificate authority (PEM)")
    .option("--request-cert <file>", "client certificate (PEM)")
    .option("--request-cert-key <file>", "key of the client certificate (PEM)")
    .option("--proxy <url>", "send requests through a proxy")
    .optionsGroup(ABOUT.limits)
    .option("--rate-limit <limit>", "at most so many requests: 100/s, 100/m, 100/h")
    .option("--max-requests <number>", "stop after so many requests")
    .option("--max-time <time>", "stop after so many seconds, or 5m, 1h")
    .option("--request-timeout <seconds>", "give up on an answer after so long (default: 10)")
    .optionsGroup(ABOUT.run)
    .option("--seed <number>", "seed of the run (default: chosen and printed)");
}

export function filterOptions(command: Command): Command {
  command.optionsGroup(ABOUT.operations);
  for (const what of ["path", "method", "tag", "operation"]) {
    command.option(`--include-${what} <${what}>`, `only these ${what}s (repeatable)`, collect, []);
    command.option(`--exclude-${what} <${what}>`, `not these ${what}s (repeatable)`, collect, []);
  }
  return command;
}

export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

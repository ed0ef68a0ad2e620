import { type Command, Option } from "commander";
import { REPORT_NAMES } from "#report/report-names";

/** Options that several commands have, each said once. */
export const json = (): Option =>
  new Option("--json", "print one JSON document on stdout; progress goes to stderr");
export const noColor = (): Option => new Option("--no-color", "no colours (also NO_COLOR)");
export const reportFormats = (): Option =>
  new Option("--report <formats>", `write reports as well: ${REPORT_NAMES.join(",")}`);
export const failOn = (): Option =>
  new Option("--fail-on <verdict>", "what fails a run (default: err)").choices(["err", "warn"]);
export const reportDir = (): Option =>
  new Option("--report-dir <folder>", "where faults are kept (default: .piolet)");

export function documentOptions(command: Command): Command {
  return command
    .option("--overlay <file>", "apply an OpenAPI Overlay (repeatable)", collect, [])
    .option("--allow-external-refs", "follow $refs outside the document's folder and over the network");
}

export function contractOptions(command: Command): Command {
  return command
    .option("--contract <file>", "clauses in a .glc file (repeatable)", collect, [])
    .option("--config <file>", "config file (default: piolet.config.* found upward)");
}

export function walkBy(): Option {
  const choices = ["transitions", "states", "fsm"];
  return new Option("--walk-by <what>", "what random walks visit evenly (default: states)").choices(choices);
}

export function modelOptions(command: Command): Command {
  return command
    .option("--size <sizes>", "things per resource: 3, or players=4,enrollments=2 (default: 2)")
    .option("--no-symmetry", "all states, also those that differ only in which things are used")
    .option("--no-updates", "without updates")
    .option("--no-refusals", "without calls that are to be refused")
    .option("--max-states <number>", "cut models that may have more states (default: 1000000)");
}

export function targetOptions(command: Command): Command {
  return command
    .option("-u, --url <url>", "base URL of the service (default: the document's first server)")
    .option("-H, --header <header>", 'send a header, "Name: value" (repeatable)', collect, [])
    .option("-a, --auth <user:password>", "basic credentials")
    .option("--auth-file <file>", "Web Fuzzing Commons auth file")
    .option("--seed <number>", "seed of the run (default: chosen and printed)")
    .option("--rate-limit <limit>", "at most so many requests: 100/s, 100/m, 100/h")
    .option("--own-service", "also call what may change whatever is there: nobody else has anything on it")
    .option("--max-requests <number>", "stop after so many requests")
    .option("--max-time <time>", "stop after so many seconds, or 5m, 1h")
    .option("--request-timeout <seconds>", "give up on an answer after so long (default: 10)")
    .option("--no-tls-verify", "accept any certificate")
    .option("--tls-ca <file>", "trust this certificate authority (PEM)")
    .option("--request-cert <file>", "client certificate (PEM)")
    .option("--request-cert-key <file>", "key of the client certificate (PEM)")
    .option("--proxy <url>", "send requests through a proxy");
}

export function filterOptions(command: Command): Command {
  for (const what of ["path", "method", "tag", "operation"]) {
    command.option(`--include-${what} <${what}>`, `only these ${what}s (repeatable)`, collect, []);
    command.option(`--exclude-${what} <${what}>`, `not these ${what}s (repeatable)`, collect, []);
  }
  return command;
}

export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

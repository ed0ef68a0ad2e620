import { countOf } from "#base/count-of";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { renderExchange } from "./render-exchange.js";

/** A summary for a pull request: the verdict first, then each fault, then what was not tested and why. */
export function renderMarkdown(record: RunRecord): string {
  const of = (verdict: Fault["verdict"]) => record.faults.filter((fault) => fault.verdict === verdict);
  const [errors, warnings, notes] = [of("ERR"), of("WARN"), of("NOTE")];
  const untested = record.operations.filter(({ verdict }) => verdict === "NOT_TESTED");
  const tested = record.operations.length - untested.length;
  const { covered, total, failed, unreached } = record.transitions;
  const counts = [
    countOf(errors.length, "fault"),
    countOf(warnings.length, "warning"),
    countOf(notes.length, "note"),
  ];
  return [
    `## Piolet: ${text(record.title)}`,
    "",
    `**${counts.join(", ")}** in ${countOf(record.requests, "request")}; seed ${record.seed}.`,
    "",
    "| | tested | of |",
    "| --- | ---: | ---: |",
    `| operations | ${tested} | ${record.operations.length} |`,
    `| transitions | ${covered} | ${total} |`,
    "",
    ...(failed + unreached === 0
      ? []
      : [`${countOf(failed, "transition")} went another way, ${unreached} could not be reached.`, ""]),
    ...[...errors, ...warnings].flatMap(renderFault),
    ...(notes.length === 0
      ? []
      : ["### Notes", "", ...notes.map(({ id, message }) => `- ${id}: ${text(message)}`), ""]),
    ...(untested.length === 0
      ? []
      : [
          "### Not tested",
          "",
          "| operation | why |",
          "| --- | --- |",
          ...untested.map(
            ({ key, reason }) => `| ${code(key)} | ${text(reason ?? "no call could be planned")} |`,
          ),
          "",
        ]),
    ...record.problems.map(({ message }) => `> ${text(message)}\n`),
  ].join("\n");
}

function renderFault(fault: Fault): readonly string[] {
  const calls = relevantExchanges(fault).map((exchange) => renderExchange(exchange));
  const files = Object.values(fault.files ?? {});
  return [
    `### ${fault.id}: ${text(fault.message)}`,
    "",
    `- expected: ${text(fault.expected)}`,
    `- got: ${text(fault.got)}`,
    `- why: ${text(fault.why)}`,
    ...(files.length === 0 ? [] : [`- files: ${files.map(code).join(", ")}`]),
    "",
    ...calls.map((call, index) => `${index + 1}. ${code(call)}`),
    "",
  ];
}

/** What a service answers must not become markup, nor end a cell of a table. */
function text(value: string): string {
  return value
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/[\\`*_{}[\]<>#|~@]/g, (mark) => `\\${mark}`);
}

function code(value: string): string {
  const line = value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

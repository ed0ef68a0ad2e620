import { countOf } from "#base/count-of";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord } from "#calls/run-record";
import { alsoOf } from "./also.js";
import { renderAnswer, renderExchange } from "./render-exchange.js";
import { describeActions, headlineOf, untestedIn } from "./untested.js";

/** A summary for a pull request: the verdict first, then each fault, then what was not tested and why. */
export function renderMarkdown(record: RunRecord): string {
  const of = (verdict: Fault["verdict"]) => record.faults.filter((fault) => fault.verdict === verdict);
  const [errors, warnings, notes] = [of("ERR"), of("WARN"), of("NOTE")];
  const tested = record.operations.filter(({ verdict }) => verdict !== "NOT_TESTED").length;
  const { covered, total } = record.transitions;
  const { tone, text: counts } = headlineOf(record);
  return [
    `## Piolet: ${text(record.title)}`,
    "",
    `**${counts}** in ${countOf(record.requests, "request")}; seed ${record.seed}.`,
    "",
    "| | tested | of |",
    "| --- | ---: | ---: |",
    `| operations | ${tested} | ${record.operations.length} |`,
    `| transitions | ${covered} | ${total} |`,
    "",
    ...(tone === "warn" && errors.length + warnings.length === 0
      ? ["Nothing was found, but not everything was tested.", ""]
      : []),
    ...[...errors, ...warnings].flatMap(renderFault),
    ...(notes.length === 0
      ? []
      : ["### Notes", "", ...notes.map(({ id, message }) => `- ${id}: ${text(message)}`), ""]),
    ...renderUntested(record),
    ...record.problems.map(({ message }) => `> ${text(message)}\n`),
  ].join("\n");
}

function renderUntested(record: RunRecord): readonly string[] {
  const { operations, transitions, leftOut } = untestedIn(record);
  const { failed, unreached } = record.transitions;
  const part = (head: string, rows: readonly string[]) => (rows.length === 0 ? [] : [head, "", ...rows, ""]);
  return [
    ...part(
      "### Not tested",
      operations.length === 0
        ? []
        : [
            "| operation | why |",
            "| --- | --- |",
            ...operations.flatMap(({ reason, keys }) =>
              keys.map((key) => `| ${code(key)} | ${text(reason)} |`),
            ),
          ],
    ),
    ...part(
      `### Not covered: ${countOf(failed, "transition")} went another way, ${unreached} could not be reached`,
      transitions.map(({ reason, actions }) => `- ${text(`${reason}: ${describeActions(actions)}`)}`),
    ),
    ...part(
      "### Left out",
      leftOut.map((sentence) => `- ${text(sentence)}`),
    ),
  ];
}

function renderFault(fault: Fault): readonly string[] {
  const calls = relevantExchanges(fault).map((exchange) => renderExchange(exchange));
  const looks = (fault.looks ?? []).map((look) => renderAnswer(look));
  const files = Object.values(fault.files ?? {});
  const also = alsoOf(fault);
  return [
    `### ${fault.id}: ${text(fault.message)}`,
    "",
    `- expected: ${text(fault.expected)}`,
    `- got: ${text(fault.got)}`,
    `- why: ${text(fault.why)}`,
    ...(also.at.length === 0 ? [] : [`- also at: ${also.at.map(text).join("; ")}`]),
    ...(also.as.length === 0 ? [] : [`- also as: ${also.as.map(text).join("; ")}`]),
    ...(files.length === 0 ? [] : [`- files: ${files.map(code).join(", ")}`]),
    "",
    ...calls.map((call, index) => `${index + 1}. ${code(call)}`),
    "",
    ...looks.flatMap((look) => [`Seen in ${code(look)}`, ""]),
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

import { countOf } from "#base/count-of";
import { relevantExchanges } from "#calls/relevant-exchanges";
import type { Fault, RunRecord, StageRecord } from "#calls/run-record";
import { alsoOf } from "./also.js";
import { type Paint, PLAIN } from "./paint.js";
import { renderAnswer, renderExchange } from "./render-exchange.js";
import { renderLeftovers } from "./render-leftovers.js";
import { stageMark } from "./stage-mark.js";
import { describeActions, headlineOf, untestedIn } from "./untested.js";

type Head = Pick<RunRecord, "piolet" | "title" | "seed"> & {
  readonly operations: number;
  readonly resources: number;
};

/** The whole report as text; the command line prints the same parts one by one as they become known. */
export function renderText(record: RunRecord, paint: Paint = PLAIN): string {
  const resources = new Set(
    record.operations.flatMap(({ resource }) => (resource === null ? [] : [resource])),
  ).size;
  const head = { ...record, operations: record.operations.length, resources };
  return [
    renderHead(head, paint),
    ...record.stages.map((stage) => renderStage(stage, paint)),
    ...renderResults(record, paint),
  ].join("\n");
}

export function renderHead(head: Head, paint: Paint): string {
  const counted = `${countOf(head.operations, "operation")}, ${countOf(head.resources, "resource")}`;
  return `${paint.bold(`piolet ${head.piolet}`)}   ${head.title}   ${counted}   seed ${head.seed}`;
}

export function renderStage(stage: StageRecord, paint: Paint): string {
  return ` ${stageMark(stage, paint)} ${stage.name.padEnd(9)} ${stage.summary.padEnd(50)} ${paint.dim(stage.cost)}`.trimEnd();
}

/** Everything that is known only at the end. */
export function renderResults(record: RunRecord, paint: Paint): string[] {
  return [
    ...record.faults
      .filter((fault) => fault.verdict !== "NOTE")
      .flatMap((fault) => ["", ...renderFault(fault, paint)]),
    ...renderNotes(record, paint),
    ...renderAccess(record, paint),
    ...renderUntested(record, paint),
    ...renderCleanup(record, paint),
    ...renderBystanders(record, paint),
    ...renderStaleAccepts(record, paint),
    "",
    renderVerdict(record, paint),
  ];
}

function renderFault(fault: Fault, paint: Paint): string[] {
  const colour = fault.verdict === "ERR" ? paint.bad : paint.warn;
  const shown = relevantExchanges(fault);
  const calls = shown.map(
    (exchange, index) => `${String(index + 1).padStart(2)}. ${renderExchange(exchange)}`,
  );
  const operations = shown.map(({ call }) => call.operation).join(", ");
  const also = alsoOf(fault);
  const seen =
    fault.tried > 1 ? `seen in ${fault.reproduced} of ${fault.tried} runs` : "seen once, in passing";
  const unfinished = fault.shrunk?.unfinished === true ? ", as far as there were requests for it" : "";
  const row = (name: string, text: string) => `     ${paint.dim(name.padEnd(9))} ${text}`;
  return [
    ` ${colour(paint.bold(fault.id.padEnd(3)))} ${paint.bold(fault.message)}`,
    row("expected", fault.expected),
    row("got", fault.got),
    row("why", fault.why),
    ...calls.map((call, index) => row(index === 0 ? "calls" : "", call)),
    ...(fault.looks ?? []).map((look) => row("seen in", renderAnswer(look))),
    ...also.at.map((place, index) => row(index === 0 ? "also at" : "", place)),
    ...also.as.map((message, index) => row(index === 0 ? "also as" : "", message)),
    row("", paint.dim(`${fault.oracle}; ${seen}${fault.count > 1 ? `; met ${fault.count} times` : ""}`)),
    ...(fault.shrunk === undefined
      ? []
      : [`     shrunk to ${countOf(shown.length, "call")}${unfinished}: ${operations}`]),
    ...renderFiles(fault),
    ...(fault.unexported === undefined ? [] : [`     no script: ${fault.unexported}`]),
  ];
}

/** What a file of this kind is run by. */
const RUN_BY: Readonly<Record<string, string>> = { sh: "curl", test: "vitest" };

function renderFiles({ id, files = {}, replay }: Fault): string[] {
  if (files.json === undefined) return [];
  const told = Object.entries(files).flatMap(([kind, path]) => {
    const what = Object.hasOwn(RUN_BY, kind) ? ` (${RUN_BY[kind]})` : "";
    return kind === "json" && files.sh !== undefined ? [] : [`${path}${what}`];
  });
  return [`     ${replay === undefined ? "" : `piolet replay ${id}      `}${told.join("   ")}`];
}

function renderNotes(record: RunRecord, paint: Paint): string[] {
  const notes = record.faults.filter((fault) => fault.verdict === "NOTE");
  return notes.length === 0
    ? []
    : ["", ...notes.map((note) => ` ${paint.dim(note.id.padEnd(3))} ${note.message}`)];
}

/** Who may do what; only where somebody could who perhaps should not. */
function renderAccess({ access = [], faults }: RunRecord, paint: Paint): string[] {
  const isAbout = ({ oracle, verdict }: Fault) =>
    verdict !== "NOTE" && (oracle === "others-kept-out" || oracle === "credentials-needed");
  if (access.length === 0 || !faults.some(isAbout)) return [];
  const width = Math.max(...access.map(({ operation }) => operation.length));
  const cell = (status: number | null) => String(status ?? "–").padEnd(8);
  const rows = access.map(({ operation, owner, other, nobody, reason = "" }) =>
    `     ${operation.padEnd(width)}  ${cell(owner)}${cell(other)}${cell(nobody)}${paint.dim(reason)}`.trimEnd(),
  );
  const head = `     ${"".padEnd(width)}  ${paint.dim("owner   other   nobody")}`;
  return ["", ` ${paint.bold("Who may do what")}`, head, ...rows];
}

const MOST_LINES = 20;

/** What nobody looked at: nothing found there is no good news. */
function renderUntested(record: RunRecord, paint: Paint): string[] {
  const { operations, transitions, leftOut, stopped } = untestedIn(record);
  const number = operations.reduce((sum, { keys }) => sum + keys.length, 0);
  const { failed, unreached } = record.transitions;
  return [
    ...part(
      `Not tested: ${countOf(number, "operation")}`,
      operations.flatMap(({ reason, keys }) => [`     ${reason}`, ...keys.map((key) => `       ${key}`)]),
      paint,
    ),
    ...part(
      `Not covered: ${countOf(failed + unreached, "transition")}`,
      transitions.flatMap(({ reason, actions }) => [`     ${reason}`, `       ${describeActions(actions)}`]),
      paint,
    ),
    ...part("Left out", indented(leftOut), paint),
    ...part("Not done", indented(stopped), paint),
  ];
}

function part(head: string, rows: readonly string[], paint: Paint): string[] {
  const shown = rows.slice(0, MOST_LINES);
  const more = rows.length > shown.length ? [`     and ${rows.length - shown.length} more`] : [];
  return rows.length === 0 ? [] : ["", ` ${paint.warn(head)}`, ...shown, ...more];
}

function indented(sentences: readonly string[]): readonly string[] {
  return sentences.map((sentence) => `     ${sentence}`);
}

function renderCleanup({ cleanup }: RunRecord, paint: Paint): string[] {
  const { left } = cleanup;
  const head = `Left behind: ${countOf(left.length, "thing")} that could not be deleted`;
  return part(head, indented(renderLeftovers(left)), paint);
}

/** What others have on the service, before and after. */
function renderBystanders({ bystanders, problems }: RunRecord, paint: Paint): string[] {
  if (bystanders === undefined || bystanders.looked === 0) return [];
  const changes = problems.filter(({ code }) => code === "bystanders-changed").map(({ message }) => message);
  if (changes.length > 0) return part("Not as before", indented(changes), paint);
  return [
    "",
    ` ${paint.dim(`What the run has not made is as before: ${countOf(bystanders.looked, "thing")} looked at`)}`,
  ];
}

function renderStaleAccepts({ problems }: RunRecord, paint: Paint): string[] {
  const stale = problems.filter(({ code }) => code === "accept-stale").map(({ message }) => message);
  return part("Accepted, but not seen", indented(stale), paint);
}

function renderVerdict(record: RunRecord, paint: Paint): string {
  const { tone, text, scope } = headlineOf(record);
  const cost = `${countOf(record.requests, "request")}, ${(record.milliseconds / 1000).toFixed(1)} s`;
  return ` ${paint[tone](paint.bold(text))}   ${scope}, ${cost}   seed ${record.seed}`;
}

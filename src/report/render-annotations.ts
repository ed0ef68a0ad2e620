import type { RunRecord } from "#calls/run-record";
import type { OperationLines } from "./render-sarif.js";

const COMMAND = { ERR: "error", WARN: "warning", NOTE: "notice" } as const;

/** Lines that GitHub Actions turns into remarks at the operations of the document. */
export function renderAnnotations(record: RunRecord, lines: OperationLines): readonly string[] {
  return record.faults.map(({ id, verdict, message, expected, got, operation }) => {
    const place = `file=${property(record.document)},line=${lines.get(operation) ?? 1},title=${property(`Piolet ${id}`)}`;
    return `::${COMMAND[verdict]} ${place}::${data(`${message}\nexpected: ${expected}\ngot: ${got}`)}`;
  });
}

/** A line that begins with two colons is a command: nothing that a service answers may begin one. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

import { checkType } from "./check-calls.js";
import { answerSchemas, type Checking, operationsAnswered } from "./checking.js";
import { placeIn } from "./place-in-body.js";
import type { Capture, Receive } from "./protocol.js";
import { bodySchemasOf, responsesFor } from "./response-schemas.js";
import { suggestName } from "./suggest-name.js";

/** What is awaited and taken from answers: that the document knows the status, and what is taken is there. */
export function checkAnswers(checking: Checking): void {
  for (const { step } of checking.graph.nodes) {
    if (step?.kind !== "receive") continue;
    checkStatus(step, checking);
    checkNames(step, checking);
    for (const capture of step.captures) checkCapture(step, capture, checking);
  }
}

function checkStatus(step: Receive, checking: Checking): void {
  for (const operation of operationsAnswered(step, checking)) {
    if (responsesFor(operation, step.status).length > 0) continue;
    const declared = operation.responses.map(({ status }) => status).join(", ");
    const message = `${operation.key} declares no ${step.status} in the document: what it says there is not checked.`;
    const hint = declared === "" ? "It declares none at all." : `It declares ${declared}.`;
    checking.report("warning", "protocol-undeclared-status", message, hint, step.span);
  }
}

function checkNames({ captures }: Receive, { report }: Checking): void {
  const names = new Set<string>();
  for (const { name, span } of captures) {
    if (names.has(name)) {
      const message = `This answer gives the name \`${name}\` to two values.`;
      report("error", "protocol-duplicate-variable", message, "Rename one of them.", span);
    }
    names.add(name);
  }
  const [, second] = captures.filter(({ from }) => !from);
  if (second) {
    const message = `\`${second.name}\` would be the whole body, which has a name already.`;
    report(
      "error",
      "protocol-capture",
      message,
      `Say which part it is: ${second.name} = /field.`,
      second.span,
    );
  }
}

function checkCapture(step: Receive, capture: Capture, checking: Checking): void {
  const { from, type, name } = capture;
  const { report, api } = checking;
  if (from?.kind === "body") {
    const places = operationsAnswered(step, checking).map((operation) =>
      placeIn(bodySchemasOf(responsesFor(operation, step.status)), from.pointer, api),
    );
    const [place] = places;
    if (place?.kind === "undeclared" && places.every(({ kind }) => kind === "undeclared")) {
      const message = `By the document the answer has no \`${place.token}\` at ${from.pointer}.`;
      report("warning", "protocol-capture", message, () => suggestName(place.token, place.known), from.span);
    }
  }
  if (!type) return;
  const declared =
    from !== undefined && from.kind !== "body" ? [] : answerSchemas(step, from?.pointer ?? "", checking);
  checkType(type, declared, `\`${name}\``, checking);
}

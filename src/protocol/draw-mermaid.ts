import { unreachable } from "#base/unreachable";
import { printReceive, printSend } from "./print-protocol.js";
import type { Protocols, Session, Step } from "./protocol.js";

/** A line of a diagram has little room. */
const MOST = 90;

/**
 * Protocols as Mermaid sequence diagrams, one for each. Choices are `alt` blocks and recursions `loop` blocks, so that
 * a diagram has the shape of the text.
 */
export function drawMermaid({ definitions }: Protocols): string {
  const diagrams = definitions.map(({ name, body }) => [
    "sequenceDiagram",
    `  title ${text(name)}`,
    "  participant C as client",
    "  participant S as service",
    ...drawSession(body, 1),
  ]);
  return `${diagrams.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function drawSession({ steps }: Session, depth: number): readonly string[] {
  return steps.flatMap((step) => drawStep(step, depth));
}

function drawStep(step: Step, depth: number): readonly string[] {
  const line = (content: string, deeper = 0) => `${"  ".repeat(depth + deeper)}${content}`;
  switch (step.kind) {
    case "send":
      return [line(`C->>S: ${text(printSend(step).slice(1))}`)];
    case "receive":
      return [line(`S-->>C: ${text(printReceive(step).slice(2))}`)];
    case "jump":
      return [line(`Note over C,S: ${text(step.name)}`)];
    case "recursion":
      return [line(`loop ${text(step.name)}`), ...drawSession(step.body, depth + 1), line("end")];
    case "choice": {
      const who = step.side === "internal" ? "client" : "service";
      return [
        ...step.branches.flatMap((branch, index) => [
          line(index === 0 ? `alt the ${who} chooses` : "else"),
          ...(branch.steps.length === 0 ? [line("Note over C,S: end", 1)] : drawSession(branch, depth + 1)),
        ]),
        line("end"),
      ];
    }
    default:
      return unreachable(step);
  }
}

/** Semicolons and hashes have a meaning of their own to Mermaid, and so have line breaks. */
function text(content: string): string {
  const line = content.replace(/\s+/g, " ");
  const short = line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
  return short.replace(/[#;]/g, (sign) => (sign === "#" ? "#35;" : "#59;"));
}

import { unreachable } from "#base/unreachable";
import { printFormula } from "#glacier/print-formula";
import { printTarget } from "./parse-arguments.js";
import { printSource } from "./parse-captures.js";
import { printOperationName } from "./parse-operation-name.js";
import { printType } from "./parse-type.js";
import type { Argument, Assertion, Capture, Protocols, Receive, Send, Session, Step } from "./protocol.js";

/** A line as it grows: what comes behind it goes before its comment. */
interface Line {
  readonly indent: number;
  text: string;
  comment?: string;
}

const WIDTH = 100;

/**
 * The canonical text: what parses to the same tree. A call and its answer share a line where they fit, every
 * branch begins one, and the end is not written unless there is nothing else.
 */
export function printProtocol(protocols: Protocols): string {
  const parts = protocols.definitions.map(({ name, body, before }) => {
    const lines = printSession(body, 1);
    const [first] = lines;
    const short = lines.length === 1 && first && name.length + 3 + first.text.length <= WIDTH;
    const head = short
      ? [{ ...first, indent: 0, text: `${name} = ${first.text}` }]
      : [line(0, `${name} =`), ...lines];
    return [...before.map((comment) => line(0, comment)), ...head].map(render).join("\n");
  });
  if (protocols.closing.length > 0) parts.push(protocols.closing.join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** `hanging`: all but the first step stand further in, so that the branches of a choice can be told apart. */
function printSession(session: Session, indent: number, hanging = false): Line[] {
  const lines: Line[] = [];
  let previous: Step | undefined;
  for (const step of session.steps) {
    const inside = hanging && previous ? indent + 1 : indent;
    const own = previous?.kind === "send" && isAnswer(step) ? inside + 1 : inside;
    const block = printStep(step, previous && shareLine(previous, step) ? inside : own);
    const [first, ...rest] = block;
    const last = lines.at(-1);
    if (last) last.text += ".";
    if (first && last && previous && shareLine(previous, step) && width(last) + first.text.length <= WIDTH) {
      last.text += first.text;
      if (first.comment !== undefined) last.comment = first.comment;
      lines.push(...rest);
    } else {
      lines.push(...step.before.map((comment) => line(own, comment)), ...printStep(step, own));
    }
    previous = step;
  }
  return lines.length > 0 ? lines : [line(indent, "end")];
}

function shareLine(previous: Step, step: Step): boolean {
  if (previous.after !== undefined || step.before.length > 0) return false;
  if (step.kind === "jump") return true;
  return previous.kind === "send" && isAnswer(step);
}

function isAnswer(step: Step): boolean {
  return step.kind === "receive" || (step.kind === "choice" && step.side === "external");
}

function printStep(step: Step, indent: number): Line[] {
  const lines = stepLines(step, indent);
  const last = lines.at(-1);
  if (last && step.after !== undefined) last.comment = step.after;
  return lines;
}

function stepLines(step: Step, indent: number): Line[] {
  switch (step.kind) {
    case "send":
      return [line(indent, printSend(step))];
    case "receive":
      return [line(indent, printReceive(step))];
    case "jump":
      return [line(indent, step.name)];
    case "choice": {
      const branches = step.branches.flatMap((branch, index) => {
        const lines = printSession(branch, indent + 1, true);
        const last = lines.at(-1);
        if (last && index < step.branches.length - 1) last.text += ",";
        return lines;
      });
      return [
        line(indent, step.side === "internal" ? "+{" : "&{"),
        ...branches,
        ...step.closing.map((comment) => line(indent + 1, comment)),
        line(indent, "}"),
      ];
    }
    case "recursion":
      return [
        line(indent, `rec ${step.name}.(`),
        ...printSession(step.body, indent + 1),
        ...step.closing.map((comment) => line(indent + 1, comment)),
        line(indent, ")"),
      ];
    default:
      return unreachable(step);
  }
}

/** A call as one line of text, without what follows it. */
export function printSend({ operation, arguments: given, weight, condition }: Send): string {
  const stated = condition && printAssertion(condition);
  // A number alone is a probability.
  const isNumber = condition?.kind === "formula" && condition.formula.kind === "literal";
  const guard = weight === undefined && isNumber ? `(${stated})` : stated;
  const annotation = [weight && String(weight.value), guard].filter((part) => part !== undefined).join("@");
  const call = `!${printOperationName(operation)}(${given.map(printArgument).join(", ")})`;
  return annotation === "" ? call : `${call}<${annotation}>`;
}

/** An expected answer as one line of text. */
export function printReceive({ status, captures, assertion }: Receive): string {
  const answer = `?C${status}(${captures.map(printCapture).join(", ")})`;
  return assertion ? `${answer}<${printAssertion(assertion)}>` : answer;
}

function printArgument({ target, value }: Argument): string {
  const text = printValue(value);
  return target ? `${printTarget(target)} = ${text}` : text;
}

/** What an argument gives, without its target. */
export function printValue(value: Argument["value"]): string {
  switch (value.kind) {
    case "variable":
      return value.name;
    case "literal":
      return JSON.stringify(value.value);
    case "declaration": {
      const { name, type, generator } = value;
      const call = generator && [generator.name, ...generator.literals.map(printValue)].join(" ");
      return `${name}: ${printType(type)}${call === undefined ? "" : `(${call})`}`;
    }
    default:
      return unreachable(value);
  }
}

function printCapture({ name, type, from }: Capture): string {
  return `${name}${type ? `: ${printType(type)}` : ""}${from ? ` = ${printSource(from)}` : ""}`;
}

export function printAssertion(assertion: Assertion): string {
  switch (assertion.kind) {
    case "formula":
      return printFormula(assertion.formula);
    case "call":
      return `${assertion.name}(${assertion.arguments.map(printFormula).join(", ")})`;
    case "opaque":
      return assertion.text;
    default:
      return unreachable(assertion);
  }
}

function line(indent: number, text: string): Line {
  return { indent, text };
}

function width({ indent, text }: Line): number {
  return 2 * indent + text.length;
}

function render({ indent, text, comment }: Line): string {
  return `${"  ".repeat(indent)}${text}${comment === undefined ? "" : `  ${comment}`}`;
}

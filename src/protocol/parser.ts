import type { Problem } from "#base/problem";
import { Cursor, show } from "./cursor.js";
import { parseArguments } from "./parse-arguments.js";
import { parseAssertion, parseSendAnnotation } from "./parse-assertion.js";
import { parseCaptures } from "./parse-captures.js";
import { parseOperationName } from "./parse-operation-name.js";
import type { Choice, Definition, Protocols, Session, Step } from "./protocol.js";

const STATUS = /C?([1-5](?:\d\d|XX|xx))(?![\p{L}\p{N}_$])/uy;

/**
 * Recursive descent, one method per construct. `.` joins steps, and a session goes on until a step without a
 * dot behind it. The body of `rec X.` is the parenthesis that follows, and without one all the rest.
 */
export class Parser {
  readonly #cursor: Cursor;

  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  get warnings(): readonly Problem[] {
    return this.#cursor.warnings;
  }

  parse(): Protocols {
    const cursor = this.#cursor;
    const definitions: Definition[] = [];
    do definitions.push(this.#definition());
    while (cursor.isAtDefinition());
    const rest = cursor.peek();
    if (rest.kind !== "end") {
      const message = `The protocol \`${definitions.at(-1)?.name}\` is complete before ${show(rest)}.`;
      cursor.fail(
        rest.start,
        message,
        "Put a dot between steps, a comma between branches, `name =` before another protocol.",
      );
    }
    cursor.take();
    return { definitions, closing: cursor.takeComments() };
  }

  #definition(): Definition {
    const cursor = this.#cursor;
    const name = cursor.take();
    const before = cursor.takeComments();
    if (name.kind !== "name" || isWord(name.text)) {
      const message = `A protocol begins with its name, and there is ${show(name)}.`;
      cursor.fail(name.start, message, "Write `S = !operation().?C200()`.");
    }
    const nameSpan = cursor.span(name.start);
    cursor.expect("=", `The protocol \`${name.text}\` needs a definition.`);
    return { name: name.text, nameSpan, body: this.#session(), before };
  }

  #session(): Session {
    const cursor = this.#cursor;
    const steps: Step[] = [];
    cursor.skipSpace();
    const start = cursor.offset;
    for (;;) {
      if (cursor.isAtWord("end") && !cursor.isAtDefinition()) {
        cursor.take();
        if (cursor.isAt("."))
          cursor.fail(cursor.peek().start, "Nothing can follow `end`.", "Remove `end`, or what follows it.");
        break;
      }
      if (this.#isAtNothing()) break;
      steps.push(...this.#steps());
      if (!cursor.takeIf(".")) break;
    }
    return { steps, span: cursor.span(start) };
  }

  /** An end that is not written: where a session has to stop anyway. */
  #isAtNothing(): boolean {
    const cursor = this.#cursor;
    return (
      cursor.peek().kind === "end" ||
      [",", "}", ")"].some((symbol) => cursor.isAt(symbol)) ||
      cursor.isAtDefinition()
    );
  }

  #steps(): readonly Step[] {
    const cursor = this.#cursor;
    const token = cursor.peek();
    if (cursor.isAt("(")) return this.#group();
    cursor.countStep();
    if (cursor.isAt("!")) return [this.#send()];
    if (cursor.isAt("?")) return [this.#receive()];
    if (cursor.isAt("+") || cursor.isAt("&"))
      return [this.#choice(token.text === "+" ? "internal" : "external")];
    if (cursor.isAtWord("rec")) return [this.#recursion()];
    cursor.take();
    if (token.kind !== "name") {
      const message = `A step is expected, and there is ${show(token)}.`;
      cursor.fail(
        token.start,
        message,
        "Write !operation(), ?C200(), +{…}, &{…}, rec X.(…), a name, or end.",
      );
    }
    const jump = {
      kind: "jump" as const,
      name: token.text,
      span: cursor.span(token.start),
      before: cursor.takeComments(),
    };
    return [cursor.closeStep(jump)];
  }

  /** Parentheses only group: the steps inside are steps of the session around them. */
  #group(): readonly Step[] {
    const cursor = this.#cursor;
    cursor.take();
    const { steps } = cursor.nested(() => this.#session());
    cursor.expect(")", "The parenthesis is not closed.");
    return steps;
  }

  #send(): Step {
    const cursor = this.#cursor;
    const start = cursor.take().start;
    const before = cursor.takeComments();
    const operation = parseOperationName(cursor);
    const given = parseArguments(cursor);
    const annotation = parseSendAnnotation(cursor);
    const span = cursor.span(start);
    return cursor.closeStep({ kind: "send", operation, arguments: given, ...annotation, span, before });
  }

  #receive(): Step {
    const cursor = this.#cursor;
    const start = cursor.take().start;
    const before = cursor.takeComments();
    const status = cursor.takeMatch(STATUS)?.[1]?.toUpperCase();
    if (status === undefined) {
      const token = cursor.peek();
      return cursor.fail(
        token.start,
        `A status is expected, and there is ${show(token)}.`,
        "Write C201, or C2XX for any of its class.",
      );
    }
    const captures = parseCaptures(cursor);
    const assertion = cursor.isAt("<") ? { assertion: parseAssertion(cursor, cursor.take()) } : {};
    const span = cursor.span(start);
    return cursor.closeStep({ kind: "receive", status, captures, ...assertion, span, before });
  }

  #choice(side: Choice["side"]): Step {
    const cursor = this.#cursor;
    const sign = cursor.take();
    const before = cursor.takeComments();
    cursor.expect("{", "The branches of a choice stand in braces.");
    const branches: Session[] = [];
    cursor.nested(() => {
      do {
        // A comma behind the last branch is no branch.
        if (branches.length > 0 && cursor.isAt("}")) break;
        branches.push(this.#branch());
      } while (cursor.takeIf(","));
    });
    cursor.expect("}", "The choice is not closed.");
    const closing = cursor.takeComments();
    return cursor.closeStep({
      kind: "choice",
      side,
      branches,
      span: cursor.span(sign.start),
      before,
      closing,
    });
  }

  #branch(): Session {
    const token = this.#cursor.peek();
    if (this.#cursor.isAt(",") || this.#cursor.isAt("}")) {
      this.#cursor.fail(
        token.start,
        `A branch is expected, and there is ${show(token)}.`,
        "Write `end` for a branch that does nothing.",
      );
    }
    return this.#session();
  }

  #recursion(): Step {
    const cursor = this.#cursor;
    const start = cursor.take().start;
    const before = cursor.takeComments();
    const name = cursor.take();
    if (name.kind !== "name" || isWord(name.text)) {
      cursor.fail(
        name.start,
        `The name of the recursion is expected, and there is ${show(name)}.`,
        "Write rec X.(… X …).",
      );
    }
    const nameSpan = cursor.span(name.start);
    cursor.expect(".", "Between the name of a recursion and its body");
    const parenthesis = cursor.takeIf("(");
    const body = cursor.nested(() => this.#session());
    if (parenthesis) cursor.expect(")", "The parenthesis of the recursion is not closed.");
    const closing = parenthesis ? cursor.takeComments() : [];
    const span = cursor.span(start);
    return cursor.closeStep({ kind: "recursion", name: name.text, nameSpan, body, span, before, closing });
  }
}

function isWord(name: string): boolean {
  return name === "rec" || name === "end";
}

import { unreachable } from "#base/unreachable";
import type { Call } from "#calls/call";
import type { Condition, Derived, Operand } from "#calls/check";
import { canonicalPointer } from "./canonical-json.js";
import { quote } from "./shell-quote.js";
import type { ShellValues } from "./shell-values.js";
import { type Source, sourceOf } from "./source.js";

/** Conditions as functions of a script: the shell has no expressions that could be nested instead. */
export class ShellConditions {
  readonly functions: string[] = [];

  constructor(
    private readonly values: ShellValues,
    private readonly calls: ReadonlyMap<string, Call>,
  ) {}

  /** Adds a function to the script and gives its name. */
  #define(kind: string, body: string): string {
    const name = `${kind}_${this.functions.length + 1}`;
    this.functions.push(`${name}() { ${body}; }`);
    return name;
  }

  #operand(operand: Operand): string {
    switch (operand.kind) {
      case "item": {
        const { list, id, fields, pointer } = operand;
        const found = this.#source(id);
        const names = fields.map((field) => quote(canonicalPointer(`/${escapeToken(field)}`).slice(1)));
        const place = `${this.#listAt(list)} "$id" ${quote(canonicalPointer(pointer))} ${names.join(" ")}`;
        return this.#define(
          "value",
          `local id; id=$(${this.values.command(found)}) || return 2; item ${place}`,
        );
      }
      case "count":
        return this.#define("value", `count ${this.#listAt(operand.list)} ${operand.plus}`);
      case "sum": {
        const [more, less] = [operand.of, operand.less].map((of) => of.map((one) => this.#operand(one)));
        return this.#define("value", `sum ${[...(more ?? []), "-", ...(less ?? [])].join(" ")}`);
      }
      case "each":
        return this.#define("value", `at "$each_in" "$each_at"${quote(canonicalPointer(operand.pointer))}`);
      default:
        return this.#define("value", this.values.command(this.#source(operand)));
    }
  }

  #source(operand: Exclude<Operand, Derived>): Source {
    // A reference to what was not sent is a value that is not there.
    return sourceOf(operand, this.calls) ?? { kind: "answer", call: "", pointer: "" };
  }

  #listAt(list: Operand): string {
    const source = list.kind === "reference" ? this.#source(list) : undefined;
    return source?.kind === "answer"
      ? `${this.values.name(source.call)} ${quote(canonicalPointer(source.pointer))}`
      : "s0 ''";
  }

  /** The name of a function that is true, false, or cannot tell. */
  write(condition: Condition): string {
    switch (condition.kind) {
      case "status":
        return this.#define(
          "check",
          `status ${this.values.name(condition.call)} ${condition.is.map(quote).join(" ")}`,
        );
      case "equal": {
        const [left, right] = [this.#operand(condition.left), this.#operand(condition.right)];
        const how = `${condition.not === true ? "not" : "is"} ${condition.as === "text" ? "text" : "json"}`;
        return this.#define("check", `equal ${left} ${right} ${how}`);
      }
      case "part":
        return this.#define(
          "check",
          `part ${this.#operand(condition.part)} ${this.#operand(condition.whole)}`,
        );
      case "present": {
        const readable = this.#define("readable", this.#readable(condition.at));
        const place = this.#operand(condition.at);
        return this.#define("check", `present ${place} ${readable} ${condition.not === true ? "not" : "is"}`);
      }
      case "type":
        return this.#define("check", `of_type ${this.#operand(condition.at)} ${condition.is.join(" ")}`);
      case "within": {
        const { items, list, except } = condition;
        const lists = `${this.#listAt(items)} ${this.#listAt(list)}`;
        if (except === undefined) return this.#define("check", `within ${lists}`);
        const id = this.values.command(this.#source(except.id));
        const field = quote(canonicalPointer(`/${escapeToken(except.field)}`).slice(1));
        return this.#define("check", `local id; id=$(${id}) || return 2; within ${lists} ${field} "$id"`);
      }
      case "most": {
        const [left, right] = [this.#operand(condition.left), this.#operand(condition.right)];
        return this.#define("check", `most ${left} ${right} ${condition.less === true ? "less" : "most"}`);
      }
      case "every":
      case "some":
        return this.#define(
          "check",
          `of_items ${condition.kind} ${this.#listAt(condition.list)} ${this.write(condition.that)}`,
        );
      case "body":
        return this.#define("check", `body ${this.values.name(condition.call)} ${condition.is}`);
      case "all":
      case "any":
        return this.#define(
          "check",
          `${condition.kind} ${condition.of.map((part) => this.write(part)).join(" ")}`,
        );
      default:
        return unreachable(condition);
    }
  }

  #readable(operand: Operand): string {
    if (operand.kind === "item") {
      return `is_list ${this.#listAt(operand.list)} && ${this.values.command(this.#source(operand.id))} >/dev/null`;
    }
    const source = operand.kind === "reference" ? this.#source(operand) : undefined;
    return source?.kind === "answer" ? `readable_body ${this.values.name(source.call)}` : "true";
  }
}

function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

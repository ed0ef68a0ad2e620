import type { Json } from "#base/json";
import { formatPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import { canonicalJson, canonicalPointer, canonicalText } from "./canonical-json.js";
import type { Reproduction } from "./reproduction.js";
import { quote } from "./shell-quote.js";
import type { Source } from "./source.js";

/** How a script writes values: as words of a command, as variables, and as commands that print them. */
export class ShellValues {
  readonly #names: ReadonlyMap<string, string>;
  readonly #fresh: ReadonlyMap<string, string>;
  /** Fresh numbers that are always the same: they are sent as JSON usually spells them, and compared in the one spelling. */
  readonly #numbers: ReadonlyMap<string, Json>;
  /** Shell variables by what they hold. */
  readonly #variables = new Map<string, string>();

  constructor({ steps, fresh }: Pick<Reproduction, "steps" | "fresh">) {
    this.#names = new Map(steps.map(({ id, name }) => [id, name]));
    this.#fresh = new Map(fresh.map(({ name }, index) => [name, `fresh_${index + 1}`]));
    this.#numbers = new Map(
      fresh
        .filter(({ isNumber, moved }) => isNumber && moved === "")
        .map(({ name, before, after }) => [name, JSON.parse(before + after) as Json]),
    );
  }

  /** JSON as a word of the shell, sent just so. */
  json(source: Source): string {
    switch (source.kind) {
      case "json":
        return quote(JSON.stringify(source.value));
      case "object": {
        const members = source.members.map(
          ([name, member]) => `${quote(`${JSON.stringify(name)}:`)}${this.json(member)}`,
        );
        return `'{'${members.join("','")}'}'`;
      }
      case "array":
        return `'['${source.items.map((item) => this.json(item)).join("','")}']'`;
      case "wrapped":
        return `"$(quoted ${this.text(source)})"`;
      default:
        return `"$${this.variable(source)}"`;
    }
  }

  /** Plain text as a word of the shell: a header's value. */
  text(source: Source): string {
    switch (source.kind) {
      case "json":
        return quote(typeof source.value === "string" ? source.value : JSON.stringify(source.value));
      case "wrapped":
        return `${quote(source.prefix)}${this.text(source.of)}${quote(source.suffix)}`;
      case "object":
      case "array":
        return this.json(source);
      default:
        return `"$(text "$${this.variable(source)}")"`;
    }
  }

  encoded(source: Source): string {
    if (source.kind === "json") {
      const { value } = source;
      return quote(encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value)));
    }
    return source.kind === "object" || source.kind === "array" || source.kind === "wrapped"
      ? `"$(url "$(quoted ${this.text(source)})")"`
      : `"$(url "$${this.variable(source)}")"`;
  }

  variable(source: Source): string {
    if (source.kind === "fresh") return this.#fresh.get(source.name) ?? "fresh_0";
    const key = keyOf(source);
    const known = this.#variables.get(key) ?? `value_${this.#variables.size + 1}`;
    this.#variables.set(key, known);
    return known;
  }

  /** A command that prints a value as JSON, or fails. */
  command(source: Source): string {
    switch (source.kind) {
      case "json":
        return `printf %s ${quote(canonicalJson(source.value))}`;
      case "fresh": {
        const fixed = this.#numbers.get(source.name);
        return fixed === undefined
          ? `printf %s "$${this.variable(source)}"`
          : `printf %s ${quote(canonicalJson(fixed))}`;
      }
      case "answer":
        return `at ${this.name(source.call)} ${quote(canonicalPointer(source.pointer))}`;
      case "header":
        return `header ${this.name(source.call)} ${quote(source.name)}`;
      case "location":
        return `${source.isNumber ? "number_of_" : ""}location ${this.name(source.call)}`;
      case "link":
        return `link ${this.name(source.call)} ${quote(source.after)}`;
      case "listed": {
        const member = canonicalPointer(formatPointer([source.member]));
        return `listed ${this.name(source.call)} ${quote(member)} "$(${this.command(source.text)})" ${quote(canonicalPointer(source.pointer))}`;
      }
      case "wrapped":
        return `quoted ${quote(source.prefix)}"$(text "$(${this.command(source.of)})")"${quote(source.suffix)}`;
      case "object": {
        const members = [...source.members].sort(([a], [b]) =>
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
        const parts = members.map(
          ([name, member]) => `${quote(`${canonicalText(name)}:`)}"$(${this.command(member)})"`,
        );
        return `printf %s '{'${parts.join("','")}'}'`;
      }
      case "array":
        return `printf %s '['${source.items.map((item) => `"$(${this.command(item)})"`).join("','")}']'`;
      default:
        return unreachable(source);
    }
  }

  name(call: string): string {
    return this.#names.get(call) ?? "s0";
  }
}

/** What is the same value has the same key. */
export function keyOf(source: Source): string {
  return JSON.stringify(source);
}

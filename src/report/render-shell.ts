import { unreachable } from "#base/unreachable";
import type { Condition, Operand } from "#calls/check";
import { canonicalJson, canonicalPointer, canonicalText } from "./canonical-json.js";
import type { FreshForm } from "./fresh-form.js";
import type { Reproduction, ReproductionStep } from "./reproduction.js";
import { SHELL_RUNTIME } from "./shell-runtime.js";
import { type Source, sourceOf, unknownsIn } from "./source.js";

/**
 * A fault as a script for bash and curl. It makes the calls on things of its own, looks, and says by its exit code what
 * it saw: 1 the fault shows, 0 it is gone, 2 nobody can tell. What it created it deletes, as well as it can.
 */
export function renderShell(reproduction: Reproduction): string {
  return new ShellWriter(reproduction).script();
}

class ShellWriter {
  readonly #names: ReadonlyMap<string, string>;
  readonly #fresh: ReadonlyMap<string, string>;
  /** Shell variables by what they hold. */
  readonly #variables = new Map<string, string>();
  readonly #functions: string[] = [];

  constructor(private readonly reproduction: Reproduction) {
    const { steps, fresh } = reproduction;
    this.#names = new Map(steps.map(({ id, name }) => [id, name]));
    this.#fresh = new Map(fresh.map(({ name }, index) => [name, `fresh_${index + 1}`]));
  }

  script(): string {
    const { steps, looks, check, fresh, credentials } = this.reproduction;
    const first = steps.slice(0, steps.length - looks);
    const last = steps.slice(steps.length - looks);
    const calls = first.flatMap((step) => this.#step(step));
    const looking = last.flatMap((step) => this.#step(step, { isLook: true }));
    const givens = last.flatMap(({ name, given }) =>
      given === undefined ? [] : [`as_before ${name} ${given}`],
    );
    const expectation = check === undefined ? undefined : this.#condition(check.expect);
    return [
      ...this.#head(),
      "set -u",
      `base=\${1:-${quote(this.reproduction.url)}}`,
      "",
      SHELL_RUNTIME,
      "",
      "# The calls.",
      ...credentials.map(
        ({ name, variable }) =>
          `[ -n "\${${variable}-}" ] || cannot ${quote(`set ${variable} to what the service wants as ${name}`)}`,
      ),
      ...fresh.map((form) => this.#draw(form)),
      ...this.#cleanUp(),
      ...calls,
      "look() {",
      "  :",
      ...looking.map((line) => `  ${line}`),
      "}",
      ...this.#functions,
      ...this.#verdict(expectation, givens, looks > 0),
      "",
    ].join("\n");
  }

  #head(): readonly string[] {
    const { id, message, expected, got, why, sequence } = this.reproduction.fault;
    const told = { expected, got, why, calls: sequence.purpose };
    return [
      "#!/usr/bin/env bash",
      `# ${oneLine(`${id}: ${message}`)}`,
      ...Object.entries(told).map(([name, text]) => `#   ${name}: ${oneLine(text)}`),
      `# Usage: bash ${id}.sh [BASE URL]`,
      "# Exit code: 1 the fault shows, 0 it is gone, 2 that cannot be told. Needs bash, curl and awk.",
    ];
  }

  #draw({ name, isNumber, before, moved, after }: FreshForm): string {
    const variable = this.#fresh.get(name) ?? "";
    const [head, tail] = isNumber
      ? [before, after]
      : [canonicalText(before).slice(0, -1), canonicalText(after).slice(1)];
    return `${variable}=$(moved ${quote(head)} ${quote(moved)} ${quote(tail)})`;
  }

  #step(step: ReproductionStep, { isLook = false } = {}): readonly string[] {
    const { name, given } = step;
    return [
      "",
      `# ${oneLine(step.operation)}`,
      ...this.#preparations(
        step,
        `cannot ${quote(`an earlier answer lacks what ${oneLine(step.operation)} needs`)}`,
      ),
      `call ${name} ${this.#request(step)}`,
      ...(given === undefined || isLook ? [] : [`given ${name} ${given}`]),
    ];
  }

  /** Assigns what the request needs to variables. */
  #preparations(step: ReproductionStep, otherwise: string): readonly string[] {
    return sourcesIn(step)
      .flatMap(unknownsIn)
      .filter((source) => source.kind !== "fresh")
      .filter((source, index, all) => all.findIndex((other) => keyOf(other) === keyOf(source)) === index)
      .map((source) => `${this.#variable(source)}=$(${this.#command(source)}) || ${otherwise}`);
  }

  /** `METHOD "/path" -H … --data-raw …`. */
  #request(step: ReproductionStep): string {
    const query = [this.#query(step), ...this.#credentials(step, "query")].filter((part) => part !== '""');
    const path = step.path
      .map((part) => (typeof part === "string" ? quote(part) : this.#encoded(part)))
      .join("");
    const target = query.length === 0 ? path : `${path}'?'${query.join("'&'")}`;
    const headers = step.headers.map(([name, source]) => `-H ${quote(`${name}: `)}${this.#text(source)}`);
    return [step.method, target, ...headers, ...this.#credentials(step, "header"), ...this.#body(step)].join(
      " ",
    );
  }

  #query({ query }: ReproductionStep): string {
    if (typeof query === "string") return query === "" ? '""' : quote(query);
    const pairs = query.map(
      ([name, source]) => `${quote(`${encodeURIComponent(name)}=`)}${this.#encoded(source)}`,
    );
    return pairs.length === 0 ? '""' : pairs.join("'&'");
  }

  #credentials({ isAnonymous }: ReproductionStep, place: "header" | "query"): readonly string[] {
    if (isAnonymous) return [];
    return this.reproduction.credentials
      .filter((credential) => credential.place === place)
      .map(({ name, variable }) =>
        place === "header"
          ? `-H ${quote(`${name}: `)}"$${variable}"`
          : `${quote(`${encodeURIComponent(name)}=`)}"$${variable}"`,
      );
  }

  #body({ body }: ReproductionStep): readonly string[] {
    switch (body?.kind) {
      case undefined:
        return [];
      case "json":
        return [`--data-raw ${this.#json(body.source)}`];
      case "text":
        return [`--data-raw ${quote(body.text)}`];
      case "form": {
        const pairs = body.members.map(
          ([name, source]) => `${quote(`${encodeURIComponent(name)}=`)}${this.#encoded(source)}`,
        );
        return [`--data-raw ${pairs.join("'&'")}`];
      }
      default:
        return unreachable(body);
    }
  }

  /** JSON as a word of the shell, sent just so. */
  #json(source: Source): string {
    switch (source.kind) {
      case "json":
        return quote(JSON.stringify(source.value));
      case "object": {
        const members = source.members.map(
          ([name, member]) => `${quote(`${JSON.stringify(name)}:`)}${this.#json(member)}`,
        );
        return `'{'${members.join("','")}'}'`;
      }
      case "array":
        return `'['${source.items.map((item) => this.#json(item)).join("','")}']'`;
      case "prefixed":
        return `"$(quoted ${this.#text(source)})"`;
      default:
        return `"$${this.#variable(source)}"`;
    }
  }

  /** Plain text as a word of the shell: a header's value. */
  #text(source: Source): string {
    switch (source.kind) {
      case "json":
        return quote(typeof source.value === "string" ? source.value : JSON.stringify(source.value));
      case "prefixed":
        return `${quote(source.prefix)}${this.#text(source.of)}`;
      case "object":
      case "array":
        return this.#json(source);
      default:
        return `"$(text "$${this.#variable(source)}")"`;
    }
  }

  #encoded(source: Source): string {
    if (source.kind === "json") {
      const { value } = source;
      return quote(encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value)));
    }
    return source.kind === "object" || source.kind === "array" || source.kind === "prefixed"
      ? `"$(url "$(quoted ${this.#text(source)})")"`
      : `"$(url "$${this.#variable(source)}")"`;
  }

  #variable(source: Source): string {
    if (source.kind === "fresh") return this.#fresh.get(source.name) ?? "fresh_0";
    const key = keyOf(source);
    const known = this.#variables.get(key) ?? `value_${this.#variables.size + 1}`;
    this.#variables.set(key, known);
    return known;
  }

  /** A command that prints a value as JSON, or fails. */
  #command(source: Source): string {
    switch (source.kind) {
      case "json":
        return `printf %s ${quote(canonicalJson(source.value))}`;
      case "fresh":
        return `printf %s "$${this.#variable(source)}"`;
      case "answer":
        return `at ${this.#name(source.call)} ${quote(canonicalPointer(source.pointer))}`;
      case "header":
        return `header ${this.#name(source.call)} ${quote(source.name)}`;
      case "location":
        return `location ${this.#name(source.call)}`;
      case "prefixed":
        return `quoted ${quote(source.prefix)}"$(text "$(${this.#command(source.of)})")"`;
      case "object": {
        const members = [...source.members].sort(([a], [b]) =>
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
        const parts = members.map(
          ([name, member]) => `${quote(`${canonicalText(name)}:`)}"$(${this.#command(member)})"`,
        );
        return `printf %s '{'${parts.join("','")}'}'`;
      }
      case "array":
        return `printf %s '['${source.items.map((item) => `"$(${this.#command(item)})"`).join("','")}']'`;
      default:
        return unreachable(source);
    }
  }

  #name(call: string): string {
    return this.#names.get(call) ?? "s0";
  }

  /** Adds a function to the script and gives its name. */
  #define(kind: string, body: string): string {
    const name = `${kind}_${this.#functions.length + 1}`;
    this.#functions.push(`${name}() { ${body}; }`);
    return name;
  }

  #operand(operand: Operand): string {
    switch (operand.kind) {
      case "item": {
        const { list, id, fields, pointer } = operand;
        const found = this.#source(id);
        const names = fields.map((field) => quote(canonicalPointer(`/${escapeToken(field)}`).slice(1)));
        const place = `${this.#listAt(list)} "$id" ${quote(canonicalPointer(pointer))} ${names.join(" ")}`;
        return this.#define("value", `local id; id=$(${this.#command(found)}) || return 2; item ${place}`);
      }
      case "count":
        return this.#define("value", `count ${this.#listAt(operand.list)} ${operand.plus}`);
      default:
        return this.#define("value", this.#command(this.#source(operand)));
    }
  }

  #source(operand: Exclude<Operand, { kind: "item" | "count" }>): Source {
    // A reference to what was not sent is a value that is not there.
    return sourceOf(operand, this.reproduction.calls) ?? { kind: "answer", call: "", pointer: "" };
  }

  #listAt(list: Operand): string {
    const source = list.kind === "reference" ? this.#source(list) : undefined;
    return source?.kind === "answer"
      ? `${this.#name(source.call)} ${quote(canonicalPointer(source.pointer))}`
      : "s0 ''";
  }

  /** The name of a function that is true, false, or cannot tell. */
  #condition(condition: Condition): string {
    switch (condition.kind) {
      case "status":
        return this.#define(
          "check",
          `status ${this.#name(condition.call)} ${condition.is.map(quote).join(" ")}`,
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
        const id = this.#command(this.#source(except.id));
        const field = quote(canonicalPointer(`/${escapeToken(except.field)}`).slice(1));
        return this.#define("check", `local id; id=$(${id}) || return 2; within ${lists} ${field} "$id"`);
      }
      case "body":
        return this.#define("check", `body ${this.#name(condition.call)} ${condition.is}`);
      case "all":
      case "any":
        return this.#define(
          "check",
          `${condition.kind} ${condition.of.map((part) => this.#condition(part)).join(" ")}`,
        );
      default:
        return unreachable(condition);
    }
  }

  #readable(operand: Operand): string {
    if (operand.kind === "item") {
      return `is_list ${this.#listAt(operand.list)} && ${this.#command(this.#source(operand.id))} >/dev/null`;
    }
    const source = operand.kind === "reference" ? this.#source(operand) : undefined;
    return source?.kind === "answer" ? `readable_body ${this.#name(source.call)}` : "true";
  }

  /** Deletes what the calls made, newest first, whatever came of the rest. */
  #cleanUp(): readonly string[] {
    const undone = this.reproduction.undo.flatMap(({ after, step }) => {
      const made = `if [ -s "$dir/${this.#name(after)}.status" ] && status ${this.#name(after)} 2xx; then`;
      const inputs = this.#preparations(step, "return");
      const call = `send ${step.name} ${this.#request(step)}`;
      return [`  ${made} undo_${step.name}; fi`, { name: step.name, lines: [...inputs, call] }];
    });
    const functions = undone.flatMap((part) =>
      typeof part === "string"
        ? []
        : [`undo_${part.name}() {`, ...part.lines.map((line) => `  ${line}`), "}"],
    );
    const lines = undone.filter((part) => typeof part === "string");
    return [
      ...functions,
      "clean_up() {",
      ...lines,
      '  rm -rf "$dir"',
      "}",
      "trap clean_up EXIT",
      "trap 'exit 2' INT TERM",
    ];
  }

  #verdict(check: string | undefined, givens: readonly string[], mayWait: boolean): readonly string[] {
    const { id, message, expected, got } = this.reproduction.fault;
    if (check === undefined) {
      const advice = `look at the answers: expected ${oneLine(expected)}; when the fault was recorded it was ${oneLine(got)}`;
      return ["", "look", `cannot ${quote(advice)}`];
    }
    const judged = givens.length === 0 ? check : `${[...givens, check].join(" && ")}`;
    return [
      "",
      "doubt='an answer does not show what is to be compared'",
      "# Effects may be slow to show.",
      `for pause in ${mayWait ? "0 0.1 0.4 1" : "0"}; do`,
      '  sleep "$pause"',
      "  look",
      `  ${judged}`,
      "  verdict=$?",
      '  [ "$verdict" -eq 0 ] && break',
      "done",
      'case "$verdict" in',
      `  0) printf '%s\\n' ${quote(`${id} is gone`)} ;;`,
      `  1) printf '%s\\n' ${quote(`${id} shows: ${oneLine(message)}`)} ${quote(`expected: ${oneLine(expected)}`)} ;;`,
      '  *) cannot "$doubt" ;;',
      "esac",
      'exit "$verdict"',
    ];
  }
}

function sourcesIn({ path, query, headers, body }: ReproductionStep): readonly Source[] {
  const inBody =
    body?.kind === "json" ? [body.source] : body?.kind === "form" ? body.members.map(([, one]) => one) : [];
  return [
    ...path.filter((part) => typeof part !== "string"),
    ...(typeof query === "string" ? [] : query.map(([, source]) => source)),
    ...headers.map(([, source]) => source),
    ...inBody,
  ];
}

function keyOf(source: Source): string {
  return JSON.stringify(source);
}

function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** A word of the shell that means just this text. */
function quote(text: string): string {
  return `'${text.replaceAll("\0", "").replaceAll("'", `'\\''`)}'`;
}

/** Comments and messages end with their line, whatever a document or an answer says. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}

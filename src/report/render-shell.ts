import { formatPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import { missing } from "#calls/credential";
import { FAILURES, type RefusalSign } from "#calls/refusal-sign";
import { canonicalText } from "./canonical-json.js";
import type { FreshForm } from "./fresh-form.js";
import { oneLine } from "./one-line.js";
import type { Reproduction } from "./reproduction.js";
import type { ReproductionStep } from "./reproduction-step.js";
import { ShellConditions } from "./shell-conditions.js";
import { quote } from "./shell-quote.js";
import { SHELL_RUNTIME } from "./shell-runtime.js";
import { keyOf, ShellValues } from "./shell-values.js";
import { type Source, unknownsIn } from "./source.js";

/**
 * A fault as a script for bash and curl. It makes the calls on things of its own, looks, and says by its exit code what
 * it saw: 1 the fault shows, 0 it is gone, 2 nobody can tell. What it created it deletes, as well as it can.
 */
export function renderShell(reproduction: Reproduction): string {
  return new ShellWriter(reproduction).script();
}

class ShellWriter {
  readonly #values: ShellValues;
  readonly #conditions: ShellConditions;

  constructor(private readonly reproduction: Reproduction) {
    this.#values = new ShellValues(reproduction);
    this.#conditions = new ShellConditions(this.#values, reproduction.calls);
  }

  script(): string {
    const { steps, looks, check, fresh, credentials } = this.reproduction;
    const first = steps.slice(0, steps.length - looks);
    const last = steps.slice(steps.length - looks);
    const calls = first.flatMap((step) => this.#step(step));
    const looking = last.flatMap((step) => this.#step(step, { isLook: true }));
    const givens = last.flatMap(({ name, takes }) =>
      takes === undefined ? [] : [`as_before ${name} ${takes.join(" ")}`],
    );
    const expectation = check === undefined ? undefined : this.#conditions.write(check.expect);
    return [
      ...this.#head(),
      "set -u",
      `base=\${1:-${quote(this.reproduction.url)}}`,
      "",
      SHELL_RUNTIME,
      ...saysNo(this.reproduction.fault.refusals ?? []),
      "",
      "# The calls.",
      ...credentials.map(
        (credential) => `[ -n "\${${credential.variable}-}" ] || cannot ${quote(missing(credential))}`,
      ),
      ...fresh.map((form) => this.#draw(form)),
      ...this.#cleanUp(),
      ...calls,
      "look() {",
      "  :",
      ...looking.map((line) => `  ${line}`),
      "}",
      ...this.#conditions.functions,
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
    const variable = this.#values.variable({ kind: "fresh", name });
    const [head, tail] = isNumber
      ? [before, after]
      : [canonicalText(before).slice(0, -1), canonicalText(after).slice(1)];
    return `${variable}=$(moved ${quote(head)} ${quote(moved)} ${quote(tail)})`;
  }

  #step(step: ReproductionStep, { isLook = false } = {}): readonly string[] {
    const { name, takes } = step;
    return [
      "",
      `# ${oneLine(step.operation)}`,
      ...this.#preparations(
        step,
        `cannot ${quote(`an earlier answer lacks what ${oneLine(step.operation)} needs`)}`,
      ),
      ...this.#call(step),
      ...(step.mustBeKnown ? [`let_in ${name}`] : []),
      ...(takes === undefined || isLook ? [] : [`given ${name} ${takes.join(" ")}`]),
    ];
  }

  #call(step: ReproductionStep): readonly string[] {
    const { name, finds } = step;
    const call = `call ${name} ${this.#request(step)}`;
    if (finds === undefined) return [call];
    const found = this.#values.command({ kind: "listed", call: step.id, ...finds, pointer: "" });
    return [
      "for pause in 0 0.1 0.5; do",
      '  sleep "$pause"',
      `  ${call}`,
      `  ${found} >/dev/null && break`,
      "done",
    ];
  }

  /** Assigns what the request needs to variables. */
  #preparations(step: ReproductionStep, otherwise: string): readonly string[] {
    return sourcesIn(step)
      .flatMap(unknownsIn)
      .filter((source) => source.kind !== "fresh")
      .filter((source, index, all) => all.findIndex((other) => keyOf(other) === keyOf(source)) === index)
      .map((source) => `${this.#values.variable(source)}=$(${this.#values.command(source)}) || ${otherwise}`);
  }

  /** `METHOD "/path" -H … --data-raw …`. */
  #request(step: ReproductionStep): string {
    const query = [this.#query(step), ...this.#credentials(step, "query")].filter((part) => part !== '""');
    const path = step.path
      .map((part) => (typeof part === "string" ? quote(part) : this.#values.encoded(part)))
      .join("");
    const target = query.length === 0 ? path : `${path}'?'${query.join("'&'")}`;
    const headers = step.headers.map(
      ([name, source]) => `-H ${quote(`${name}: `)}${this.#values.text(source)}`,
    );
    return [step.method, target, ...headers, ...this.#credentials(step, "header"), ...this.#body(step)].join(
      " ",
    );
  }

  #query({ query }: ReproductionStep): string {
    if (typeof query === "string") return query === "" ? '""' : quote(query);
    const pairs = query.map(
      ([name, source]) => `${quote(`${encodeURIComponent(name)}=`)}${this.#values.encoded(source)}`,
    );
    return pairs.length === 0 ? '""' : pairs.join("'&'");
  }

  #credentials({ credentials }: ReproductionStep, place: "header" | "query"): readonly string[] {
    return credentials
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
        return [`--data-raw ${this.#values.json(body.source)}`];
      case "text":
        return [`--data-raw ${quote(body.text)}`];
      case "form": {
        const pairs = body.members.map(
          ([name, source]) => `${quote(`${encodeURIComponent(name)}=`)}${this.#values.encoded(source)}`,
        );
        return [`--data-raw ${pairs.join("'&'")}`];
      }
      default:
        return unreachable(body);
    }
  }

  /** Deletes what the calls made, newest first, whatever came of the rest. */
  #cleanUp(): readonly string[] {
    const undone = this.reproduction.undo.flatMap(({ after, step }) => {
      const made = `if [ -s "$dir/${this.#values.name(after)}.status" ] && status ${this.#values.name(after)} 2xx; then`;
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

/** Tells by the body of an answer that it is a refusal, as this service says it. */
function saysNo(signs: readonly RefusalSign[]): readonly string[] {
  return signs.length === 0
    ? []
    : ["", "says_no() {", ...signs.map((sign) => `  ${testFor(sign)}`), "  return 1", "}"];
}

function testFor({ member, says }: RefusalSign): string {
  const value = `case $(at "$1" ${quote(formatPointer([member]))} | tr 'A-Z' 'a-z') in`;
  switch (says) {
    case "false":
      return `${value} false) return 0 ;; esac`;
    case "something":
      return `${value} '' | null | '""' | false | 0 | '[]' | '{}') ;; *) return 0 ;; esac`;
    case "a word of failure":
      return `${value} ${FAILURES.map((word) => `'"${word}"'`).join(" | ")}) return 0 ;; esac`;
    case "an error's number":
      return `${value} [45][0-9][0-9]) return 0 ;; esac`;
  }
}

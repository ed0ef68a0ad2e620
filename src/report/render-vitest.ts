import { formatPointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Condition, Operand } from "#calls/check";
import { missing } from "#calls/credential";
import { FAILURES, type RefusalSign } from "#calls/refusal-sign";
import { oneLine } from "./one-line.js";
import type { Reproduction } from "./reproduction.js";
import type { ReproductionStep } from "./reproduction-step.js";
import { type Source, sourceOf, unknownsIn } from "./source.js";
import { runtimeFor } from "./vitest-runtime.js";

/**
 * A fault as a test for vitest, with plain fetch: it fails while the fault shows and passes once it is gone. Where that
 * cannot be told it is skipped, with the reason.
 */
export function renderVitest(reproduction: Reproduction): string {
  return new VitestWriter(reproduction).file();
}

class VitestWriter {
  readonly #names: ReadonlyMap<string, string>;
  readonly #fresh: ReadonlyMap<string, string>;

  constructor(private readonly reproduction: Reproduction) {
    const { steps, fresh } = reproduction;
    this.#names = new Map(steps.map(({ id, name }) => [id, name]));
    this.#fresh = new Map(fresh.map(({ name }, index) => [name, `fresh${index + 1}`]));
  }

  file(): string {
    const { fault, url, steps, looks, check, fresh, credentials } = this.reproduction;
    const first = steps.slice(0, steps.length - looks);
    const last = steps.slice(steps.length - looks);
    const expectation =
      check === undefined
        ? "undefined"
        : [
            ...last.flatMap(({ name, takes }) =>
              takes === undefined ? [] : [`asBefore(${name}, ${listOf(takes)}) || undefined`],
            ),
            this.#condition(check.expect),
          ];
    const holds =
      typeof expectation === "string"
        ? expectation
        : expectation.length === 1
          ? expectation[0]
          : `all(${expectation.join(", ")})`;
    const body = [
      ...credentials.map(
        (credential) =>
          `if (${credential.variable} === "") throw new CannotTell(${literal(missing(credential))});`,
      ),
      ...fresh.map(({ name, isNumber, before, moved, after }) => {
        const text = `moved(${literal(before)}, ${literal(moved)}, ${literal(after)})`;
        return `const ${this.#fresh.get(name)} = ${isNumber ? `JSON.parse(${text})` : text};`;
      }),
      ...first.flatMap((step) => this.#step(step)),
      ...last.map(({ name }) => `let ${name}: Answer;`),
      "let holds: Truth;",
      "// Effects may be slow to show.",
      `for (const pause of [0${looks > 0 ? ", 100, 400, 1000" : ""}]) {`,
      "  await new Promise((resolve) => setTimeout(resolve, pause));",
      ...last.flatMap((step) =>
        [`${step.name} = ${this.#send(step)};`, ...letIn(step)].map((line) => `  ${line}`),
      ),
      `  holds = ${holds};`,
      "  if (holds === true) break;",
      "}",
      check === undefined
        ? `throw new CannotTell(${literal(`Look at the answers: expected ${oneLine(fault.expected)}.`)});`
        : 'if (holds === undefined) throw new CannotTell("an answer does not show what is to be compared");',
      ...(check === undefined
        ? []
        : [`expect(holds, ${literal(`expected: ${oneLine(fault.expected)}`)}).toBe(true);`]),
    ];
    const code = body.map((line) => `    ${line}`).join("\n");
    const test = [
      `test(${literal(oneLine(`${fault.id}: ${fault.message}`))}, async (context) => {`,
      "  const undo: (() => Promise<unknown>)[] = [];",
      "  try {",
      code,
      "  } catch (error) {",
      "    if (error instanceof CannotTell) context.skip(error.message);",
      "    throw error;",
      "  } finally {",
      "    for (const step of undo.reverse()) await step().catch(() => undefined);",
      "  }",
      // Looks wait for slow effects, and a service may take its time.
      "}, 120_000);",
    ].join("\n");
    const refusing = saysNo(fault.refusals ?? []);
    const runtime = runtimeFor(`${test}\n${refusing}`);
    return [
      `// ${oneLine(`${fault.id}: ${fault.message}`)}`,
      `//   expected: ${oneLine(fault.expected)}`,
      `//   got:      ${oneLine(fault.got)}`,
      `//   why:      ${oneLine(fault.why)}`,
      `// Run it with: API_URL=${url} npx vitest run ${fault.id}.test.ts`,
      'import { expect, test } from "vitest";',
      "",
      `const BASE = (process.env.API_URL ?? ${literal(url)}).replace(/\\/$/, "");`,
      ...(fresh.length === 0 ? [] : ["const MOVE = Math.floor(Math.random() * 2 ** 30) + 1;"]),
      ...credentials.map(({ variable }) => `const ${variable} = process.env.${variable} ?? "";`),
      "",
      "type Truth = boolean | undefined;",
      'interface Answer { status: number; headers: Headers; kind: "empty" | "json" | "other"; json: unknown }',
      "class CannotTell extends Error {}",
      "",
      test,
      "",
      refusing,
      "",
      ...runtime.flatMap((part) => [part, ""]),
    ].join("\n");
  }

  #step(step: ReproductionStep): readonly string[] {
    const undo = this.reproduction.undo
      .filter(({ after }) => after === step.id)
      .map(
        ({ step: call }) => `if (status(${step.name}, "2xx")) undo.push(async () => ${this.#request(call)});`,
      );
    return [
      `// ${oneLine(step.operation)}`,
      `const ${step.name} = ${this.#send(step)};`,
      ...undo,
      ...letIn(step),
      ...(step.takes === undefined ? [] : [`given(${step.name}, ${listOf(step.takes)});`]),
    ];
  }

  #send(step: ReproductionStep): string {
    const { finds } = step;
    if (finds === undefined) return `await ${this.#request(step)}`;
    return `await finding(() => ${this.#request(step)}, ${literal(finds.member)}, ${this.#needed(finds.text)})`;
  }

  #request(step: ReproductionStep): string {
    const path = step.path.map((part) =>
      typeof part === "string" ? escaped(part) : `\${url(${this.#needed(part)})}`,
    );
    const query = [this.#query(step), ...this.#credentials(step, "query")].filter((part) => part !== "");
    const target = `\`${path.join("")}${query.length === 0 ? "" : `?${query.join("&")}`}\``;
    const headers = [
      ...step.headers.map(([name, source]) => `${literal(name)}: ${this.#text(source)}`),
      ...this.#credentials(step, "header"),
    ];
    const body = this.#body(step);
    const init = [
      ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
      ...(body === undefined ? [] : [`body: ${body}`]),
    ];
    return `send(${literal(step.method)}, ${target}${init.length === 0 ? "" : `, { ${init.join(", ")} }`})`;
  }

  #query({ query }: ReproductionStep): string {
    if (typeof query === "string") return escaped(query);
    return query
      .map(([name, source]) => `${escaped(encodeURIComponent(name))}=\${url(${this.#needed(source)})}`)
      .join("&");
  }

  #credentials({ credentials }: ReproductionStep, place: "header" | "query"): readonly string[] {
    return credentials
      .filter((credential) => credential.place === place)
      .map(({ name, variable }) =>
        place === "header"
          ? `${literal(name)}: ${variable}`
          : `${encodeURIComponent(name)}=\${url(${variable})}`,
      );
  }

  #body({ body }: ReproductionStep): string | undefined {
    switch (body?.kind) {
      case undefined:
        return undefined;
      case "json":
        return `JSON.stringify(${this.#needed(body.source)})`;
      case "text":
        return literal(body.text);
      case "form": {
        const members = body.members.map(
          ([name, source]) => `${escaped(encodeURIComponent(name))}=\${url(${this.#needed(source)})}`,
        );
        return `\`${members.join("&")}\``;
      }
      default:
        return unreachable(body);
    }
  }

  #text(source: Source): string {
    return source.kind === "json" && typeof source.value === "string"
      ? literal(source.value)
      : `text(${this.#needed(source)})`;
  }

  /** A value without which a request cannot be made. */
  #needed(source: Source): string {
    const isAnswered = unknownsIn(source).some(({ kind }) => kind !== "fresh");
    return isAnswered && source.kind !== "object" && source.kind !== "array"
      ? `needed(${this.#value(source)})`
      : this.#value(source, (inner) => this.#needed(inner));
  }

  #value(source: Source, inner: (source: Source) => string = (one) => this.#value(one)): string {
    switch (source.kind) {
      case "json":
        return literal(source.value);
      case "fresh":
        return this.#fresh.get(source.name) ?? "undefined";
      case "answer":
        return `at(${this.#name(source.call)}, ${literal(source.pointer)})`;
      case "header":
        return `(${this.#name(source.call)}.headers.get(${literal(source.name)}) ?? undefined)`;
      case "location":
        return `${source.isNumber ? "numberOfLocation" : "location"}(${this.#name(source.call)})`;
      case "link":
        return `link(${this.#name(source.call)}, ${literal(source.after)})`;
      case "listed":
        return `at(listed(${this.#name(source.call)}, ${literal(source.member)}, ${this.#value(source.text)}), ${literal(source.pointer)})`;
      case "wrapped":
        return `${literal(source.prefix)} + text(${inner(source.of)}) + ${literal(source.suffix)}`;
      case "object":
        return `{ ${source.members.map(([name, member]) => `[${literal(name)}]: ${inner(member)}`).join(", ")} }`;
      case "array":
        return `[${source.items.map(inner).join(", ")}]`;
      default:
        return unreachable(source);
    }
  }

  #name(call: string): string {
    return this.#names.get(call) ?? "undefined";
  }

  #operand(operand: Operand): string {
    switch (operand.kind) {
      case "item": {
        const { list, id, fields, pointer } = operand;
        return `at(item(${this.#operand(list)}, ${this.#operand(id)}, ${literal([...fields])}), ${literal(pointer)})`;
      }
      case "count":
        return `count(${this.#operand(operand.list)}, ${operand.plus})`;
      case "sum": {
        const [more, less] = [operand.of, operand.less].map((of) => of.map((one) => this.#operand(one)));
        return `sumOf([${more?.join(", ")}], [${less?.join(", ")}])`;
      }
      case "each":
        return `at(each, ${literal(operand.pointer)})`;
      default: {
        const source = sourceOf(operand, this.reproduction.calls);
        return source === undefined ? "undefined" : this.#value(source);
      }
    }
  }

  #condition(condition: Condition): string {
    switch (condition.kind) {
      case "status":
        return `status(${[this.#name(condition.call), ...condition.is.map(literal)].join(", ")})`;
      case "equal": {
        const how = [
          ...(condition.not === true ? ["not: true"] : []),
          ...(condition.as === "text" ? ["text: true"] : []),
        ];
        const options = how.length === 0 ? "" : `, { ${how.join(", ")} }`;
        return `equal(${this.#operand(condition.left)}, ${this.#operand(condition.right)}${options})`;
      }
      case "part":
        return `part(${this.#operand(condition.part)}, ${this.#operand(condition.whole)})`;
      case "present": {
        const not = condition.not === true ? ", true" : "";
        return `present(${this.#operand(condition.at)}, ${this.#readable(condition.at)}${not})`;
      }
      case "type":
        return `ofType(${[this.#operand(condition.at), ...condition.is.map(literal)].join(", ")})`;
      case "within": {
        const { items, list, except } = condition;
        const left =
          except === undefined
            ? ""
            : `, { field: ${literal(except.field)}, id: ${this.#operand(except.id)} }`;
        return `within(${this.#operand(items)}, ${this.#operand(list)}${left})`;
      }
      case "most": {
        const less = condition.less === true ? ", true" : "";
        return `most(${this.#operand(condition.left)}, ${this.#operand(condition.right)}${less})`;
      }
      case "every":
      case "some": {
        const name = condition.kind === "every" ? "ofEvery" : "ofSome";
        return `${name}(${this.#operand(condition.list)}, (each) => ${this.#condition(condition.that)})`;
      }
      case "body":
        return `${this.#name(condition.call)}.kind === ${literal(condition.is)}`;
      case "all":
      case "any":
        return `${condition.kind}(${condition.of.map((part) => this.#condition(part)).join(", ")})`;
      default:
        return unreachable(condition);
    }
  }

  #readable(operand: Operand): string {
    if (operand.kind === "item")
      return `Array.isArray(${this.#operand(operand.list)}) && ${this.#operand(operand.id)} !== undefined`;
    if (operand.kind !== "reference" || operand.source.in !== "response body") return "true";
    return `${this.#name(operand.call)}.kind === "json"`;
  }
}

function listOf(words: readonly string[]): string {
  return words.map(literal).join(", ");
}

function letIn({ name, mustBeKnown }: ReproductionStep): readonly string[] {
  return mustBeKnown ? [`letIn(${name});`] : [];
}

/** JSON is TypeScript, but for two line breaks that only JSON allows in a text. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Text inside a template. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`$]/g, (character) => `\\${character}`);
}

/** Tells by a body that it is a refusal, as this service says it: its status says that all is well. */
function saysNo(signs: readonly RefusalSign[]): string {
  return signs.length === 0
    ? "const saysNo = (_: unknown) => false;"
    : `const saysNo = (json: unknown) => ${signs.map(testFor).join(" || ")};`;
}

function testFor({ member, says }: RefusalSign): string {
  const value = `at({ json } as Answer, ${literal(formatPointer([member]))})`;
  switch (says) {
    case "false":
      return `${value} === false`;
    case "something":
      return `!['""', "null", "false", "0", "[]", "{}", undefined].includes(JSON.stringify(${value}))`;
    case "a word of failure":
      return `${JSON.stringify(FAILURES)}.includes(String(${value}).toLowerCase())`;
    case "an error's number":
      return `/^[45][0-9][0-9]$/.test(JSON.stringify(${value}) ?? "")`;
  }
}

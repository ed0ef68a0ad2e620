import { isArray, isObject, type Json, property, stringProperty } from "#base/json";
import { appendToPointer, getAtPointer, parsePointer } from "#base/json-pointer";
import { type Diagnostic, diagnostic } from "#glacier/diagnostic";
import { bodyPointer, readCriterion } from "./arazzo-criterion.js";
import { printTarget } from "./parse-arguments.js";
import { printSource } from "./parse-captures.js";
import { printOperationName } from "./parse-operation-name.js";
import type { OperationName } from "./protocol.js";

/** An Arazzo document as the text of protocols, and what of it has no place there. */
export interface ReadArazzo {
  readonly text: string;
  readonly problems: readonly Diagnostic[];
}

/** Where `writeArazzo` keeps what Arazzo cannot say. */
export const ASSERTION = "x-piolet-assertion";

const START = { offset: 0, line: 1, column: 1 };
const NOWHERE = { start: START, end: START };

export function isArazzo(document: Json): boolean {
  return stringProperty(document, "arazzo") !== undefined;
}

/**
 * Arazzo 1.0 as protocols: a workflow is a protocol, a step a call with its answer. Inputs of a workflow are drawn from
 * their schemas where they have no default; outputs are captured. Steps come in the order of the document: actions on
 * success or failure are not followed, and that is said.
 */
export function readArazzo(document: Json): ReadArazzo {
  const reader = new ArazzoReader(document);
  const text = reader.read();
  return { text, problems: reader.problems };
}

class ArazzoReader {
  readonly problems: Diagnostic[] = [];
  readonly #document: Json;
  readonly #source: string;
  #workflow: Json = null;
  #declared = new Set<string>();
  /** The names in the workflow's assertions. */
  #asserted: readonly string[] = [];

  constructor(document: Json) {
    this.#document = document;
    // Which outputs are used at all is easiest seen in the text.
    this.#source = JSON.stringify(document);
  }

  read(): string {
    const workflows = property(this.#document, "workflows");
    const texts = (isArray(workflows) ? workflows : []).map((workflow, index) => {
      this.#workflow = workflow;
      this.#declared = new Set();
      const name = identifier(stringProperty(workflow, "workflowId") ?? `workflow${index + 1}`);
      const steps = property(workflow, "steps");
      this.#asserted = (isArray(steps) ? steps : []).flatMap(
        (step) => stringProperty(step, ASSERTION)?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
      );
      const calls = (isArray(steps) ? steps : []).map((step) => this.#step(step, name));
      for (const member of ["dependsOn", "successActions", "failureActions", "outputs"])
        if (property(workflow, member) !== undefined) this.#leaveOut(`\`${member}\` of the workflow ${name}`);
      return `${name} = ${calls.filter((call) => call !== "").join(".") || "end"}`;
    });
    return texts.join("\n\n");
  }

  #step(step: Json, workflow: string): string {
    const id = stringProperty(step, "stepId") ?? "step";
    const place = `the step ${id} of ${workflow}`;
    for (const member of ["onSuccess", "onFailure", "dependsOn", "timeout"])
      if (property(step, member) !== undefined) this.#leaveOut(`\`${member}\` of ${place}`);
    const called = stringProperty(step, "workflowId");
    if (called !== undefined) {
      // What a protocol runs by name has values of its own.
      if (property(step, "parameters") !== undefined)
        this.#leaveOut(`\`parameters\` of ${place}: the inputs of ${called} are drawn`);
      return identifier(called);
    }
    const operation = operationOf(step);
    if (operation === undefined) {
      this.#leaveOut(`${place}, which names no operation`);
      return "";
    }
    const given = [...this.#parameters(step, place), ...this.#body(step, place)];
    const { statuses, assertions } = this.#criteria(step, place);
    const captures = this.#outputs(step, id, place);
    const own = stringProperty(step, ASSERTION);
    const all = [...assertions, ...(own === undefined ? [] : [own])];
    const asserted =
      all.length === 0 ? "" : `<${all.length === 1 ? all[0] : all.map((one) => `(${one})`).join(" && ")}>`;
    const answers = statuses.map((status) => `?C${status}(${captures.join(", ")})${asserted}`);
    const answer = answers.length === 1 ? answers[0] : `&{${answers.join(", ")}}`;
    return `!${printOperationName(operation)}(${given.join(", ")}).${answer}`;
  }

  #parameters(step: Json, place: string): readonly string[] {
    const parameters = property(step, "parameters");
    return (isArray(parameters) ? parameters : []).flatMap((given) => {
      const parameter = this.#resolved(given);
      const name = stringProperty(parameter, "name");
      const where = stringProperty(parameter, "in");
      const value = this.#value(property(parameter, "value"), name ?? "", `a parameter of ${place}`);
      if (name === undefined || value === undefined) return [];
      return [`${target(where === undefined ? name : `${where}.${name}`)} = ${value}`];
    });
  }

  /** A parameter that stands among the components may have another value where it is used. */
  #resolved(parameter: Json): Json {
    const [, name] =
      /^\$components\.parameters\.(.+)$/.exec(stringProperty(parameter, "reference") ?? "") ?? [];
    if (name === undefined) return parameter;
    const shared = property(property(property(this.#document, "components"), "parameters"), name);
    return { ...(isObject(shared) ? shared : {}), ...(isObject(parameter) ? parameter : {}) };
  }

  /** The schema of an input; the whole may stand among the components. */
  #inputSchema(input: string): Json | undefined {
    return this.#referred(
      property(property(this.#referred(property(this.#workflow, "inputs")), "properties"), input),
    );
  }

  #referred(schema: Json | undefined): Json | undefined {
    const ref = stringProperty(schema, "$ref");
    return ref?.startsWith("#/") === true ? getAtPointer(this.#document, ref.slice(1)) : schema;
  }

  #body(step: Json, place: string): readonly string[] {
    const body = property(step, "requestBody");
    const replacements = property(body, "replacements");
    const replaced = (isArray(replacements) ? replacements : []).flatMap((one) => {
      const at = stringProperty(one, "target");
      const value = at && this.#value(property(one, "value"), at, `a replacement of ${place}`);
      return at?.startsWith("/") && value ? [`${target(at)} = ${value}`] : [];
    });
    const payload = property(body, "payload");
    return [...(payload === undefined ? [] : this.#payload(payload, "", place)), ...replaced];
  }

  #payload(payload: Json, at: string, place: string): readonly string[] {
    const parts = isArray(payload)
      ? [...payload.entries()]
      : isObject(payload)
        ? Object.entries(payload)
        : undefined;
    if (parts) return parts.flatMap(([name, part]) => this.#payload(part, appendToPointer(at, name), place));
    const value = this.#value(payload, at === "" ? "body" : at, `the body of ${place}`);
    return value === undefined ? [] : [`${at === "" ? "body" : target(at)} = ${value}`];
  }

  /** A value as an argument; undefined where a protocol cannot say it. */
  #value(value: Json | undefined, name: string, place: string): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value === "object" && value !== null) return this.#leaveOut(place);
    if (typeof value !== "string") return JSON.stringify(value);
    const [, step, output] = /^\$steps\.([^.{}]+)\.outputs\.([^.{}#]+)$/.exec(value) ?? [];
    if (step !== undefined && output !== undefined) return this.#variable(step, output);
    const [, input] = /^\$inputs\.([^.{}#]+)$/.exec(value) ?? [];
    if (input !== undefined) return this.#input(input);
    return value.startsWith("$") || value.includes("{$")
      ? this.#leaveOut(`${place} (${name}: ${value})`)
      : JSON.stringify(value);
  }

  /** Inputs are given from outside: by default, or drawn where they are first used. */
  #input(input: string): string {
    const schema = this.#inputSchema(input);
    const fallback = property(schema, "default");
    const name = identifier(input);
    if (fallback !== undefined && typeof fallback !== "object") return JSON.stringify(fallback);
    if (this.#declared.has(name)) return name;
    this.#declared.add(name);
    return `${name}: ${TYPES[stringProperty(schema, "type") ?? ""] ?? "Any"}`;
  }

  #criteria(step: Json, place: string): { statuses: readonly string[]; assertions: readonly string[] } {
    const criteria = property(step, "successCriteria");
    const assertions: string[] = [];
    let statuses: readonly string[] = ["2XX"];
    for (const criterion of isArray(criteria) ? criteria : []) {
      const read = readCriterion(criterion);
      const condition = stringProperty(criterion, "condition") ?? "";
      if (read === undefined) this.#leaveOut(`the criterion \`${condition}\` of ${place}`);
      else if (read.kind === "status") statuses = read.statuses;
      else assertions.push(read.text);
    }
    return { statuses, assertions };
  }

  #outputs(step: Json, id: string, place: string): readonly string[] {
    const outputs = property(step, "outputs");
    return Object.entries(isObject(outputs) ? outputs : {}).flatMap(([name, expression]) => {
      const variable = this.#variable(id, name);
      const isUsed =
        this.#source.includes(`$steps.${id}.outputs.${name}`) || this.#asserted.includes(variable);
      const own = isUsed ? variable : `_${variable}`;
      const text = typeof expression === "string" ? expression : "";
      const pointer = bodyPointer(text);
      if (pointer === "") return [isUsed ? own : `${own}: Any`];
      if (pointer !== undefined) return [`${own} = ${printSource({ kind: "body", pointer, span: NOWHERE })}`];
      const [, header] = /^\$response\.headers?\.([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/.exec(text) ?? [];
      if (header !== undefined) return [`${own} = header.${header}`];
      this.#leaveOut(`the output ${name} of ${place}`);
      return [];
    });
  }

  /** An output by its own name, and with its step where another one has that. */
  #variable(step: string, output: string): string {
    const steps = property(this.#workflow, "steps");
    const owners = (isArray(steps) ? steps : []).filter(
      (one) => property(property(one, "outputs"), output) !== undefined,
    );
    const isInput = this.#inputSchema(output) !== undefined;
    return identifier(owners.length > 1 || isInput ? `${step}_${output}` : output);
  }

  #leaveOut(what: string): undefined {
    const message = `Not part of a protocol, and left out: ${what}.`;
    const hint = "Say it in the protocol that `piolet protocol format` prints of this file.";
    this.problems.push(diagnostic("warning", "arazzo-invalid", message, hint, START));
    return undefined;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "String",
  integer: "Int",
  number: "Double",
  boolean: "Boolean",
};

function operationOf(step: Json): OperationName | undefined {
  const id = stringProperty(step, "operationId");
  if (id !== undefined)
    return { kind: "id", id: id.replace(/^\$sourceDescriptions\.[^.]+\./, ""), span: NOWHERE };
  const pointer = (stringProperty(step, "operationPath") ?? "").split("#")[1] ?? "";
  const [paths, path, method] = parsePointer(pointer);
  if (paths !== "paths" || path === undefined || method === undefined) return undefined;
  return { kind: "key", method: method.toUpperCase(), path, span: NOWHERE };
}

function target(text: string): string {
  return printTarget({ text, span: NOWHERE });
}

function identifier(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

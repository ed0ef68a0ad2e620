import type { Json } from "#base/json";
import type { Credential } from "#calls/credential";
import type { Reference } from "#calls/template";
import type { Reproduction } from "./reproduction.js";
import type { Source } from "./source.js";

/** What a workflow is written with, and how values are named in it. */
export interface Writer {
  readonly reproduction: Reproduction;
  /** Criteria say all that is expected. */
  readonly isSaid: boolean;
  readonly inputs: ReadonlyMap<string, string>;
  readonly secrets: ReadonlyMap<Credential, string>;
  /** By call and place: the name of the output. */
  readonly outputs: ReadonlyMap<
    string,
    { readonly step: string; readonly name: string; readonly from: string }
  >;
}

/** A value, as an expression where it is not known yet. */
export function expressionOf(source: Source, writer: Writer): Json {
  switch (source.kind) {
    case "json":
      return source.value;
    case "fresh":
      return `$inputs.${writer.inputs.get(source.name) ?? ""}`;
    case "wrapped":
      return `${source.prefix}{${String(expressionOf(source.of, writer))}}${source.suffix}`;
    case "object":
      return Object.fromEntries(source.members.map(([name, member]) => [name, expressionOf(member, writer)]));
    case "array":
      return source.items.map((item) => expressionOf(item, writer));
    case "link":
    case "location":
    case "listed":
      throw new Error("a fault that looks into a list or a text is no workflow");
    default: {
      const output = writer.outputs.get(keyOf(source));
      return output === undefined ? null : `$steps.${output.step}.outputs.${output.name}`;
    }
  }
}

/** Something of an answer. */
export type Answered = Extract<Source, { kind: "answer" | "header" }>;

/** What its output is kept by. */
export function keyOf(source: Answered): string {
  return JSON.stringify(source);
}

export function answeredAt({ call, source }: Reference): Answered | undefined {
  if (source.in === "response body") return { kind: "answer", call, pointer: source.pointer };
  return source.in === "response header"
    ? { kind: "header", call, name: source.name.toLowerCase() }
    : undefined;
}

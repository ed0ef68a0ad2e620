import { unreachable } from "#base/unreachable";
import type { Call, Sequence } from "./call.js";
import type { Reference, Template } from "./template.js";

/** How a call is named when another one refers to it. */
export type NameOfCall = (id: string) => string;

/** Names the calls of a sequence by their place in it, counted from 1, as a reader of a report counts them. */
export function numberedCalls(sequence: Sequence): NameOfCall {
  const numbers = new Map(sequence.calls.map((call, index) => [call.id, String(index + 1)]));
  return (id) => numbers.get(id) ?? id;
}

/** One line: `DELETE /players/{pid} {pid: response of call 2, /data/id}`. */
export function describeCall(call: Call, nameOf: NameOfCall = sameName): string {
  const parameters = (["path", "query", "header", "cookie"] as const).flatMap((place) =>
    Object.entries(call[place]).map(([name, template]) => `${name}: ${describeTemplate(template, nameOf)}`),
  );
  const inputs = parameters.length === 0 ? "" : ` {${parameters.join(", ")}}`;
  const body = call.body === undefined ? "" : ` ${describeTemplate(call.body.content, nameOf)}`;
  return shorten(`${call.operation}${inputs}${body}`);
}

export function describeReference(reference: Reference, nameOf: NameOfCall = sameName): string {
  const name = nameOf(reference.call);
  const { source } = reference;
  switch (source.in) {
    case "response body":
      return source.pointer === ""
        ? `response of call ${name}`
        : `response of call ${name}, ${source.pointer}`;
    case "response header":
      return `response of call ${name}, header ${source.name}`;
    case "location":
      return `location of call ${name}`;
    case "link":
      return `response of call ${name}, after ${source.after}`;
    case "listed":
      return `what call ${name} made as its list shows it, ${source.pointer}`;
    case "request body":
      return source.pointer === "" ? `request of call ${name}` : `request of call ${name}, ${source.pointer}`;
    case "request parameter":
      return `request of call ${name}, ${source.place} ${source.name}`;
    default:
      return unreachable(source);
  }
}

export function describeTemplate(template: Template, nameOf: NameOfCall = sameName): string {
  switch (template.kind) {
    case "value":
      return JSON.stringify(template.value);
    case "fresh":
      return `fresh ${template.name}`;
    case "reference":
      return describeReference(template, nameOf);
    case "object": {
      const members = Object.entries(template.members);
      return `{${members.map(([name, member]) => `${name}: ${describeTemplate(member, nameOf)}`).join(", ")}}`;
    }
    case "array":
      return `[${template.items.map((item) => describeTemplate(item, nameOf)).join(", ")}]`;
    default:
      return unreachable(template);
  }
}

const LINE = 160;

/** A line of a report stays a line: control characters shown as escapes, and cut where nobody reads on. */
function shorten(text: string): string {
  const line = text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return line.length <= LINE ? line : `${line.slice(0, LINE - 1)}…`;
}

function sameName(id: string): string {
  return id;
}

import { isArray, isObject, type Json } from "#base/json";
import { formatPointer, parsePointer } from "#base/json-pointer";
import { unreachable } from "#base/unreachable";
import type { Call } from "#calls/call";
import { lookId } from "#calls/look-for";
import type { Reference, Template } from "#calls/template";

/**
 * Where a script takes a value from. References into requests are followed to what the request was made of, so that
 * what is left is known beforehand, drawn by the script, or read from an answer.
 */
export type Source =
  | { readonly kind: "json"; readonly value: Json }
  | { readonly kind: "fresh"; readonly name: string }
  | { readonly kind: "answer"; readonly call: string; readonly pointer: string }
  | { readonly kind: "header"; readonly call: string; readonly name: string }
  | { readonly kind: "location"; readonly call: string; readonly isNumber: boolean }
  | { readonly kind: "link"; readonly call: string; readonly after: string }
  /** A part of the only item that has a text in one of its members, of the list that a call shows. */
  | {
      readonly kind: "listed";
      readonly call: string;
      readonly member: string;
      readonly text: Source;
      readonly pointer: string;
    }
  | { readonly kind: "wrapped"; readonly prefix: string; readonly of: Source; readonly suffix: string }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Source])[] }
  | { readonly kind: "array"; readonly items: readonly Source[] };

/** Undefined where it leads nowhere. */
export function sourceOf(template: Template, calls: ReadonlyMap<string, Call>): Source | undefined {
  switch (template.kind) {
    case "value":
      return { kind: "json", value: template.value };
    case "fresh":
      return { kind: "fresh", name: template.name };
    case "reference": {
      const found = referred(template, calls);
      const { prefix = "", suffix = "" } = template;
      const isBare = prefix === "" && suffix === "";
      return found === undefined || isBare ? found : { kind: "wrapped", prefix, of: found, suffix };
    }
    case "object": {
      const members = Object.entries(template.members).map(
        ([name, member]) => [name, sourceOf(member, calls)] as const,
      );
      const known = members.flatMap(([name, member]) =>
        member === undefined ? [] : [[name, member] as const],
      );
      return known.length < members.length ? undefined : settled({ kind: "object", members: known });
    }
    case "array": {
      const items = template.items.map((item) => sourceOf(item, calls));
      const known = items.filter((item) => item !== undefined);
      return known.length < items.length ? undefined : settled({ kind: "array", items: known });
    }
    default:
      return unreachable(template);
  }
}

/** The leaves that are known only when the script runs. */
export function unknownsIn(source: Source): readonly Source[] {
  switch (source.kind) {
    case "json":
      return [];
    case "wrapped":
      return unknownsIn(source.of);
    case "object":
      return source.members.flatMap(([, member]) => unknownsIn(member));
    case "array":
      return source.items.flatMap(unknownsIn);
    default:
      return [source];
  }
}

/** What is wholly known is one value. */
function settled(source: Extract<Source, { kind: "object" | "array" }>): Source {
  if (source.kind === "array") {
    const values = source.items.flatMap((item) => (item.kind === "json" ? [item.value] : []));
    return values.length < source.items.length ? source : { kind: "json", value: values };
  }
  const values = source.members.flatMap(([name, member]) =>
    member.kind === "json" ? [[name, member.value] as const] : [],
  );
  if (values.length < source.members.length) return source;
  return { kind: "json", value: Object.fromEntries(values) };
}

function referred({ call, source }: Reference, calls: ReadonlyMap<string, Call>): Source | undefined {
  switch (source.in) {
    case "response body":
      return { kind: "answer", call, pointer: source.pointer };
    case "response header":
      return { kind: "header", call, name: source.name.toLowerCase() };
    case "location":
      return { kind: "location", call, isNumber: source.isNumber === true };
    case "link":
      return { kind: "link", call, after: source.after };
    case "listed": {
      const found = identifierOf(call, calls);
      return found && { kind: "listed", call: lookId(call), ...found, pointer: source.pointer };
    }
    case "request body": {
      const content = calls.get(call)?.body?.content;
      const whole = content === undefined ? undefined : sourceOf(content, calls);
      return parsePointer(source.pointer).reduce(memberOf, whole);
    }
    case "request parameter": {
      const inputs = calls.get(call)?.[source.place];
      const template =
        inputs !== undefined && Object.hasOwn(inputs, source.name) ? inputs[source.name] : undefined;
      return template === undefined ? undefined : sourceOf(template, calls);
    }
    default:
      return unreachable(source);
  }
}

/** The text by which a list shows what a call has made, and the member that has it. */
export function identifierOf(
  call: string,
  calls: ReadonlyMap<string, Call>,
): { readonly member: string; readonly text: Source } | undefined {
  const { finds: { member } = {} } = calls.get(call) ?? {};
  if (member === undefined) return undefined;
  const pointer = formatPointer([member]);
  const text = referred({ kind: "reference", call, source: { in: "request body", pointer } }, calls);
  return text && { member, text };
}

function memberOf(source: Source | undefined, token: string): Source | undefined {
  switch (source?.kind) {
    case "json": {
      const { value } = source;
      const has = (isObject(value) && Object.hasOwn(value, token)) || isArray(value);
      const found = has ? (value as Readonly<Record<string, Json>>)[token] : undefined;
      return found === undefined ? undefined : { kind: "json", value: found };
    }
    case "object":
      return source.members.find(([name]) => name === token)?.[1];
    case "array":
      return source.items[Number(token)];
    case "answer":
      return { ...source, pointer: `${source.pointer}/${token.replaceAll("~", "~0").replaceAll("/", "~1")}` };
    default:
      return undefined;
  }
}

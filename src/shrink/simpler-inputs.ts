import type { Json } from "#base/json";
import { appendToPointer, formatPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import type { Call, Sequence } from "#calls/call";
import { referencesOf } from "#calls/references";
import { type Template, value } from "#calls/template";
import { shrinkJson } from "#values/shrink-json";
import { mapLeaves, OPTIONAL_PLACES } from "./map-leaves.js";

/** Calls with simpler inputs, the simplest first; each is simpler than the last by a finite measure. */
export type Simpler = (call: Call, sequence: Sequence) => Iterable<Call>;

export interface SimplerOptions {
  /** Whether an input must stay as it is: an id, or a number that a rule speaks of. `/body/capacity`. */
  readonly isFixed: (call: Call, input: JsonPointer) => boolean;
  /** Whether the service may be sent this: what its document forbids proves nothing. */
  readonly isValid: (call: Call) => boolean;
}

/** A bound is found in a few steps or not at all: each costs a run. */
const MOST_PER_VALUE = 4;

/** Members that are left out, then plainer values, then fresh ones that are short. */
export function simplerInputs({ isFixed, isValid }: SimplerOptions): Simpler {
  return function* simpler(call, sequence) {
    const used = usedInputs(call, sequence);
    const mayGo = (input: JsonPointer) =>
      !isFixed(call, input) && !used.some((other) => isAtOrBelow(other, input));
    const mayChange = (input: JsonPointer) => !isFixed(call, input);
    for (const candidate of [...withoutMembers(call, mayGo), ...plainer(call, mayChange)]) {
      if (isValid(candidate)) yield candidate;
    }
  };
}

/** The inputs of a call that later ones repeat. */
function usedInputs({ id }: Call, sequence: Sequence): readonly JsonPointer[] {
  return sequence.calls.flatMap((other) =>
    referencesOf(other).flatMap(({ reference: { call, source } }) => {
      if (call !== id) return [];
      if (source.in === "request body") return [`/body${source.pointer}`];
      return source.in === "request parameter" ? [formatPointer([source.place, source.name])] : [];
    }),
  );
}

function isAtOrBelow(pointer: JsonPointer, above: JsonPointer): boolean {
  return pointer === above || pointer.startsWith(`${above}/`) || above.startsWith(`${pointer}/`);
}

function* withoutMembers(call: Call, mayGo: (input: JsonPointer) => boolean): Iterable<Call> {
  const inputs = membersOf(call).filter(mayGo);
  if (inputs.length > 1) yield inputs.reduce(withoutInput, call);
  for (const input of inputs) yield withoutInput(call, input);
}

/** Every input that could be left out: parameters, and members of the body, outer ones first. */
function membersOf(call: Call): readonly JsonPointer[] {
  const parameters = OPTIONAL_PLACES.flatMap((place) =>
    Object.keys(call[place]).map((name) => formatPointer([place, name])),
  );
  return [...parameters, ...(call.body === undefined ? [] : membersBelow(call.body.content, "/body"))];
}

function membersBelow(template: Template, at: JsonPointer): readonly JsonPointer[] {
  if (template.kind !== "object") return [];
  const members = Object.entries(template.members).map(
    ([name, member]) => [appendToPointer(at, name), member] as const,
  );
  return [
    ...members.map(([pointer]) => pointer),
    ...members.flatMap(([pointer, member]) => membersBelow(member, pointer)),
  ];
}

function withoutInput(call: Call, input: JsonPointer): Call {
  const [place = "", ...rest] = parsePointer(input);
  if (place === "body") {
    const { body } = call;
    return body === undefined ? call : { ...call, body: { ...body, content: without(body.content, rest) } };
  }
  const where = OPTIONAL_PLACES.find((known) => known === place);
  return where === undefined ? call : { ...call, [where]: omit(call[where], rest[0] ?? "") };
}

function without(template: Template, [first, ...rest]: readonly string[]): Template {
  if (template.kind !== "object" || first === undefined) return template;
  const inner = Object.hasOwn(template.members, first) ? template.members[first] : undefined;
  if (inner === undefined) return template;
  if (rest.length === 0) return { kind: "object", members: omit(template.members, first) };
  return { kind: "object", members: { ...template.members, [first]: without(inner, rest) } };
}

function omit<T>(members: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([other]) => other !== name));
}

function* plainer(call: Call, mayChange: (input: JsonPointer) => boolean): Iterable<Call> {
  const short = mapLeaves(call, (leaf, input) => (mayChange(input) ? shortened(leaf) : leaf));
  if (short !== call) yield short;
  const values: [JsonPointer, Json][] = [];
  const fresh: JsonPointer[] = [];
  mapLeaves(call, (leaf, input) => {
    if (leaf.kind === "value" && mayChange(input)) values.push([input, leaf.value]);
    if (shortened(leaf) !== leaf && mayChange(input)) fresh.push(input);
    return leaf;
  });
  for (const input of fresh.length > 1 ? fresh : [])
    yield mapLeaves(call, (leaf, at) => (at === input ? shortened(leaf) : leaf));
  for (const [input, json] of values) {
    let offered = 0;
    for (const simpler of shrinkJson(json)) {
      if (++offered > MOST_PER_VALUE) break;
      yield mapLeaves(call, (leaf, at) => (at === input ? value(simpler) : leaf));
    }
  }
}

function shortened(leaf: Template): Template {
  return leaf.kind === "fresh" && leaf.form !== "short" ? { ...leaf, form: "short" } : leaf;
}

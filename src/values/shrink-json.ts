import { isArray, isObject, type Json } from "#base/json";

/**
 * Simpler values, the simplest first: fewer properties and elements, shorter texts, numbers nearer to zero.
 * It needs no memory of how a value was made, so values from examples, responses and stored runs shrink as well
 * as generated ones; whoever asks filters out what the schema forbids. Every step lowers a finite measure
 * (nodes, then length, then distance from zero), so shrinking ends.
 */
export function* shrinkJson(value: Json): Iterable<Json> {
  if (isArray(value)) yield* shrinkArray(value);
  else if (isObject(value)) yield* shrinkObject(value);
  else if (typeof value === "string") yield* shrinkText(value);
  else if (typeof value === "number") yield* shrinkNumber(value);
  else if (value === true) yield false;
}

function* shrinkArray(items: readonly Json[]): Iterable<Json> {
  if (items.length > 0) yield [];
  for (
    let kept = Math.floor(items.length / 2);
    kept > 0 && kept < items.length;
    kept += Math.ceil((items.length - kept) / 2)
  ) {
    yield items.slice(0, kept);
    if (kept === items.length - 1) break;
  }
  if (items.length > 1) for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries()) {
    for (const simpler of shrinkJson(item)) yield items.with(index, simpler);
  }
}

function* shrinkObject(object: { readonly [key: string]: Json }): Iterable<Json> {
  const members = Object.entries(object);
  if (members.length > 0) yield {};
  if (members.length > 3) {
    const half = Math.floor(members.length / 2);
    yield Object.fromEntries(members.slice(0, half));
    yield Object.fromEntries(members.slice(half));
  }
  if (members.length > 1)
    for (const index of members.keys()) yield Object.fromEntries(members.toSpliced(index, 1));
  for (const [index, [name, member]] of members.entries()) {
    for (const simpler of shrinkJson(member)) yield Object.fromEntries(members.with(index, [name, simpler]));
  }
}

function* shrinkText(text: string): Iterable<string> {
  const characters = [...text];
  for (const length of towards(characters.length)) yield characters.slice(0, length).join("");
  if (characters.length > 1) yield characters.slice(1).join("");
  const plain = characters.map(plainer).join("");
  if (plain !== text) yield plain;
}

/** The simplest character of the same kind, which most patterns and formats still accept. */
function plainer(character: string): string {
  if (/[a-z]/.test(character)) return "a";
  if (/[A-Z]/.test(character)) return "A";
  if (/[0-9]/.test(character)) return "0";
  return (character.codePointAt(0) ?? 0) > 0x7e ? "a" : character;
}

function* shrinkNumber(number: number): Iterable<number> {
  if (!Number.isInteger(number)) yield Math.trunc(number) + 0;
  for (const smaller of towards(Math.abs(Math.trunc(number)))) yield number < 0 ? 0 - smaller : smaller;
  if (number < 0) yield -number;
}

/** 0, then ever nearer to the number from below: a bound in between is found in a logarithm of the steps. */
function* towards(number: number): Iterable<number> {
  // Beyond 2^53 a small gap is lost in rounding, and the number would be offered for itself.
  for (let gap = number; gap >= 1 && number - gap < number; gap = Math.floor(gap / 2)) yield number - gap;
}

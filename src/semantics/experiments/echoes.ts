import { isArray, isObject, type Json } from "#base/json";
import { jsonEqual } from "#base/json-equal";
import { appendToPointer, getAtPointer, type JsonPointer, parsePointer } from "#base/json-pointer";
import { unwrap } from "#base/unwrap";
import type { Rule } from "../rule.js";
import { learned, type Written } from "./experiment.js";

/**
 * Which members of a body read back as they were sent. One that ever read otherwise is left out: a service that
 * normalises, cuts or computes it is not held to what was sent. So is a plain value that was the same every time,
 * unless another write of the resource showed the field to follow: it may be the service's default.
 */
export function echoesIn(resource: string, written: readonly Written[]): readonly Rule[] {
  const operations = [...new Set(written.map(({ operation }) => operation))];
  return operations.flatMap((operation) => {
    const own = written.filter((write) => write.operation === operation);
    if (own.length < 2) return [];
    const leaves = [...new Set(own.flatMap(({ sent }) => leavesOf(sent)))];
    const sent = leaves.filter(
      (leaf) => own.some((write) => !echoes(write, leaf)) || !follows(leaf, written) || isList(leaf, written),
    );
    if (sent.length === leaves.length) return [];
    const except = [...sent, ...strangeTo(own, written).filter((leaf) => !leaves.includes(leaf))];
    const left = except.length === 0 ? "" : `, but for ${except.join(", ")}`;
    return [
      learned(
        { kind: "echoes", resource, operation, except },
        `${own.length} times what was sent could be read afterwards${left}`,
      ),
    ];
  });
}

/** A list that read otherwise after any write may just have been in order after this one. */
function isList(leaf: JsonPointer, written: readonly Written[]): boolean {
  return written.some((write) => isArray(getAtPointer(write.sent, leaf)) && !echoes(write, leaf));
}

/** What other writes have sent and not read back, inside members that these writes send as well: they may be given the same body. */
function strangeTo(own: readonly Written[], written: readonly Written[]): readonly JsonPointer[] {
  const members = new Set(own.flatMap(({ sent }) => (isObject(sent) ? Object.keys(sent) : [])));
  const leaves = [...new Set(written.flatMap(({ sent }) => leavesOf(sent)))];
  return leaves.filter(
    (leaf) => members.has(parsePointer(leaf)[0] ?? "") && written.some((write) => !echoes(write, leaf)),
  );
}

/** Plain values and lists; objects are taken apart. */
function leavesOf(sent: Json, pointer: JsonPointer = ""): readonly JsonPointer[] {
  if (!isObject(sent) || Object.keys(sent).length === 0) return [pointer];
  return Object.entries(sent).flatMap(([name, value]) => leavesOf(value, appendToPointer(pointer, name)));
}

function echoes({ sent, read }: Written, leaf: JsonPointer): boolean {
  const value = getAtPointer(sent, leaf);
  return value === undefined || jsonEqual(value, getAtPointer(unwrap(read, sent), leaf));
}

/** Two different values were read back, or one that nobody would have by default. */
function follows(leaf: JsonPointer, written: readonly Written[]): boolean {
  const values = written
    .filter((write) => echoes(write, leaf))
    .map(({ sent }) => getAtPointer(sent, leaf))
    .filter((value) => value !== undefined);
  const [first] = values;
  if (first === undefined) return false;
  return values.some((value) => !jsonEqual(value, first)) || (typeof first === "object" && !isEmpty(first));
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

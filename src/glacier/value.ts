import { aNoun } from "#base/a-noun";
import type { Json } from "#base/json";
import type { Expression, Position } from "./formula.js";

/**
 * What an expression is at run time. Data that is not there is *undefined*, never false: a formula about the
 * fields of a 404 says nothing about the service. `pending` means that a read has to be made first.
 */
export type Value = Known | Undefined | Pending;

export interface Known {
  readonly kind: "known";
  readonly json: Json;
  /** It travelled as text (parameter, header, text body): `"3"` may then stand for 3. */
  readonly wire: boolean;
  /** It comes out of an answer that was no success: its missing fields say nothing. */
  readonly refused?: number;
}

export interface Undefined {
  readonly kind: "undefined";
  readonly reason: string;
  readonly at: Position;
  /** A member that an object of a successful message simply does not have; to `null` that is null. */
  readonly absent: boolean;
}

export interface Pending {
  readonly kind: "pending";
}

export const PENDING: Pending = { kind: "pending" };

export function known(json: Json, wire = false, refused?: number): Known {
  return refused === undefined ? { kind: "known", json, wire } : { kind: "known", json, wire, refused };
}

export function undefinedBecause(reason: string, at: Position, absent = false): Undefined {
  return { kind: "undefined", reason, at, absent };
}

/** A part of a value keeps where the value came from. */
export function partOf(whole: Known, json: Json): Known {
  return { ...whole, json };
}

/** A value where a statement is needed: true, false, undefined or pending. */
export function asTruth(value: Value, node: Expression): Value {
  if (value.kind !== "known" || typeof value.json === "boolean") return value;
  return undefinedBecause(`${typeName(value.json)} is not a statement`, node.span.start);
}

/** For messages: one line, cut where a body is long. */
export function showJson(json: Json, limit = 120): string {
  const text = JSON.stringify(json);
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

export function typeName(json: Json): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  const type = typeof json;
  if (type === "object") return "an object";
  return type === "string" ? "a text" : aNoun(type);
}

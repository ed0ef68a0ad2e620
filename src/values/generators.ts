import type fc from "fast-check";
import { isArray, isObject, type Json } from "#base/json";
import { appendToPointer, type JsonPointer } from "#base/json-pointer";
import { type Problem, problem } from "#base/problem";
import type { Random } from "#base/random";
import { failed, ok, type Result } from "#base/result";
import { arbitraryForTemplate } from "./arbitrary-for-template.js";

/**
 * The user's own values, from the config file. They win over everything that Piolet knows, and are sent as they
 * are: who writes a generator knows better than the document.
 *
 * A key is, from the most to the least particular,
 * `POST /players#/address/city` (a place in that operation's body), `GET /players#limit` (its parameter),
 * `Player` (a named schema), or `email` (a field or parameter of that name, anywhere).
 */
export interface Generators {
  at(place: GeneratorPlace): Generator | undefined;
  /** The one of this key, whatever the place: a protocol names generators. */
  named(key: string): Generator | undefined;
  readonly isEmpty: boolean;
  /** Why a function of the config file gave no value, where one did not: what is drawn from then on means nothing. */
  readonly failure: () => Problem | undefined;
  /** Aborted at that moment, so that nothing more is sent. */
  readonly failed: AbortSignal;
}

export interface GeneratorPlace {
  /** `POST /players`. */
  readonly operation: string | undefined;
  /** A JSON pointer into the body, or a parameter's name. Array indexes are left out: `/lines/price`. */
  readonly fragment: string;
  readonly field: string | undefined;
  readonly schemaNames: readonly string[];
}

/** `literals` are those that a protocol gives beside the generator's name. */
export type Generator = (random: Random, source: fc.Random, literals?: readonly Json[]) => Json;

/** What the config file may hold under one key. */
export type GeneratorEntry =
  | ((random: Random, ...literals: Json[]) => Json)
  | { readonly values: readonly Json[] }
  | { readonly value: Json }
  | { readonly template: Json };

export const NO_GENERATORS: Generators = {
  at: () => undefined,
  named: () => undefined,
  isEmpty: true,
  failure: () => undefined,
  failed: new AbortController().signal,
};

export function readGenerators(config: unknown, pointer: JsonPointer = ""): Result<Generators> {
  if (config === undefined) return ok(NO_GENERATORS);
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    return failed(invalid("The generators are not a mapping from a name or place to a generator.", pointer));
  }
  const known = new Map<string, Generator>();
  const problems: Problem[] = [];
  const failure = new AbortController();
  let first: Problem | undefined;
  const fail = (found: Problem) => {
    first ??= found;
    failure.abort();
  };
  for (const [key, entry] of Object.entries(config)) {
    const read = readEntry(key, entry, appendToPointer(pointer, key), fail);
    problems.push(...read.problems);
    if (read.ok) known.set(key, read.value);
  }
  const at = ({ operation, fragment, field, schemaNames }: GeneratorPlace): Generator | undefined => {
    const keys = [...(operation === undefined ? [] : [`${operation}#${fragment}`]), ...schemaNames];
    if (field !== undefined) keys.push(field);
    return keys.map((key) => known.get(key)).find((generator) => generator !== undefined);
  };
  const named = (key: string) => known.get(key);
  if (problems.length > 0) return failed(...problems);
  return ok({ at, named, isEmpty: known.size === 0, failure: () => first, failed: failure.signal });
}

function readEntry(
  key: string,
  entry: unknown,
  pointer: JsonPointer,
  fail: (problem: Problem) => void,
): Result<Generator> {
  if (typeof entry === "function")
    return ok((random, _source, literals = []) => {
      const called = callGenerator(() => entry(random, ...literals));
      if (called.ok) return called.value;
      const message = `The generator ${key} of the config file gives no value: ${called.why}.`;
      const hint = "Let it return JSON for whatever random numbers and literals it is given.";
      fail(problem("generator-failed", message, hint, { pointer }));
      return null;
    });
  const form = isObject(entry) && Object.keys(entry).length === 1 ? entry : undefined;
  const values = form?.values;
  if (isArray(values) && values.length > 0)
    return ok((random) => values[random.below(values.length)] ?? null);
  if (form && Object.hasOwn(form, "value")) {
    const value = form.value ?? null;
    return ok(() => value);
  }
  if (form && Object.hasOwn(form, "template")) {
    const arbitrary = arbitraryForTemplate(form.template ?? null, appendToPointer(pointer, "template"));
    if (!arbitrary.ok) return arbitrary;
    return ok((_random, source) => arbitrary.value.generate(source, undefined).value);
  }
  return failed(invalid("A generator is none of the forms that Piolet knows.", pointer));
}

/** The function is the user's: it may throw, and give what is no JSON. */
function callGenerator(call: () => unknown): { ok: true; value: Json } | { ok: false; why: string } {
  try {
    const value = call();
    if (value instanceof Promise) {
      value.catch(() => undefined);
      return { ok: false, why: "it is asynchronous" };
    }
    const text = JSON.stringify(value);
    return text === undefined
      ? { ok: false, why: "it returns nothing that JSON can say" }
      : { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const told = error instanceof Error ? error.message : typeof error === "string" ? error : "no error";
    return { ok: false, why: `it fails with ${told}` };
  }
}

function invalid(message: string, pointer: JsonPointer): Problem {
  const hint =
    'Write { "value": … }, { "values": [ … ] }, { "template": … }, or a function in piolet.config.ts.';
  return problem("generator-invalid", message, hint, { pointer });
}

import { described } from "./decoder-schema.js";
import { isArray, isObject, type Json } from "./json.js";
import { appendToPointer, type JsonPointer } from "./json-pointer.js";

/**
 * Turns JSON that somebody else wrote into data of a known type, or says where it does not fit. Decoders are
 * small functions that compose, so that the form of a file is read off one declaration, and every mismatch
 * carries the pointer that a person needs to mend it.
 */
export type Decoder<T> = (json: Json | undefined, at: JsonPointer) => Decoded<T>;

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mismatches: readonly Mismatch[] };

export interface Mismatch {
  readonly pointer: JsonPointer;
  /** What was expected there, in a few words. */
  readonly message: string;
}

export const string: Decoder<string> = described(
  (json, at) => (typeof json === "string" ? { ok: true, value: json } : mismatch(at, "a string is expected")),
  () => ({ type: "string" }),
);

export const number: Decoder<number> = described(
  (json, at) => (typeof json === "number" ? { ok: true, value: json } : mismatch(at, "a number is expected")),
  () => ({ type: "number" }),
);

export const numberOrText: Decoder<number | string> = described(
  (json, at) =>
    typeof json === "number" || typeof json === "string"
      ? { ok: true, value: json }
      : mismatch(at, "a number or a string is expected"),
  () => ({ type: ["number", "string"] }),
);

export const boolean: Decoder<boolean> = described(
  (json, at) =>
    typeof json === "boolean" ? { ok: true, value: json } : mismatch(at, "true or false is expected"),
  () => ({ type: "boolean" }),
);

/** Any JSON at all, but something. */
export const anything: Decoder<Json> = described(
  (json, at) => (json === undefined ? mismatch(at, "a value is expected") : { ok: true, value: json }),
  () => ({}),
);

/** Exactly this value: a flag that is only there where it is true, the number of a form. */
export function exactly<const T extends string | number | boolean>(
  value: T,
  why = "is expected",
): Decoder<T> {
  return described(
    (json, at) => (json === value ? { ok: true, value } : mismatch(at, `${value} ${why}`)),
    () => ({ const: value }),
  );
}

export function nullOr<T>(some: Decoder<T>): Decoder<T | null> {
  return described(
    (json, at) => (json === null ? { ok: true, value: null } : some(json, at)),
    (of) => ({ anyOf: [of(some), { type: "null" }] }),
  );
}

/** A decoder with a name of its own, made when it is first used: what nests has to name itself. */
export function named<T>(name: string, make: () => Decoder<T>): Decoder<T> {
  let made: Decoder<T> | undefined;
  const decoder = (): Decoder<T> => {
    made ??= make();
    return made;
  };
  return described(
    (json, at) => decoder()(json, at),
    (of) => of(decoder()),
    name,
  );
}

export function oneOf<const T extends string>(...options: readonly T[]): Decoder<T> {
  return described(
    (json, at) => {
      const found = options.find((option) => option === json);
      return found === undefined
        ? mismatch(at, `one of ${options.join(", ")} is expected`)
        : { ok: true, value: found };
    },
    () => ({ enum: [...options] }),
  );
}

export function arrayOf<T>(item: Decoder<T>): Decoder<readonly T[]> {
  return described(
    (json, at) => {
      if (!isArray(json)) return mismatch(at, "a list is expected");
      return all(json.map((element, index) => item(element, appendToPointer(at, index))));
    },
    (of) => ({ type: "array", items: of(item) }),
  );
}

/** An object with any member names. Built by `fromEntries`, which keeps a member called `__proto__` a member. */
export function recordOf<T>(member: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return described(
    (json, at) => {
      if (!isObject(json)) return mismatch(at, "an object is expected");
      const entries = Object.entries(json).map(([name, value]) =>
        map(member(value, appendToPointer(at, name)), (decoded): [string, T] => [name, decoded]),
      );
      return map(all(entries), (pairs) => Object.fromEntries(pairs));
    },
    (of) => ({ type: "object", additionalProperties: of(member) }),
  );
}

type Members = Readonly<Record<string, Decoder<unknown>>>;

type ValueOf<D> = D extends Decoder<infer T> ? T : never;

/** Object types with exactly the required and perhaps the optional members. */
type ObjectOf<R extends Members, O extends Members> = { readonly [K in keyof R]: ValueOf<R[K]> } & {
  readonly [K in keyof O]?: ValueOf<O[K]>;
};

type NoMembers = Readonly<Record<never, never>>;

/** An object with exactly these members; one that is not named here is a mismatch, since it may be a slip. */
export function object<R extends Members, O extends Members = NoMembers>(
  required: R,
  optional?: O,
): Decoder<ObjectOf<R, O>> {
  const needed = Object.entries(required);
  const allowed = Object.entries(optional ?? {});
  const names = new Set([...needed, ...allowed].map(([name]) => name));
  const decode: Decoder<ObjectOf<R, O>> = (json, at) => {
    if (!isObject(json)) return mismatch(at, "an object is expected");
    const present = [...needed, ...allowed.filter(([name]) => Object.hasOwn(json, name))];
    const decoded = present.map(([name, member]) =>
      map(
        member(Object.hasOwn(json, name) ? json[name] : undefined, appendToPointer(at, name)),
        (value): [string, unknown] => [name, value],
      ),
    );
    const unknown = Object.keys(json)
      .filter((name) => !names.has(name))
      .map((name) => mismatch(appendToPointer(at, name), "this member is not known here"));
    // The members were decoded one by one, each by the decoder of its type, so the whole has the type.
    return map(all([...decoded, ...unknown]), (pairs) => Object.fromEntries(pairs) as ObjectOf<R, O>);
  };
  return described(decode, (of) => ({
    type: "object",
    properties: Object.fromEntries([...needed, ...allowed].map(([name, member]) => [name, of(member)])),
    required: needed.map(([name]) => name),
    additionalProperties: false,
  }));
}

/** One of several objects, told apart by a member that names its kind. */
export function tagged<T>(tag: string, variants: Readonly<Record<string, Decoder<T>>>): Decoder<T> {
  const decode: Decoder<T> = (json, at) => {
    const name = isObject(json) && Object.hasOwn(json, tag) ? json[tag] : undefined;
    const variant = typeof name === "string" && Object.hasOwn(variants, name) ? variants[name] : undefined;
    if (variant === undefined) {
      return mismatch(appendToPointer(at, tag), `one of ${Object.keys(variants).join(", ")} is expected`);
    }
    return variant(json, at);
  };
  // Several tags may mean one form.
  return described(decode, (of) => ({
    oneOf: [...new Set(Object.values(variants))].map((variant) => of(variant)),
  }));
}

/** What a decoder reads, in another form. */
export function changed<A, B>(decode: Decoder<A>, change: (value: A) => B): Decoder<B> {
  return (json, at) => map(decode(json, at), change);
}

export function mismatch(pointer: JsonPointer, message: string): Decoded<never> {
  return { ok: false, mismatches: [{ pointer, message }] };
}

function map<A, B>(decoded: Decoded<A>, change: (value: A) => B): Decoded<B> {
  return decoded.ok ? { ok: true, value: change(decoded.value) } : decoded;
}

function all<T>(decoded: readonly Decoded<T>[]): Decoded<readonly T[]> {
  const mismatches = decoded.flatMap((item) => (item.ok ? [] : item.mismatches));
  if (mismatches.length > 0) return { ok: false, mismatches };
  return { ok: true, value: decoded.flatMap((item) => (item.ok ? [item.value] : [])) };
}

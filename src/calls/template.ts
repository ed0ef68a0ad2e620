import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";

/**
 * An input of a call: JSON in which any part may stand for something that is known only when the sequence
 * runs. Plain data, so that a sequence can be stored, shrunk, and run again on fresh resources.
 */
export type Template =
  | { readonly kind: "value"; readonly value: Json }
  | Reference
  | Fresh
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Template>> }
  | { readonly kind: "array"; readonly items: readonly Template[] };

/** Points into an earlier call of the same sequence, by that call's id. */
export interface Reference {
  readonly kind: "reference";
  readonly call: string;
  readonly source: ReferenceSource;
  /** Text that is sent before it: `Bearer ` before a token. */
  readonly prefix?: string;
  /** Text that is sent after it: another name that begins like one that is there. */
  readonly suffix?: string;
}

export type ReferenceSource =
  | { readonly in: "response body"; readonly pointer: JsonPointer }
  | { readonly in: "response header"; readonly name: string }
  /** The last path segment of the `Location` (or `Content-Location`) header; as a number where the things have numbers for ids. */
  | { readonly in: "location"; readonly isNumber?: boolean }
  /** The word that follows this beginning of a path, wherever in the answer it stands: `Verify at /accounts/verify/8f3a`. */
  | { readonly in: "link"; readonly after: string }
  /** A part of what the call has made, as a list shows it: the call says which list. */
  | { readonly in: "listed"; readonly pointer: JsonPointer }
  | { readonly in: "request body"; readonly pointer: JsonPointer }
  | {
      readonly in: "request parameter";
      readonly place: "path" | "query" | "header" | "cookie";
      readonly name: string;
    };

/**
 * A value that must not have been used before: the id of a thing to be created, a unique name. Each run draws
 * another one of the same kind; `sample` says what it looks like, `schema` (JSON Schema) what it must satisfy.
 */
export interface Fresh {
  readonly kind: "fresh";
  readonly name: string;
  readonly sample: Json;
  readonly schema?: Json;
  /** Where it is sent, as the user's generators name places: `POST /players#/name`. */
  readonly at?: string;
  /**
   * `slug`: letters, digits and hyphens only, for services that take nothing else in a name. `word`: underscores in place
   * of the hyphens, as in names of a program. `short`: a word and a
   * small number, for people to read; it may be taken where another would not be, so no id is of this form. `span`: a
   * date at the begin or the end of a short stretch of time, by its name; those of one call belong together. `later`: a date
   * after all that are drawn otherwise, and after those of its place that were drawn so before.
   */
  readonly form?: "slug" | "word" | "short" | "span" | "later";
  /** Of form `span`: so many days, or hours, after the begin of the stretch of the call that is named. */
  readonly after?: { readonly call: string; readonly units: number };
  /** The user's generator that draws it, where one is named: it may give the same value twice. */
  readonly generator?: { readonly name: string; readonly literals: readonly Json[] };
}

export function value(json: Json): Template {
  return { kind: "value", value: json };
}

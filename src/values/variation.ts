import type { Json } from "#base/json";
import type { JsonPointer } from "#base/json-pointer";

/**
 * A valid value with one thing changed, so that the reason of whatever comes of it is known. Each is validated as a
 * whole before it is handed out: a promised one is valid, a forbidden one breaks just the keyword that it names.
 */
export interface Variation {
  /** Of the part that is changed. */
  readonly pointer: JsonPointer;
  /** What stands there instead; undefined: nothing. */
  readonly value: Json | undefined;
  /** The keyword of the schema that it is about. */
  readonly keyword: string;
  /** `open`: valid, but extreme, or not spoken of: a service may refuse it, but must not fail. */
  readonly kind: VariationKind;
  /** What stands there, in words: `the maximum of 150`. Unique among those of one pointer, kind and keyword. */
  readonly label: string;
  /** Many services take such things by habit: a number as text, a member that nobody declared. */
  readonly lenient?: true;
  /** A value one step inside of a bound, to tell a wrong bound from another rule. */
  readonly inside?: Json;
}

export type VariationKind = "promised" | "open" | "forbidden";

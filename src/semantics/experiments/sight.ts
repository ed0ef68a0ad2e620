import { isObject, type Json } from "#base/json";
import { jsonDifferences } from "#base/json-differences";
import { jsonEqual } from "#base/json-equal";
import { getAtPointer } from "#base/json-pointer";
import { looksLikeDate } from "#base/looks-like-date";
import { isSameInstant } from "#base/same-instant";
import { unwrap } from "#base/unwrap";
import type { Exchange } from "#calls/exchange";
import { means } from "#calls/meaning";
import { refusedFor } from "#calls/refusal-kind";
import { isSuccess } from "#calls/succeeded";
import { hasId, listItems, looksPaged } from "../list-items.js";

/** What a look at one thing showed. */
export type Sight =
  | { readonly kind: "there"; readonly content: Json; readonly said: string; readonly call: string }
  | {
      readonly kind: "absent";
      readonly said: string;
      readonly call: string;
      /** With which a read said so. */
      readonly status?: number;
    }
  /** The answer speaks of something else, or of nothing: no conclusion may rest on it. */
  | { readonly kind: "unknown"; readonly said: string; readonly call: string };

/** What is known of the thing that is looked for. */
export interface Wanted {
  readonly id: Json;
  readonly idFields: readonly string[];
  /** What an earlier look showed of it. */
  readonly known?: Json;
  /** What it was made of: a body that never shows an id is recognised by it. */
  readonly sent?: Json;
}

/** The answer to a read of one thing. */
export function sightInRead(exchange: Exchange, wanted: Wanted): Sight {
  const { outcome, call } = exchange;
  const about = { said: `${call.operation} answers ${statusOf(exchange)}`, call: call.id };
  if (outcome.kind === "none") return { kind: "unknown", ...about };
  const { status } = outcome;
  if (!isSuccess(outcome))
    return isAbsence(exchange) ? { kind: "absent", ...about, status } : { kind: "unknown", ...about };
  const { body } = outcome;
  if (body.kind === "empty" || (body.kind === "json" && body.value === null))
    return { kind: "absent", ...about, status };
  if (body.kind !== "json") return { kind: "unknown", ...about };
  const sight = { ...recognise(body.value, wanted), ...about };
  return sight.kind === "absent" ? { ...sight, status } : sight;
}

function recognise(
  content: Json,
  { id, idFields, known, sent }: Wanted,
): { kind: "there"; content: Json } | { kind: "absent" | "unknown" } {
  if (hasId(content, id, idFields)) return { kind: "there", content };
  // Things that show their id did so before: a body without it is an empty success or an error in disguise.
  if (known !== undefined && hasId(known, id, idFields)) return { kind: "absent" };
  if (known !== undefined) return { kind: isAlike(content, known) ? "there" : "unknown", content };
  return sent !== undefined && sharesValue(content, sent)
    ? { kind: "there", content }
    : { kind: isObject(content) && Object.keys(content).length === 0 ? "absent" : "unknown" };
}

/** The same members: the same kind of body, if not the same values. */
function isAlike(a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return jsonEqual(a, b);
  const names = Object.keys(b);
  return names.length > 0 && names.every((name) => Object.hasOwn(a, name));
}

function sharesValue(content: Json, sent: Json): boolean {
  const inner = unwrap(content, sent);
  if (!isObject(inner) || !isObject(sent)) return false;
  return Object.entries(sent).some(
    ([name, value]) =>
      typeof value === "string" && value.length > 2 && Object.hasOwn(inner, name) && inner[name] === value,
  );
}

/** The answer to a list, for one of its things. */
export function sightInList(exchange: Exchange, wanted: Wanted): Sight {
  const { call } = exchange;
  const listed = listingIn(exchange);
  const said = `${call.operation} answers ${statusOf(exchange)}`;
  const about = { said, call: call.id };
  if (listed.kind !== "items") return { kind: listed.kind, ...about };
  const item = listed.items.find((candidate) => hasId(candidate, wanted.id, wanted.idFields));
  if (item !== undefined) return { kind: "there", content: item, ...about };
  return { kind: listed.paged ? "unknown" : "absent", ...about, said: `${call.operation} does not list it` };
}

export type Listing =
  | {
      readonly kind: "items";
      readonly items: readonly Json[];
      readonly paged: boolean;
      /** The answer says how many there are, and shows as many. */
      readonly complete: boolean;
    }
  /** The collection itself is not there: what it stands in is gone. */
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

export function listingIn(exchange: Exchange): Listing {
  const { outcome } = exchange;
  if (outcome.kind === "none") return { kind: "unknown" };
  if (!isSuccess(outcome)) return { kind: isAbsence(exchange) ? "absent" : "unknown" };
  const body = outcome.body.kind === "json" ? outcome.body.value : undefined;
  const items = listItems(body);
  return items === undefined
    ? { kind: "unknown" }
    : {
        kind: "items",
        items,
        paged: looksPaged(body, outcome.headers),
        complete: isCounted(body, items.length),
      };
}

function isCounted(body: Json | undefined, length: number): boolean {
  const counts = isObject(body)
    ? Object.entries(body).filter(([name, value]) => /total|count/i.test(name) && typeof value === "number")
    : [];
  return counts.length > 0 && counts.every(([, value]) => value === length);
}

/** What is refused of a thing that was shown before is gone, too. Rights, haste, the method and failures say nothing of it. */
function isAbsence(exchange: Exchange): boolean {
  return means(exchange, "absent") || (means(exchange, "refused") && !refusedFor(exchange, "unsupported"));
}

function statusOf({ outcome }: Exchange): string {
  return outcome.kind === "none" ? "nothing" : String(outcome.status);
}

/** Two looks at one thing show the same, but for what a clock writes into it. */
export function showsTheSame(before: Json, after: Json, sent: Json = null): boolean {
  return jsonDifferences(before, after).every((pointer) =>
    isByClock(getAtPointer(before, pointer), getAtPointer(after, pointer), sent),
  );
}

/** A date in the place of another, which nobody has sent. */
export function isByClock(before: Json | undefined, after: Json | undefined, sent: Json): boolean {
  return looksLikeDate(before) && looksLikeDate(after) && !has(sent, after);
}

function has(sent: Json, value: Json | undefined): boolean {
  return isObject(sent)
    ? Object.values(sent).some((member) => has(member, value))
    : sent === value || isSameInstant(sent, value);
}
